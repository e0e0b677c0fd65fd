WITH t AS (SELECT id, name FROM people) SELECT * FROM t WHERE id > 2;
