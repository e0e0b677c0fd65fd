SELECT Title FROM 'test/data/vega/movies.json' LIMIT 2;
