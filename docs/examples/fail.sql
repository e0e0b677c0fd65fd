CREATE LIVE VIEW mild (
  CONSTRAINT no_frost EXPECT (temp_min > -5) ON VIOLATION FAIL UPDATE
) AS SELECT date, temp_min FROM 'seattle-weather.csv';

CREATE TEMPORARY TABLE copy AS SELECT * FROM mild;
