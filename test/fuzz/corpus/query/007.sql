SELECT name FROM t WHERE city IN ('London', 'Rome');
