SELECT city, age > 40, count(*) FROM t GROUP BY city, age > 40;
