SELECT city, count(DISTINCT age) FROM t GROUP BY city;
