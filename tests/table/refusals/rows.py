"""Rows for the tests of refusals: what is said, and what was tried at which table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tavl.rules import Refused
from tavl.rules import acts as game
from tavl.table import By, Table, acts, decide
from tavl.table.acts import Useful
from tests.table.helpers import (
    CHALLENGE,
    ENFORCED,
    ONE,
    RECORDED,
    STANDARD,
    TWO,
    Detail,
    P,
    act,
    begun,
    by_of,
    opened,
    rolled,
    set_to,
    tournament,
    won,
)

BOX, CLOCK = Useful.BAFFLE_BOX, Useful.CLOCK
RULE = {"rule": "T1.1", "reason": "seen"}
FEWER = P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")  # a checker is missing
LEGAL, ILLEGAL = ((8, 5), (6, 5)), ((8, 4), (6, 5))
LONG = "x" * 2001
RACE = P("6:3 off:12", "6:3 off:12")
Tried = tuple[Table, Any] | tuple[Table, Any, By] | tuple[Table, Any, By, int]
Row = tuple[str, Callable[[], Tried]]


SHOWN: set[str] = set()  # the codes of all rows


def rows(given: list[Row]) -> pytest.MarkDecorator:
    """The tables are made in the test, so that a change to what makes them shows."""
    SHOWN.update(says.split()[0] for says, _ in given)
    return pytest.mark.parametrize(("says", "tried"), given, ids=[says.replace(" ", "_") for says, _ in given])


def answer(tried: Tried, roll: Any = (2, 1)) -> str:
    """A refusal as `code clause fact=value`, facts by name."""
    table, action, *rest = tried
    by = rest[0] if rest else by_of(action)
    at = rest[1] if len(rest) > 1 else table.last_at
    found = decide(table, action, by, at, roll)
    assert isinstance(found, Refused), found
    return " ".join([found.code, found.rule, *(f"{name}={value}" for name, value in sorted(found.facts.items()))])


def free(**terms: Any) -> Table:
    """Conduct is kept, and nobody rules."""
    return opened(conduct=True, **terms)


def wood(**terms: Any) -> Table:
    """At a physical board, with a director; Anna has rolled 3-1."""
    return begun(tournament(**terms))


def clocked(**terms: Any) -> Table:
    """At a physical board, Anna's time running from instant 0."""
    return act(wood(clock=STANDARD, **terms), acts.PressClock(TWO), at=0)


def to_roll(sitting: Any = RECORDED, **terms: Any) -> Table:
    """Bo is to roll; Anna's play can be flagged where the board does not enforce."""
    return act(begun(tournament(sitting=sitting, **terms)), game.MakePlay(ONE, LEGAL))


def second_turn() -> Table:
    """At a physical board; Anna, who began, has rolled for the second time."""
    table = act(rolled(to_roll(), TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    return rolled(table, ONE, 2, 1)


def cube_only(**terms: Any) -> Table:
    return act(tournament(detail=Detail.CUBE, **terms), game.StartGame(ONE))


def over(sitting: Any = RECORDED, **terms: Any) -> Table:
    return won(begun(tournament(3, sitting, **terms)), ONE, 3)


def confirmed() -> Table:
    return act(over(), acts.ReportResult(ONE, (3, 0)), acts.ConfirmResult())


def between(**terms: Any) -> Table:
    return won(wood(**terms), ONE)


def closed(sitting: Any = RECORDED) -> Table:
    return act(tournament(sitting=sitting), acts.Abort(ONE))


def resigned(sitting: Any = RECORDED, **terms: Any) -> Table:
    """Anna, to roll in a race, has offered a single game."""
    return act(set_to(begun(tournament(sitting=sitting, **terms)), RACE, ONE), game.OfferResignation(ONE, 1))


def claimed(**terms: Any) -> Table:
    return act(begun(opened(sitting=CHALLENGE, **terms)), game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO))


def disputed(sitting: Any = ENFORCED, **terms: Any) -> Table:
    return act(begun(tournament(sitting=sitting, **terms)), acts.RaiseDispute(ONE, "T5.1", "cocked dice"))
