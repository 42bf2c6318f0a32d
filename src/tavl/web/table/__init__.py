"""A table on the web: its pages, the lists of tables, the tutor and luck beside the board."""
