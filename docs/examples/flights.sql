-- Which flights were the latest ones out of each of the busiest airports?
CREATE TEMPORARY VIEW departures AS
  SELECT a.city, f.destination, f.delay,
         row_number() OVER (PARTITION BY f.origin ORDER BY f.delay DESC, f.date) AS place,
         count(*) OVER (PARTITION BY f.origin) AS flights
  FROM 'flights-2k.json' f
  JOIN 'airports.csv' a ON a.iata = f.origin;

SELECT city, flights, destination, delay
FROM departures
WHERE place = 1
ORDER BY flights DESC, city
LIMIT 5;
