"""Practice on the web: the quiz, searches and decks, progress, the position of the day."""
