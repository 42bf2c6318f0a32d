"""What every kind of stream shares: its states in memory, its events in the log, and how an action is looked up."""
