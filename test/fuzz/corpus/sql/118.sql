DELETE FROM people WHERE age > 40;
