FROM 'movies.json'
|> WHERE "IMDB Votes" > 1000 AND "Major Genre" IS NOT NULL
|> AGGREGATE count(*) AS films, round(avg("IMDB Rating"), 2) AS rating GROUP BY "Major Genre" AS genre
|> WHERE films >= 10
|> ORDER BY rating DESC
|> LIMIT 5;
