SELECT count(*) FROM people;
