SELECT count(*) FROM t;
