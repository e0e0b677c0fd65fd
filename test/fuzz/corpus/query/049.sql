SELECT * FROM (SELECT city, count(*) AS n FROM t GROUP BY city) t WHERE n > 1;
