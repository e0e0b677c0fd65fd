SELECT name, (SELECT max(kind) FROM pets) FROM people;
