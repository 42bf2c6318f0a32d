"""What happens at a table automatically: what is due when, and who carries it out."""
