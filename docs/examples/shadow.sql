-- A permanent table, a temporary view of the same name over it, and back.
CREATE TABLE days AS
  SELECT date, weather, temp_max FROM 'seattle-weather.csv';

SELECT count(*) AS all_days FROM days;

-- From here on `days` means the view; inside it, `days` is still the table.
CREATE TEMPORARY VIEW days AS
  SELECT * FROM days WHERE weather = 'snow';

SELECT count(*) AS snowy_days FROM days;

.which days

DROP TEMPORARY VIEW days;

SELECT count(*) AS all_days_again FROM days;
