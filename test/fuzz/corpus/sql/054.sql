SELECT name, (SELECT count(*) FROM pets q WHERE q.owner = p.id) FROM people p;
