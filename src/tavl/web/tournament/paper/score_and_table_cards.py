"""Score cards for matches, and cards with a code for the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tavl.web.shared.qr_codes import code_path
from tavl.web.tournament.paper.sheet_layout import Card, Sheet, cut_up
from tavl.web.tournament.public_page import PublicPage

TABLE_CARDS = 4  # a sheet
SCORE_CARDS = 4
GAMES = 9  # lines of a score card


def table_cards(public: PublicPage, address: Callable[[str | None], str]) -> Iterator[Sheet]:
    cards = []
    for place in public.view.places:
        at = address(place.id)
        size, code = code_path(at)
        cards.append(Card(table=public.display.table_number(place.id), address=at, size=size, code=code))
    for some in cut_up(cards, TABLE_CARDS):
        yield Sheet(kind="tables", form="tables", title=public.view.title, cards=some, fits=TABLE_CARDS)


def score_cards(public: PublicPage, address: Callable[[str | None], str]) -> Iterator[Sheet]:
    """Of the matches that are called or can be."""
    size, code = code_path(address(None))
    wanted = [*public.called, *public.soon]
    cards = [Card(match=match, size=size, code=code) for match in wanted]
    for some in cut_up(cards, SCORE_CARDS):
        yield Sheet(kind="cards", form="cards", title=public.view.title, cards=some, fits=SCORE_CARDS)
