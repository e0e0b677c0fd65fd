COMMENT ON TABLE people IS 'who they are';
