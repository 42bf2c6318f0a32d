"""Swiss: by rounds, and continuous with lives."""
