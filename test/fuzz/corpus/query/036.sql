SELECT p.name, q.kind FROM t p RIGHT JOIN u q ON p.id = q.owner;
