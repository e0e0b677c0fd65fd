SELECT a.name, b.name FROM people a JOIN people b USING (city);
