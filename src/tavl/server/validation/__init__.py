"""Checks of what people send: names and ids."""
