"""A table's stream on the server: its events written and read, its state, what an action would write."""
