COMMENT ON TABLE t IS 'who they are';
