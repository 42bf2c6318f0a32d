"""Which matches are rated, and which of them are matches with a bot. Pure."""

from __future__ import annotations

from tavl.server.tables import bots
from tavl.server.tables.hosting import House
from tavl.table.table import Table
from tavl.table.terms import Ruler, Sitting


def rated_bots(house: House, table: Table) -> tuple[bool, bool] | None:
    """Which players are bots, if the match is rated: then it is in a list of its own. None: it is not rated.

    A match is rated if it has a length (not money play), its table was opened as rated, its two players are different
    and were both registered when they sat down, and a game was begun. It may end by the score, by resigning, on time or
    by a ruling; a table that was closed has no result. At a physical board somebody must rule.
    """
    first, second = table.seats
    if not table.begun or table.aborted or not counts(house, table) or first is None or second is None:
        return None
    one, other = (bots.is_bot_seat(person) or person in house.bots for person in (first, second))
    return one, other


def counts(house: House, table: Table) -> bool:
    """Whether the match will be rated, as far as is known from who sits there now."""
    on_physical_board = table.terms.sitting is Sitting.RECORDED and table.terms.ruler is Ruler.NOBODY
    if on_physical_board or not table.terms.rated or table.match.length is None:
        return False
    here = [person for person in table.seats if person is not None]
    known = all(bots.is_bot_seat(person) or person in house.registered for person in here)
    return known and len(set(here)) == len(here)
