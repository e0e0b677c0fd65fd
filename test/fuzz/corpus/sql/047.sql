SELECT p.name FROM people p, pets q WHERE p.id = q.owner AND q.kind = 'cat';
