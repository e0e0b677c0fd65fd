SELECT p.name FROM t p, u q WHERE p.id = q.owner AND q.kind = 'cat';
