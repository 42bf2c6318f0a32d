"""What all kinds of streams share: cached states, events in the log, and looking up an action."""
