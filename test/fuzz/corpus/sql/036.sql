SELECT name, age FROM people ORDER BY age DESC NULLS LAST, name;
