UPDATE people SET age = age + 1 WHERE city = 'London';
