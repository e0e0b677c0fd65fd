SELECT g.name, q.kind FROM grown g JOIN pets q ON g.id = q.owner;
