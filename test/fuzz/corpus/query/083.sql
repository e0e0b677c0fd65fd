EXPLAIN SELECT p.name FROM t p JOIN u q ON p.id = q.owner WHERE p.age > 3;
