"""Prize division: from the money that came in to the prize of each person.

In this order: of what the entrants paid the house takes a part (`house_share`), the fund that is left is divided among
events and places, entrants who share a place share its money, a deal divides again what those who agreed to it have
won, and a pair's or a team's prize is divided among its members. Each step adds up to the last øre. The funds of a
tournament, and its places as they are now: `awards`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.text_kinds import Code, Person
from tavl.tournament.money.amounts import Amount, MoneyError, Rest, evenly, parts_of, split, total, zero

PRIZE_UNIT = 1
"""Prizes are rounded down to so many of the smallest unit, unless the invitation says otherwise (`unit`)."""


class Prizes(Struct, frozen=True, kw_only=True):
    """The money of each place, the first place first, and what rounding left over."""

    places: tuple[Amount, ...]
    rest: Amount
    rest_to: Rest
    house: Amount  # of the rest, what stays with the house


def by_parts(fund: Amount, parts: Sequence[str], prize_unit: int = PRIZE_UNIT, rest_to: Rest = Rest.FIRST) -> Prizes:
    """A fund divided by place. `prize_unit` is in the smallest unit of the currency: 5000 pays in whole 50 kr."""
    found = split(fund, _falling(parts_of(parts, "prizes")), prize_unit, rest_to)
    return Prizes(places=found.parts, rest=found.rest, rest_to=found.rest_to, house=found.house)


def _falling(parts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    if any(higher < lower for higher, lower in pairwise(parts)):
        raise MoneyError("prizes_rise", "prizes")
    return parts


class Award(Struct, frozen=True, kw_only=True):
    """What one entrant has won."""

    entrant: Code
    amount: Amount
    place: int  # the first of the places that are shared
    shared_by: int = 1
    odd: int = 0  # how many smallest units more than the others who share, because it does not divide


def awards(prizes: Prizes, finish: Sequence[Sequence[str]], prize_unit: int = 1) -> tuple[Award, ...]:
    """Each entrant's money. `finish` has the places in order, and those who share a place together.

    Who shares has the sum of the places that are taken up, in equal parts. An øre that does not divide goes to whoever
    is named first, so name them in the order of the tie-breaks. A prize without anybody in its place is not paid.
    """
    if any(place.minor % prize_unit for place in prizes.places[1:]):
        prize_unit = 1  # prizes that are not in whole units are not shared in them: a lower place could end up higher
    named = [entrant for group in finish for entrant in group]
    if len(set(named)) != len(named):
        raise MoneyError("entrant_twice", "finish", next(one for one in named if named.count(one) > 1))
    found: list[Award] = []
    place = 0
    for group in finish:
        money = total(prizes.places[place : place + len(group)], prizes.rest.currency)
        if group and money:
            parts = evenly(money, len(group), prize_unit).parts
            least = min(part.minor for part in parts)
            found += [
                Award(entrant=entrant, amount=part, place=place + 1, shared_by=len(group), odd=part.minor - least)
                for entrant, part in zip(group, parts, strict=True)
            ]
        place += len(group)
    return tuple(found)


class Deal(Struct, frozen=True, kw_only=True):
    """What some have agreed to: each one's part of the money they have won together. It decides no match (T4.5)."""

    parts: dict[Code, Code]  # entrant: part, as text: "1/2"


def divide(given: Sequence[Award], deal: Deal, prize_unit: int = 1) -> tuple[Award, ...]:
    """The awards after a deal. Those who are not in it keep theirs; the places are as they were played."""
    by_entrant = {award.entrant: award for award in given}
    strangers = sorted(set(deal.parts) - set(by_entrant))
    if strangers:
        raise MoneyError("no_prize_to_divide", "deal", strangers[0])
    if len(deal.parts) < 2:
        raise MoneyError("deal_of_one", "deal")
    inside = [award for award in given if award.entrant in deal.parts]
    money = total((award.amount for award in inside), inside[0].amount.currency)
    parts = parts_of([deal.parts[award.entrant] for award in inside], "deal")
    amounts = dict(zip((award.entrant for award in inside), split(money, parts, prize_unit).parts, strict=True))
    return tuple(replace(one, amount=amounts.get(one.entrant, one.amount)) for one in given)


class Payee(Struct, frozen=True):
    """What one person is to be paid."""

    person: Person
    amount: Amount


def per_member(amount: Amount, members: Sequence[str], parts: Sequence[str] | None = None) -> tuple[Payee, ...]:
    """A pair's or a team's prize, in equal parts or in those that were agreed on. The odd øre go to the first named."""
    if not members:
        raise MoneyError("nobody_to_pay", "members")
    if len(set(members)) != len(members):
        raise MoneyError("member_twice", "members", next(one for one in members if list(members).count(one) > 1))
    if parts is None:
        amounts = evenly(amount, len(members)).parts
    elif len(parts) != len(members):
        raise MoneyError("parts_do_not_add_up", "parts", f"{len(parts)} for {len(members)}")
    else:
        amounts = split(amount, parts_of(parts)).parts
    return tuple(Payee(person, each) for person, each in zip(members, amounts, strict=True))


def changed(before: Mapping[str, Amount], now: Mapping[str, Amount], currency: str) -> dict[str, Amount]:
    """After a correction: what each person gets more, or has to give back (below zero). The unchanged are left out."""
    nothing = zero(currency)
    people = sorted({*before, *now})
    found = {person: now.get(person, nothing) - before.get(person, nothing) for person in people}
    return {person: amount for person, amount in found.items() if amount}
