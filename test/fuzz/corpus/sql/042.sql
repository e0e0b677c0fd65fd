SELECT p.name, q.kind FROM people p RIGHT JOIN pets q ON p.id = q.owner;
