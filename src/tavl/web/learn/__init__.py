"""The learning pages: lessons, exercises checked by `rules/`, and a coach for the first games."""
