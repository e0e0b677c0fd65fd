INSERT INTO pets VALUES (1, 'cat', DATE '2020-01-02'), (1, 'dog', DATE '2021-03-04'),
  (2, 'cat', NULL), (9, 'emu', DATE '2019-05-06');
