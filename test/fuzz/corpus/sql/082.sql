FROM people |> WHERE age > 30 |> SELECT name, city;
