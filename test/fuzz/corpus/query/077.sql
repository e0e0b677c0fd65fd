FROM t |> AGGREGATE count(*) AS n GROUP BY city |> ORDER BY n DESC;
