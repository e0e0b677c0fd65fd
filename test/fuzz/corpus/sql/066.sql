SELECT name, sum(age) OVER (PARTITION BY city) FROM people;
