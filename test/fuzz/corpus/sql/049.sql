SELECT name FROM people WHERE id IN (SELECT owner FROM pets);
