SELECT count(*) FILTER (WHERE age > 30) FROM t;
