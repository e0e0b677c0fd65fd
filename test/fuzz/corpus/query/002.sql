SELECT 1 + 2 * 3, 'text' || 'more', TRUE AND NULL;
