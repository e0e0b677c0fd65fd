SELECT name, age + 1 FROM people WHERE city = 'London';
