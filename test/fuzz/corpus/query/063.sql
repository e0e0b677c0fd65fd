SELECT * FROM grown;
