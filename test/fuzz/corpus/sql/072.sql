SELECT * FROM checked;
