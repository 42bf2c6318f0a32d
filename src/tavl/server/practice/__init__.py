"""Practice: somebody's cards, answers, decks and progress as rows in the database."""
