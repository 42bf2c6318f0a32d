"""Measurements, each against its rivals in the same run. `python -m bench [NAME...] [--write]`."""
