"""Learning from mistakes: cards, their schedule, searches, progress, Anki. Definitions: docs/practice.md."""
