"""The event log: append, read, group commit, and upcasts of old events."""
