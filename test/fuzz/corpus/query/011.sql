SELECT concat(name, ' of ', city) FROM t;
