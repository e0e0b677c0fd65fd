EXPLAIN SELECT city, count(*) FROM t GROUP BY city;
