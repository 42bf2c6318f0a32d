"""Telling people who are away that it is their turn: preferences, mail, web push, texts."""
