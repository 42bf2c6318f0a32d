"""Corrections, disputes, rulings and score cards (T4.5 to T5.5)."""
