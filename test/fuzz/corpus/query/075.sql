FROM t SELECT name;
