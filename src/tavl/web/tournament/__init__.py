"""What everybody sees of a tournament: brackets, the board, the big screen, paper. None of it needs an account."""
