"""Tournaments on a server: creating them, carrying out actions, seeds, people without accounts, due timers, lists."""
