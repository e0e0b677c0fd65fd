SELECT name FROM t p WHERE EXISTS (SELECT 1 FROM u q WHERE q.owner = p.id);
