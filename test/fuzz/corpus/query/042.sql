SELECT a.name, b.name FROM t a JOIN t b USING (city);
