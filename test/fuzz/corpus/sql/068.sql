SELECT name, lag(name) OVER (ORDER BY id), lead(age, 1, 0) OVER (ORDER BY id) FROM people;
