"""The tutor of a table against a bot."""
