SELECT name, (SELECT count(*) FROM u q WHERE q.owner = p.id) FROM t p;
