SELECT p.name, q.kind FROM people p LEFT JOIN pets q ON p.id = q.owner;
