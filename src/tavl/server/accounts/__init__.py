"""People: who they are, how they log in, what they may do, and what they can have erased."""
