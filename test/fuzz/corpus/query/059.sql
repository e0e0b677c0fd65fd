SELECT name, rank() OVER (PARTITION BY city ORDER BY age) FROM t;
