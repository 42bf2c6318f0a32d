"""What the house keeps: a part of what the entrants paid, and nothing of what a sponsor or the club added."""

from __future__ import annotations

from tavl.tournament.money.amounts import Amount, part_of, share


def house_share(pool: Amount, added: Amount, part: str) -> Amount:
    """Of a pool, some of which was added; rounded down to the smallest unit."""
    return share(pool - added, part_of(part, "house"))
