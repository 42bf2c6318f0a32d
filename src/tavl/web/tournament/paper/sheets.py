"""What is printed: draw sheets, cards, lists, receipts, the report."""

from __future__ import annotations

from collections.abc import Callable

from tavl.i18n import later
from tavl.tournament.state import Tournament
from tavl.web.tournament.paper.draw_sheets import draw_sheets
from tavl.web.tournament.paper.places_and_schedule import places, schedule
from tavl.web.tournament.paper.receipts import receipts
from tavl.web.tournament.paper.report_sheets import report_sheets
from tavl.web.tournament.paper.score_and_table_cards import score_cards, table_cards
from tavl.web.tournament.paper.sheet_layout import Sheet
from tavl.web.tournament.public_page import PublicPage

PAPER = {
    "draw": later("Draw sheets"),
    "tables": later("Table cards"),
    "cards": later("Score cards"),
    "places": later("Place list"),
    "schedule": later("Schedule"),
    "receipts": later("Receipts"),
    "report": later("Report"),
}


def sheets_of(
    public: PublicPage, address: Callable[[str | None], str], tournament: Tournament | None = None
) -> list[Sheet]:
    """`address` is where a table's code leads, or the public page's; `tournament` is there for staff."""
    found = [*draw_sheets(public), *table_cards(public, address), *score_cards(public, address), *places(public)]
    found += schedule(public)
    if tournament is not None:
        found += [*receipts(public, tournament), *report_sheets(public, tournament)]
    return found
