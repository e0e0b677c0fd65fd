WITH t AS (SELECT id, name FROM t) SELECT * FROM t WHERE id > 2;
