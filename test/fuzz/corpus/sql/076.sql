SELECT sum(range) FROM range(1, 100, 3);
