SELECT p.name, q.kind FROM t p CROSS JOIN u q;
