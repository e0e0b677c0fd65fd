INSERT INTO pets (owner, kind) SELECT id, name FROM people;
