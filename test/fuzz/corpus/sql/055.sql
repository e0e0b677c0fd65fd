SELECT * FROM (SELECT city, count(*) AS n FROM people GROUP BY city) t WHERE n > 1;
