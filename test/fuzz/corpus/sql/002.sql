INSERT INTO people VALUES
  (1, 'Ada', 'London', 36, 10.50), (2, 'Bob', 'Paris', 41, 20.25),
  (3, 'Cleo', 'London', NULL, 30.00), (4, 'Dai', NULL, 29, NULL),
  (5, 'A rather longer name that is not inlined', 'Paris', 65, 99.99);
