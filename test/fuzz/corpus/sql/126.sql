CREATE TEMPORARY VIEW made AS SELECT date, wind FROM 'test/data/vega/seattle-weather.csv';
