SELECT CASE WHEN age > 40 THEN 'old' WHEN age > 30 THEN 'mid' ELSE 'new' END FROM people;
