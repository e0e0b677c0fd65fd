SELECT name FROM people WHERE city IN ('London', 'Rome');
