SELECT name, row_number() OVER (ORDER BY id) FROM people;
