CREATE TABLE made AS SELECT city, count(*) AS n FROM people GROUP BY city;
