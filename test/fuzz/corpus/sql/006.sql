CREATE TEMPORARY LIVE VIEW checked (id, name, age,
  CONSTRAINT has_age EXPECT (age IS NOT NULL) ON VIOLATION DROP ROW,
  CONSTRAINT short EXPECT (length(name) < 10)) AS SELECT id, name, age FROM people;
