-- Statements of failalloc.c: each of their allocations fails once.
CREATE TABLE people (id INT, name VARCHAR, city VARCHAR, age INT, pay DECIMAL(10,2));
