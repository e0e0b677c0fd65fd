-- Run with: shade -p state=Texas -p since=1999-01-01 -f strikes.sql
SELECT "Phase of flight" AS phase, count(*) AS strikes
FROM 'birdstrikes.csv'
WHERE "Origin State" = $state AND "Flight Date" >= CAST($since AS DATE)
GROUP BY phase
ORDER BY strikes DESC, phase
LIMIT 5;
