SELECT name FROM people ORDER BY pay LIMIT 2;
