"""The home page: a new table, and lists of tables."""
