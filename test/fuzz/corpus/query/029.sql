SELECT name FROM t ORDER BY name;
