SELECT p.name, q.kind FROM t p LEFT JOIN u q ON p.id = q.owner;
