DESCRIBE people;
