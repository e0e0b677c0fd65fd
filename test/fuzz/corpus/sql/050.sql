SELECT name FROM people WHERE id NOT IN (SELECT owner FROM pets WHERE owner IS NOT NULL);
