"""The overlay for a stream: which match it shows."""

from __future__ import annotations

from tavl.tournament.view import MatchView
from tavl.web.tournament.labels import Display
from tavl.web.tournament.public_page import PublicPage


def shown_match(display: Display, public: PublicPage, table: str | None) -> MatchView | None:
    """The match at the table that is asked for, else at the one where matches are recorded, else the first there is:
    those being played before those called, and these before results."""
    place = table or next((place.id for place in display.view.places if place.featured), None)
    at_table = [match for match in (*public.playing, *public.called, *public.results) if place in (None, match.place)]
    return at_table[0] if at_table else None
