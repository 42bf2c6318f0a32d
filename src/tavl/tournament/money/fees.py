"""Entry fees: what one entry costs in each currency. Who owes and has paid it: `payments`."""

from __future__ import annotations

from msgspec import Struct

from tavl.tournament.money.amounts import Amount, MoneyError


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
