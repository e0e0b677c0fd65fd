SELECT city, count(DISTINCT age) FROM people GROUP BY city;
