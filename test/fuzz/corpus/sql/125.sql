SELECT * FROM 'test/data/csv-spectrum/json/*.json' LIMIT 1;
