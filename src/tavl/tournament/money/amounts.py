"""Amounts of money, and how one is divided so that the parts add up to the whole.

An amount is a whole number of the smallest unit of its currency (øre, cent). Two currencies are never added, compared
or turned into each other: that is an error, not a rate of exchange. Parts are exact fractions ("2/3", "12.5 %"), so
nothing is lost before it is rounded; what rounding leaves over has a stated place and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tavl.rules.text_kinds import Code

MAX_MINOR = 10**13  # a hundred thousand million kroner: more is a slip of the hand
_CURRENCY = re.compile(r"[A-Z]{3}")
_PLACES = {"BIF": 0, "CLP": 0, "ISK": 0, "JPY": 0, "KRW": 0, "VND": 0, "BHD": 3, "JOD": 3, "KWD": 3, "OMR": 3, "TND": 3}
_PART = re.compile(r"(\d{1,6})(?:[.,](\d{1,6}))?\s*(?:%|/\s*(\d{1,6}))?", re.ASCII)
_AMOUNT = re.compile(r"(-?)(\d{1,14})(?:\.(\d{1,3}))?", re.ASCII)


class MoneyError(ValueError):
    """An error with money. `code` names it, `field` says where, `found` what was there."""

    def __init__(self, code: str, field: str, found: object = "") -> None:
        self.code = code
        self.field = field
        self.found = str(found)
        super().__init__(f"{code}: {field}" + (f" ({found})" if self.found else ""))


class Amount(Struct, frozen=True):
    """A number of the smallest unit of a currency. A negative amount is owed the other way."""

    minor: int
    currency: Code

    def __post_init__(self) -> None:
        if not _CURRENCY.fullmatch(self.currency):
            raise MoneyError("bad_currency", "currency", self.currency)
        if abs(self.minor) > MAX_MINOR:
            raise MoneyError("amount_too_large", "amount", self.minor)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.minor + self.same(other).minor, self.currency)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.minor - self.same(other).minor, self.currency)

    def __neg__(self) -> Amount:
        return Amount(-self.minor, self.currency)

    def __mul__(self, times: int) -> Amount:
        return Amount(self.minor * times, self.currency)

    __rmul__ = __mul__

    def __lt__(self, other: Amount) -> bool:
        return self.minor < self.same(other).minor

    def __le__(self, other: Amount) -> bool:
        return self.minor <= self.same(other).minor

    def __bool__(self) -> bool:
        return self.minor != 0

    def __str__(self) -> str:
        return f"{plain(self)} {self.currency}"

    def same(self, other: Amount) -> Amount:
        """The other amount, which must be in this currency."""
        if other.currency != self.currency:
            raise MoneyError("currencies_mixed", "currency", f"{self.currency} {other.currency}")
        return other


class Rest(StrEnum):
    """Where the remainder of rounding goes."""

    FIRST = "first"  # to the first part
    SPREAD = "spread"  # a unit each, from the first part on; what is less than a unit to the first
    HOUSE = "house"  # it stays with the house


class Split(Struct, frozen=True, kw_only=True):
    """An amount in parts. All of `parts` and `house` add up to the whole."""

    parts: tuple[Amount, ...]
    rest: Amount  # what rounding left over; already where it belongs
    rest_to: Rest
    house: Amount  # of the rest, what no part has


def decimals(currency: str) -> int:
    """How many digits stand behind the point (ISO 4217; two, where nothing else is known)."""
    return _PLACES.get(currency, 2)


def zero(currency: str) -> Amount:
    return Amount(0, currency)


def total(amounts: Iterable[Amount], currency: str) -> Amount:
    found = zero(currency)
    for amount in amounts:
        found = found + amount
    return found


def plain(amount: Amount) -> str:
    """Digits and a point only, as a program reads it: -1080.00."""
    places = decimals(amount.currency)
    digits = str(abs(amount.minor)).rjust(places + 1, "0")
    sign = "-" if amount.minor < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def amount_of(text: str, currency: str, field: str = "amount") -> Amount:
    """From plain digits with a point: "1080", "1080.5", "-0.25". Fractions of the smallest unit are refused."""
    found = _AMOUNT.fullmatch(text.strip())
    places = decimals(currency)
    if found is None or len(found[3] or "") > places:
        raise MoneyError("bad_amount", field, text)
    minor = int(found[2]) * 10**places + int((found[3] or "").ljust(places, "0") or "0")
    return Amount(-minor if found[1] else minor, currency)


def part_of(text: str, field: str = "part") -> Fraction:
    """An exact part: "2/3", "60 %", "12.5%", "0.6". From nothing to the whole."""
    found = _PART.fullmatch(text.strip())
    if found is None:
        raise MoneyError("bad_part", field, text)
    whole, decimal, below = found[1], found[2] or "", found[3]
    value = Fraction(int(whole + decimal), 10 ** len(decimal))
    if below is not None:
        if decimal or int(below) == 0:
            raise MoneyError("bad_part", field, text)
        value /= int(below)
    elif text.rstrip().endswith("%"):
        value /= 100
    if value > 1:
        raise MoneyError("bad_part", field, text)
    return value


def parts_of(texts: Sequence[str], field: str = "parts") -> tuple[Fraction, ...]:
    """Parts that make up a whole."""
    parts = tuple(part_of(text, field) for text in texts)
    if sum(parts, Fraction(0)) != 1:
        raise MoneyError("parts_do_not_add_up", field, " + ".join(texts))
    return parts


def split(amount: Amount, parts: Sequence[Fraction], unit: int = 1, rest_to: Rest = Rest.FIRST) -> Split:
    """Each part rounded down to whole units of so many øre; the rest goes where it is said to go.

    Where the parts fall from the first to the last, so do the amounts: rounding down keeps their order, and so does
    giving the rest to the first or spreading it from the first on.
    """
    if amount.minor < 0:
        raise MoneyError("below_zero", "amount", amount)
    if not parts or any(part < 0 for part in parts) or sum(parts, Fraction(0)) != 1:
        raise MoneyError("parts_do_not_add_up", "parts", " + ".join(str(part) for part in parts))
    if unit < 1:
        raise MoneyError("bad_unit", "unit", unit)
    found = [amount.minor * part.numerator // (part.denominator * unit) * unit for part in parts]
    left = amount.minor - sum(found)
    kept = 0
    if rest_to is Rest.HOUSE:
        kept = left
    else:
        units = left // unit if rest_to is Rest.SPREAD else 0
        takers = [index for index, part in enumerate(parts) if part]  # a part of nothing stays nothing
        for step in range(units):
            found[takers[step % len(takers)]] += unit
        found[takers[0]] += left - units * unit
    currency = amount.currency
    return Split(
        parts=tuple(Amount(minor, currency) for minor in found),
        rest=Amount(left, currency),
        rest_to=rest_to,
        house=Amount(kept, currency),
    )


def evenly(amount: Amount, ways: int, unit: int = 1, rest_to: Rest = Rest.SPREAD) -> Split:
    """In equal parts, as near as the unit allows; the first ones get the odd øre."""
    if ways < 1:
        raise MoneyError("parts_do_not_add_up", "parts", ways)
    return split(amount, [Fraction(1, ways)] * ways, unit, rest_to)
