"""Tables derived from the log, which answer questions quickly and can be rebuilt at any time."""
