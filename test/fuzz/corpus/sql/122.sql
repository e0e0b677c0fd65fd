SELECT state, name FROM 'test/data/vega/airports.csv' WHERE state = 'WA' ORDER BY name LIMIT 5;
