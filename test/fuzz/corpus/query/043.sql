SELECT name FROM t WHERE id IN (SELECT owner FROM u);
