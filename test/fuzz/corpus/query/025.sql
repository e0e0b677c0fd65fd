SELECT city, sum(pay), min(name) FROM t GROUP BY city HAVING count(*) > 1;
