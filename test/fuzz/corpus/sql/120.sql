SELECT * FROM 'test/data/vega/seattle-weather.csv' LIMIT 3;
