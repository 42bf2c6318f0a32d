"""Match files of GNU Backgammon (.sgf) with their analysis: read and written."""
