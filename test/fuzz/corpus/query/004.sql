SELECT name, age + 1 FROM t WHERE city = 'London';
