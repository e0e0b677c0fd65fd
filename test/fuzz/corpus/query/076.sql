FROM t |> WHERE age > 30 |> SELECT name, city;
