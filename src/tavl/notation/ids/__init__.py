"""Positions and matches in one line: GNU ID, XGID, OGID, the FIBS board."""
