SELECT * FROM range(10);
