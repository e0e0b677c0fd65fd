SELECT count(*), sum(age), avg(age), min(name), max(pay) FROM people;
