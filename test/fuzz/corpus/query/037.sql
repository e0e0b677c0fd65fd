SELECT p.name, q.kind FROM t p FULL JOIN u q ON p.id = q.owner;
