SELECT coalesce(city, 'nowhere'), nullif(age, 41) FROM people;
