"""What several pages use: rendering, error pages, static files, choices that more than one page offers."""
