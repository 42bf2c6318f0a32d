"""Organisations on a server: their streams, their people, and what ties them to tournaments."""
