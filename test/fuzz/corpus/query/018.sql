SELECT abs(-1), round(2.567, 2), floor(2.5), ceil(2.5), sqrt(2);
