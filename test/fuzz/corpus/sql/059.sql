SELECT id FROM people EXCEPT SELECT owner FROM pets;
