SELECT concat(name, ' of ', city) FROM people;
