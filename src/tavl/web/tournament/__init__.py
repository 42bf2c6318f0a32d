"""What everybody sees of a tournament: brackets, its public page, the big screen, paper. None needs an account."""
