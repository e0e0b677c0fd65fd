SELECT weather, count(*), avg(temp_max) FROM 'test/data/vega/seattle-weather.csv' GROUP BY weather;
