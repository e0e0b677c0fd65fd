SELECT people.* FROM people;
