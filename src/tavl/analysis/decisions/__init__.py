"""The decisions of a match: which of them count, what each of them lost, and error rates."""
