EXPLAIN SELECT p.name FROM people p JOIN pets q ON p.id = q.owner WHERE p.age > 3;
