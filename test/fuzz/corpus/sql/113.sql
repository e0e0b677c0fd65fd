ALTER TABLE people RENAME TO persons;
