CREATE VIEW made AS SELECT name FROM people WHERE age > 30;
