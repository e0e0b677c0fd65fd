SELECT pay * 2, pay + 1.5, pay / 3 FROM people;
