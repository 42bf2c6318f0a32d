"""What the house keeps: a part of what the entrants paid, and nothing of what a sponsor or the club added."""

from __future__ import annotations

from tavl.tournament.money.amounts import Amount, MoneyError, part_of


def house_share(pool: Amount, added: Amount, part: str) -> Amount:
    """Of a pool, some of which was added; rounded down to the smallest unit."""
    paid, kept = pool - added, part_of(part, "house")
    if paid.minor < 0:
        raise MoneyError("below_zero", "amount", paid)
    return Amount(paid.minor * kept.numerator // kept.denominator, paid.currency)
