"""Entry fees: what one entry costs in each currency, and what of it all the house keeps. Who owes and has paid it:
`payments`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tavl.tournament.money.amounts import Amount, MoneyError, part_of, share, total, zero


class Fee(Struct, frozen=True, kw_only=True):
    """What one entry costs in one currency, and what of it is registration and does not go into the pool."""

    price: Amount
    registration: Amount

    def __post_init__(self) -> None:
        if self.price.minor < 0:
            raise MoneyError("below_zero", "fee", self.price)
        if self.registration.minor < 0 or self.price < self.registration:
            raise MoneyError("registration_above_fee", "registration", self.registration)

    @property
    def pool(self) -> Amount:
        return self.price - self.registration


def fee(price: Amount, registration: str = "0") -> Fee:
    """With the registration as a part of the price: "10 %"."""
    if price.minor < 0:
        raise MoneyError("below_zero", "fee", price)
    return Fee(price=price, registration=share(price, part_of(registration, "registration")))


class Pool(Struct, frozen=True, kw_only=True):
    """What is played for, in one currency."""

    paid: Amount  # by the entrants, without their registration
    added: Amount  # by a sponsor or the club
    house: Amount  # the house's share of what was paid; nothing is taken from what was added

    @property
    def fund(self) -> Amount:
        return self.paid + self.added - self.house


def pool(fees: Sequence[Fee], currency: str, added: Amount | None = None, house: str = "0") -> Pool:
    """Of the fees of one currency; others are somebody else's pool."""
    paid = total((each.pool for each in fees if each.price.currency == currency), currency)
    added = zero(currency) if added is None else zero(currency).same(added)
    if added.minor < 0:
        raise MoneyError("below_zero", "added", added)
    return Pool(paid=paid, added=added, house=house_share(paid, house))


def house_share(paid: Amount, part: str) -> Amount:
    """What the house keeps of what was paid, rounded down to the smallest unit."""
    return share(paid, part_of(part, "house"))
