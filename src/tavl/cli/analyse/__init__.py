"""`tavl analyse`: matches judged by the engine."""
