CREATE TABLE pets (owner INT, kind VARCHAR, born DATE);
