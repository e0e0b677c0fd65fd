SELECT * REPLACE (age + 1 AS age) FROM t;
