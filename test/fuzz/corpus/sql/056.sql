SELECT city FROM people UNION SELECT kind FROM pets;
