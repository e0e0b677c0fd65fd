SELECT g.name, q.kind FROM grown g JOIN u q ON g.id = q.owner;
