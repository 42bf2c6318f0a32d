"""Disputes, rulings, appeals and committees (T5), and penalties."""
