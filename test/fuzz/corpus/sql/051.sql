SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM pets q WHERE q.owner = p.id);
