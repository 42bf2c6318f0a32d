"""The learning pages: lessons, exercises judged by `rules/`, and a coach for the first games."""
