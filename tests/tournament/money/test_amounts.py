"""Amounts and splits: everything adds up, nothing is mixed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.money.amounts import (
    Amount,
    MoneyError,
    Rest,
    amount_of,
    decimals,
    evenly,
    part_of,
    parts_of,
    plain,
    split,
    total,
)


def kr(text: str) -> Amount:
    return amount_of(text, "DKK")


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [("1080", "DKK", 108000), ("1080.5", "DKK", 108050), ("-0.25", "EUR", -25), ("1500", "ISK", 1500), ("0", "SEK", 0)],
)
def test_an_amount_is_a_whole_number_of_the_smallest_unit(text: str, currency: str, minor: int) -> None:
    assert amount_of(text, currency) == Amount(minor, currency)


@pytest.mark.parametrize("minor", [0, 5, -5, 100, 123456, -99999])
@pytest.mark.parametrize("currency", ["DKK", "ISK", "KWD"])
def test_what_is_written_plainly_is_read_back(minor: int, currency: str) -> None:
    assert amount_of(plain(Amount(minor, currency)), currency) == Amount(minor, currency)


@pytest.mark.parametrize("text", ["", "1,5", "1.005", "ten", "1 000", "1e3", "٣", "99999999999999999"])
def test_what_is_no_amount_is_refused_with_its_field(text: str) -> None:
    with pytest.raises(MoneyError) as caught:
        amount_of(text, "DKK", "fee")
    assert (caught.value.code, caught.value.field, caught.value.found) == ("bad_amount", "fee", text)


@pytest.mark.parametrize("currency", ["dkk", "KR", "", "EURO", "DK\n"])
def test_a_currency_is_three_capital_letters(currency: str) -> None:
    with pytest.raises(MoneyError, match="bad_currency"):
        Amount(1, currency)


@pytest.mark.parametrize(
    ("currency", "digits"),
    [*((code, 2) for code in ("DKK", "EUR", "NOK", "SEK", "XXX")), *((code, 0) for code in ("ISK", "JPY", "KRW"))],
)
def test_a_currency_has_as_many_decimals_as_iso_4217_says(currency: str, digits: int) -> None:
    assert decimals(currency) == digits


def test_more_than_a_slip_of_the_hand_is_no_amount() -> None:
    assert Amount(-(10**13), "DKK").minor == -(10**13)
    with pytest.raises(MoneyError, match="amount_too_large"):
        Amount(10**13 + 1, "DKK")


def test_two_currencies_never_meet() -> None:
    kroner, euro = Amount(100, "DKK"), Amount(100, "EUR")
    for mix in (lambda: kroner + euro, lambda: kroner - euro, lambda: kroner < euro, lambda: total([euro], "DKK")):
        with pytest.raises(MoneyError, match="currencies_mixed"):
            mix()
    assert kroner != euro


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("2/3", Fraction(2, 3)),
        ("12.5 %", Fraction(1, 8)),
        ("12,5%", Fraction(1, 8)),
        ("60 %", Fraction(3, 5)),
        ("0.6", Fraction(3, 5)),
        ("1", Fraction(1)),
    ],
)
def test_parts_are_exact(text: str, part: Fraction) -> None:
    assert part_of(text) == part


@pytest.mark.parametrize("text", ["", "2/0", "3/2", "101 %", "-1/2", "1.5/2", "half", "1/3/3"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="bad_part"):
        part_of(text)


def test_parts_must_make_up_the_whole() -> None:
    assert parts_of(["2/3", "1/3"]) == (Fraction(2, 3), Fraction(1, 3))
    with pytest.raises(MoneyError, match="parts_do_not_add_up"):
        parts_of(["60 %", "30 %"])


def test_whole_fifties_leave_a_rest_with_a_stated_place() -> None:
    parts = parts_of(["50 %", "30 %", "20 %"])
    first = split(kr("1730"), parts, 5000)
    assert [plain(part) for part in first.parts] == ["930.00", "500.00", "300.00"]
    assert (plain(first.rest), first.rest_to, first.house) == ("80.00", Rest.FIRST, kr("0"))
    spread = split(kr("1730"), parts, 5000, Rest.SPREAD)
    assert [plain(part) for part in spread.parts] == ["930.00", "500.00", "300.00"]
    kept = split(kr("1730"), parts, 5000, Rest.HOUSE)
    assert [plain(part) for part in kept.parts] == ["850.00", "500.00", "300.00"]
    assert plain(kept.house) == "80.00"


def test_an_oere_that_does_not_divide_goes_to_the_first() -> None:
    assert [part.minor for part in evenly(kr("100"), 3).parts] == [3334, 3333, 3333]
    assert [part.minor for part in evenly(Amount(5, "EUR"), 3).parts] == [2, 2, 1]


def test_nothing_is_divided_that_is_below_zero() -> None:
    with pytest.raises(MoneyError, match="below_zero"):
        split(kr("-1"), [Fraction(1)])
    with pytest.raises(MoneyError, match="bad_unit"):
        split(kr("1"), [Fraction(1)], 0)


weights = st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any)
minors = st.integers(0, 10**9)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(minors, weights, st.sampled_from([1, 100, 5000]), st.sampled_from(list(Rest)))
def test_every_split_adds_up_is_never_negative_and_keeps_the_order(
    minor: int, numbers: list[int], unit: int, rest_to: Rest
) -> None:
    falling = sorted(numbers, reverse=True)
    parts = [Fraction(number, sum(falling)) for number in falling]
    found = split(Amount(minor, "DKK"), parts, unit, rest_to)
    amounts = [part.minor for part in found.parts]
    assert sum(amounts) + found.house.minor == minor
    assert min(amounts) >= 0
    assert amounts == sorted(amounts, reverse=True)
    assert all(amount % unit == 0 for amount in amounts[1:])
    assert all(amount == 0 for amount, part in zip(amounts, parts, strict=True) if part == 0)
    assert {part.currency for part in found.parts} == {"DKK"}
