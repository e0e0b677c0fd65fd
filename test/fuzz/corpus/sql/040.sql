SELECT p.name, q.kind FROM people p JOIN pets q ON p.id = q.owner;
