UPDATE t SET age = age + 1 WHERE city = 'London';
