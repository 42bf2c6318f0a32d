"""What the engine is asked about a match, its answers, and where they are kept or come from."""
