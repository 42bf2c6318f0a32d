"""Match files of BGBlitz (.bgf)."""
