"""Matches while a tournament runs: calls, lateness, forecast, results, corrections."""
