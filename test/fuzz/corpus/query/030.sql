SELECT name, age FROM t ORDER BY age DESC NULLS LAST, name;
