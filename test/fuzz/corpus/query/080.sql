SELECT ROW(1, 'x');
