RESET 'shade.dialect';
