SELECT ARRAY[1, 2, 3][1], ARRAY['a', 'b'];
