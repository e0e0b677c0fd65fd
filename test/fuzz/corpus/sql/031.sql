SELECT city, sum(pay), min(name) FROM people GROUP BY city HAVING count(*) > 1;
