SELECT substring(name, 2, 3), trim(name), replace(name, 'a', 'b') FROM t;
