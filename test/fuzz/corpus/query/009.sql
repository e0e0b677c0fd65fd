SELECT upper(name), lower(city), length(name) FROM t;
