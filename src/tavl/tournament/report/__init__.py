"""The report to the federation (T5.5)."""
