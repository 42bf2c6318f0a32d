"""Match and position files of eXtreme Gammon (.xg, .xgp) with their analysis: read and written."""
