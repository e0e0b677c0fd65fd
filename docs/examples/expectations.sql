-- Expectations are checked whenever the view is read.
CREATE LIVE VIEW strikes (
  CONSTRAINT known_bird  EXPECT ("Wildlife Species" NOT LIKE 'Unknown%'),
  CONSTRAINT slow_enough EXPECT ("Speed IAS in knots" < 350) ON VIOLATION DROP ROW,
  CONSTRAINT dated       EXPECT ("Flight Date" IS NOT NULL)  ON VIOLATION FAIL UPDATE
) AS SELECT * FROM 'birdstrikes.csv';

SELECT "Wildlife Size" AS size, count(*) AS n, sum("Cost Total $") AS cost
FROM strikes
GROUP BY size
ORDER BY n DESC;

-- SHOW EXPECTATIONS FOR strikes has all of it, sample rows included.
SELECT expectation, action, passed, failed, dropped FROM shade.expectations;
