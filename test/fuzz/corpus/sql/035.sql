SELECT name FROM people ORDER BY name;
