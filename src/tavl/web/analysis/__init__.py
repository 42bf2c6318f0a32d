"""Analysis pages: a match with its curve and every decision on the board, and any position set up by hand."""
