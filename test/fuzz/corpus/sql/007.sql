-- statements
SELECT 1;
