SELECT count(*) FROM checked WHERE age > 30;
