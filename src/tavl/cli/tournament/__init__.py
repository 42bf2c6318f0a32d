"""`tavl tournament`: a whole tournament from the terminal, on one file, without a server."""
