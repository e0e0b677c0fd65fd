FROM 'movies.json'
|> WHERE "IMDB Votes" > 1000 AND "Major Genre" IS NOT NULL
|> AGGREGATE count(*) AS films, avg("IMDB Rating") AS rating GROUP BY "Major Genre" AS genre
|> WHERE films >= 10
|> ORDER BY rating DESC
|> LIMIT 5;
