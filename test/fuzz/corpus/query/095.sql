SET 'shade.dialect' = 'ansi';
