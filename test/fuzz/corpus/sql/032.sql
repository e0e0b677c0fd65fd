SELECT city, age > 40, count(*) FROM people GROUP BY city, age > 40;
