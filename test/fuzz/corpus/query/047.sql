SELECT name, (SELECT max(kind) FROM u) FROM t;
