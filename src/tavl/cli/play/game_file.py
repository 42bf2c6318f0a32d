"""A game as a file: one line of JSON that says what is played and by whom, then one line for each event."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from tavl.cli.play.session import Session, perform
from tavl.engine.levels import LEVELS
from tavl.rules import Refused, Seat, Terms, acts
from tavl.rules.acts import MatchAction, MatchEvent
from tavl.rules.codec import from_json, to_json


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tavl: Literal["game"] = "game"
    schema: Literal[1] = 1
    terms: Terms
    names: tuple[str, str]
    bot: Seat | None = None
    level: str = "club"  # of a file without one
    seed: int | None = None


class DamagedGame(ValueError):
    """A file that is not a saved game; says the line, counted from 1, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(f"line {line}: {problem}")


def header_line(session: Session) -> bytes:
    terms, level = session.match.terms, session.level
    header = Header(terms=terms, names=session.names, bot=session.bot, level=level, seed=session.seed)
    return to_json(header) + b"\n"


def event_lines(events: tuple[MatchEvent, ...]) -> bytes:
    return b"".join(to_json(event) + b"\n" for event in events)


def written(session: Session) -> bytes:
    return header_line(session) + event_lines(session.events)


def read(data: bytes) -> Session:
    """The session that was written. Every line is checked again: if the rules do not allow it, we did not save it."""
    lines = data.splitlines()
    header: Header = _decoded(lines[0] if lines else b"", Header, 1)
    if header.terms.fault:
        raise DamagedGame(1, f"{header.terms.fault.code} ({header.terms.fault.rule})")
    if header.level not in {level.name for level in LEVELS}:
        raise DamagedGame(1, f"no level {header.level!r}")
    session = Session.start(header.terms, header.names, header.bot, header.seed, header.level)
    for number, line in enumerate(lines[1:], start=2):
        event: MatchEvent = _decoded(line, MatchEvent, number)
        action, roll = _action_behind(event)
        if action is None:
            raise DamagedGame(number, f"{type(event).__name__} does not happen at a keyboard")
        after = perform(session, action, roll)
        if isinstance(after, Refused):
            raise DamagedGame(number, f"{after.code} ({after.rule})")
        if after.events[-1] != event:
            raise DamagedGame(number, "this is not what the line before it leads to")
        session = after
    return session


def holds_earlier(data: bytes, session: Session) -> bool:
    """Whether this is the same game at an earlier moment, so that overwriting it loses nothing."""
    try:
        earlier = read(data)
    except DamagedGame:
        return False
    same = (earlier.match.terms, earlier.names, earlier.bot) == (session.match.terms, session.names, session.bot)
    return same and session.events[: len(earlier.events)] == earlier.events


def _decoded(line: bytes, kind: Any, number: int) -> Any:
    try:
        return from_json(line, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise DamagedGame(number, str(error)) from None


def _action_behind(event: MatchEvent) -> tuple[MatchAction | None, tuple[int, int] | None]:
    """The action that caused this, and the dice that fell."""
    match event:
        case acts.GameStarted():
            return acts.StartGame(Seat.FIRST), None
        case acts.OpeningRolled(first=first, second=second):
            return acts.Roll(Seat.FIRST), (first, second)
        case acts.Rolled(seat=seat, dice=dice):
            return acts.Roll(seat), (dice.high, dice.low)
        case acts.Played(seat=seat, moves=moves):
            return acts.MakePlay(seat, moves), None
        case acts.ResignationOffered(seat=seat, size=size):
            return acts.OfferResignation(seat, size), None
        case _:
            kind = _SIMPLE.get(type(event))
            return (kind(event.seat), None) if kind else (None, None)  # type: ignore[union-attr]


_SIMPLE: dict[type, Any] = {
    acts.Doubled: acts.Double,
    acts.Taken: acts.Take,
    acts.Dropped: acts.Drop,
    acts.Beavered: acts.Beaver,
    acts.ResignationAccepted: acts.AcceptResignation,
    acts.ResignationRefused: acts.RefuseResignation,
    acts.SessionEnded: acts.EndSession,
}
