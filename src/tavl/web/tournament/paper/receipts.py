"""Receipts for what was paid."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.ledger import Kind
from tavl.tournament.state import Tournament
from tavl.web.tournament.paper.sheet_layout import Receipt, Sheet, cut_up
from tavl.web.tournament.public_page import PublicPage

RECEIPTS = 8  # a sheet


def receipts(public: PublicPage, tournament: Tournament) -> Iterator[Sheet]:
    """What everybody has paid, less what they were paid back: one receipt for each person and currency."""
    paid: dict[tuple[str, str], int] = {}
    for transaction in tournament.book:
        if transaction.kind in (Kind.PAYMENT, Kind.REFUND):
            for posting in transaction.postings:
                if posting.person is not None:
                    key = (posting.person, transaction.currency)
                    paid[key] = paid.get(key, 0) - posting.minor
    found = [Receipt(person, Amount(minor, currency)) for (person, currency), minor in paid.items() if minor > 0]
    found.sort(key=lambda each: public.display.people((each.person,)).casefold())
    for some in cut_up(found, RECEIPTS):
        yield Sheet(kind="receipts", form="receipts", title=public.view.title, receipts=some, fits=RECEIPTS)
