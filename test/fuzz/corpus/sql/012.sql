SELECT name FROM people WHERE name LIKE 'A%' AND NOT city LIKE '%x%';
