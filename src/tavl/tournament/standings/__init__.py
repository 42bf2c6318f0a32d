"""Places, tie-breaks, rating lists and series."""
