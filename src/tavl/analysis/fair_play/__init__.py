"""Fair-play sheets: evidence, not a verdict."""
