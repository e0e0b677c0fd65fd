INSERT INTO u (owner, kind) SELECT id, name FROM t;
