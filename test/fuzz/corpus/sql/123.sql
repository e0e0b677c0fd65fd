SELECT count(*) FROM read_csv('test/data/vega/stocks.csv', header => true);
