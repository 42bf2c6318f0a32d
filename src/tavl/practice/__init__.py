"""Learning from mistakes: cards, when they come again, searches, progress, Anki. Definitions: docs/practice.md."""
