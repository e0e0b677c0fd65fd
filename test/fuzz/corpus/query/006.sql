SELECT name FROM t WHERE name LIKE 'A%' AND NOT city LIKE '%x%';
