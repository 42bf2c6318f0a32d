"""Draws: lots, seeding, pairing, and the graph of who meets whom."""
