"""Helpers to open a table, to act at it, and to check the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tavl.rules import Dice, Position, Profile, Refused, Seat, Terms
from tavl.rules import acts as game
from tavl.rules.profile import DBF_BASIC as DBF_BASIC
from tavl.rules.profile import DBF_TOURNAMENT, ClockSetting
from tavl.table import By, Role, Ruler, Sitting, Table, TableTerms, actions, acts, decide, evolve, view
from tavl.table import Detail as Detail

ONE, TWO = Seat.FIRST, Seat.SECOND
P, D = Position.of, Dice
ANNA, BO = By(Role.PLAYER, "anna", ONE), By(Role.PLAYER, "bo", TWO)
PLAYERS = (ANNA, BO)
DIRECTOR = By(Role.DIRECTOR, "dora")
OBSERVER = By(Role.OBSERVER, "olaf")
SPECTATOR = By(Role.SPECTATOR, "siri")
READER = By(Role.READER, "rolf", ONE)
SYSTEM = By(Role.SYSTEM)
SECOND, MINUTE = 1000, 60_000
STANDARD = ClockSetting()
ENFORCED, CHALLENGE, RECORDED = Sitting.ENFORCED, Sitting.CHALLENGE, Sitting.RECORDED


def opened(
    length: int | None = 7, sitting: Sitting = ENFORCED, profile: Profile = DBF_TOURNAMENT, **terms: Any
) -> Table:
    """A table with Anna and Bo at it, at instant 0."""
    table = Table.open(TableTerms(match=Terms(profile, length), sitting=sitting, **terms))
    return replace(table, seats=("anna", "bo"))


def tournament(length: int = 7, sitting: Sitting = RECORDED, **terms: Any) -> Table:
    """A tournament match with a director."""
    return opened(length, sitting, ruler=Ruler.DIRECTOR, **terms)


def by_of(action: Any) -> By:
    seat = getattr(action, "seat", None)
    return DIRECTOR if seat is None else PLAYERS[seat]


def after(table: Table, *events: Any, at: int | None = None) -> Table:
    for event in events:
        table = evolve(table, event, table.last_at if at is None else at)
    return table


def act(
    table: Table, *given: Any, by: By | None = None, at: int | None = None, roll: tuple[int, int] | None = None
) -> Table:
    """The table after these actions, all of which must be taken. Whoever has the seat acts, else the director."""
    for action in given:
        now = table.last_at if at is None else at
        events = decide(table, action, by or by_of(action), now, roll)
        assert not isinstance(events, Refused), f"{action}: {events}"
        table = after(table, *events, at=now)
    return table


def said(table: Table, action: Any, by: By | None = None, at: int | None = None, roll: Any = None) -> Any:
    """What comes of an action: its events, or the refusal."""
    return decide(table, action, by or by_of(action), table.last_at if at is None else at, roll)


def refused(
    table: Table,
    action: Any,
    rule: str,
    code: str | None = None,
    by: By | None = None,
    at: int | None = None,
    **facts: Any,
) -> bool:
    """True when it is refused by this clause; says what comes of it otherwise."""
    answer = said(table, action, by, at, (2, 1))
    assert isinstance(answer, Refused), f"not refused: {answer}"
    assert answer.rule == rule, answer
    assert code is None or answer.code == code, answer
    assert facts.items() <= answer.facts.items(), answer
    return True


def offered(table: Table, by: By, at: int | None = None) -> set[str]:
    """The types of what somebody may do now."""
    now = table.last_at if at is None else at
    return {action.__struct_config__.tag for action in actions(table, by, now)}  # type: ignore[misc]


def seen(table: Table, by: By = ANNA, at: int | None = None) -> Any:
    return view(table, by, table.last_at if at is None else at)


def around(table: Table, by: By = DIRECTOR, at: int | None = None) -> Any:
    found = seen(table, by, at).around
    assert found is not None
    return found


def begun(table: Table, opening: tuple[int, int] = (3, 1), at: int | None = None) -> Table:
    """The first game set up and its opening rolled: with 3-1 Anna begins."""
    table = act(table, game.StartGame(ONE), at=at)
    if table.terms.sitting is not RECORDED:
        return act(table, game.Roll(ONE), roll=opening, at=at)
    return act(table, acts.RecordOpening(ONE, *opening), at=at)


def set_to(table: Table, position: Position, turn: Seat = ONE, dice: Dice | None = None) -> Table:
    """The running game with this position, seen by the seat on turn."""
    assert table.match.game is not None
    return after(table, game.TurnSet(turn, dice), game.PositionSet(position))


def at_score(table: Table, score: tuple[int, int]) -> Table:
    return after(table, game.ScoreSet(score))


def rolled(table: Table, seat: Seat, high: int, low: int, at: int | None = None) -> Table:
    if table.terms.sitting is RECORDED:
        return act(table, acts.RecordRoll(seat, Dice(high, low)), at=at)
    return act(table, game.Roll(seat), roll=(high, low), at=at)


def won(table: Table, winner: Seat, size: int = 1) -> Table:
    """The running game is over, by this, as a ruling or two statements would have it."""
    running = table.match.game
    assert running is not None
    return after(table, game.OutcomeSet(game.Outcome(winner, size, running.worth(size), "recorded")))


def kinds(events: Sequence[Any] | Refused) -> list[str]:
    assert not isinstance(events, Refused), events
    return [type(event).__name__ for event in events]
