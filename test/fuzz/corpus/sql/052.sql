SELECT name FROM people p WHERE NOT EXISTS (SELECT 1 FROM pets q WHERE q.owner = p.id);
