SELECT p.name, q.kind FROM t p JOIN u q ON p.id = q.owner AND p.age > 40;
