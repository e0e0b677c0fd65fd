SELECT p.name, q.kind FROM people p CROSS JOIN pets q;
