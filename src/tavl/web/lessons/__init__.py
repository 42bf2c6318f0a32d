"""The rules as playable minutes: exercises as data, judged by `rules/`; and what a coach says at a first game."""
