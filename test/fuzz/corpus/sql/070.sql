SELECT count(*) FROM grown;
