"""Benchmarks, each against other programs in the same run. `python -m bench [NAME...] [--write]`."""
