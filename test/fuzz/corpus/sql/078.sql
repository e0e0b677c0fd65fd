SELECT * EXCLUDE (pay) FROM people;
