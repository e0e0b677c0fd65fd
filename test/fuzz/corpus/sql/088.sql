EXPLAIN SELECT city, count(*) FROM people GROUP BY city;
