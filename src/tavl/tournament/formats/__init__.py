"""The formats: each makes pairings, or the next ones, from plain data."""
