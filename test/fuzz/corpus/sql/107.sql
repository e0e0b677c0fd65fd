CREATE TEMPORARY VIEW people AS SELECT * FROM people WHERE city = 'London';
