CREATE TABLE made AS SELECT city, count(*) AS n FROM t GROUP BY city;
