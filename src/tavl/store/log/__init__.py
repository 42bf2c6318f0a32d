"""The event log: appending, reading, group commit, and old events read as new ones."""
