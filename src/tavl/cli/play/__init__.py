"""A game in the terminal: `session` is the game so far, `screen` draws it, `loop` talks to people."""
