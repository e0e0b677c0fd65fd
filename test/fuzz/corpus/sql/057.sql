SELECT city FROM people UNION ALL SELECT kind FROM pets;
