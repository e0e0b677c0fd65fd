SELECT p.name, q.kind FROM people p FULL JOIN pets q ON p.id = q.owner;
