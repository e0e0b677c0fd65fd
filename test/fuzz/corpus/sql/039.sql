SELECT name FROM people LIMIT 1;
