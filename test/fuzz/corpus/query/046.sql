SELECT name FROM t p WHERE NOT EXISTS (SELECT 1 FROM u q WHERE q.owner = p.id);
