"""Free resignation: where a player on a server may resign at any time. What may be resigned otherwise:
`rules/resignation_sizes.py`; the offers and their answers: `rules/game.py`. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.server.tables import bots
from tavl.server.tables.hosting import House
from tavl.server.tables.rated_matches import counts
from tavl.table.table import Table
from tavl.table.terms import Ruler, Sitting


def resigns_freely(house: House, table: Table) -> bool:
    """Against a bot, or in an unrated match, a player may resign at any time, whatever the profile says (T4.5): the
    opponent accepts or refuses. Where somebody rules, and at a physical board, the clause applies."""
    if table.terms.ruler is not Ruler.NOBODY or table.terms.sitting is Sitting.RECORDED:
        return False
    return any(map(bots.is_bot_seat, table.seats)) or not counts(house, table)


def with_free_resignation(table: Table) -> Table:
    game = table.match.game
    if game is None:
        return table
    freed = replace(game, terms=replace(game.terms, resigning_limited=False))
    return replace(table, match=replace(table.match, game=freed))
