"""Matches analysed in the background: rows in the database, one worker in each process."""
