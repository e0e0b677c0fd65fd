FROM people SELECT name;
