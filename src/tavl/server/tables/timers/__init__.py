"""What happens at a table by itself: what is due when, and who carries it out."""
