"""The names of the server's own bots, and what each is like to play against."""

from __future__ import annotations

from tavl.i18n import Words, later
from tavl.server.tables.bots import PREFIX

LEVEL_WORDS = {
    "newcomer": (later("Newcomer"), later("Has just learned the rules.")),
    "learner": (later("Learner"), later("Knows how to play, and misses a lot.")),
    "casual": (later("Casual"), later("Plays on Sundays, for the fun of it.")),
    "club": (later("Club player"), later("Solid; punishes plain mistakes.")),
    "strong": (later("Strong"), later("Seldom makes mistakes, and doubles in time.")),
    "expert": (later("Expert"), later("Hardly makes a mistake in a match.")),
    "full": (later("Full strength"), later("The engine at full strength.")),
}
_TITLES = {"teacher": later("Teacher"), **{name: title for name, (title, _) in LEVEL_WORDS.items()}}


def bot_name(person: str, w: Words) -> str | None:
    """One of the server's bots, in the reader's language; None for everybody else. As in shared/names.js."""
    title = _TITLES.get(person.removeprefix(PREFIX)) if person.startswith(PREFIX) else None
    return f"tavl {w(title).lower()}" if title else None
