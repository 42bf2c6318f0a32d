"""A table that begins at a position: what a request says of it, as terms of the table."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.notation.errors import NotationError
from tavl.notation.ids.any_id import read_any_id
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.situation import Offer, Situation, Stage, match_from
from tavl.rules.profile import usual_profile
from tavl.rules.refusal import RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.tables import OpenTable
from tavl.server.tables.hosting import StartPosition


def start_of(asked: OpenTable) -> Situation | None:
    """Where the first game begins, seen with the opener in the first seat; raises for what cannot be played on."""
    if asked.start is None:
        return None
    try:
        found = read_any_id(asked.start.id.strip())
        match_from(found, usual_profile(found.length))
    except NotationError as error:
        raise ApiError("bad_value", field="start", problem=str(error)) from None
    except RuleError as error:
        raise RefusedError(error.refused) from None
    if found.stage is not Stage.PLAYING or found.offer not in (None, Offer.DOUBLED):
        raise ApiError("bad_value", field="start", problem="a position in which somebody rolls, plays or is doubled")
    found = replace(found, resignation=None)
    return found if asked.start.seat is Seat.FIRST else found.exchanged()


def as_at_start(asked: OpenTable) -> OpenTable:
    """Length and money options are those of the position."""
    situation = start_of(asked)
    if situation is None:
        return asked
    options = {"jacoby": situation.jacoby, "beavers": situation.beavers} if situation.length is None else {}
    vary = {name: value for name, value in options.items() if value is not None}
    stake = 0 if situation.length is None and situation.max_cube == 1 else asked.stake
    return replace(asked, length=situation.length, stake=stake, vary={**vary, **asked.vary})


def start_position(situation: Situation) -> StartPosition:
    without_cube = situation.crawford or situation.max_cube == 1 or situation.length == 1
    return StartPosition(
        id=write_xgid(situation),
        position=situation.position,
        turn=situation.turn,
        dice=situation.dice,
        cube=None if without_cube else situation.cube,
        doubled=situation.offer is Offer.DOUBLED,
        score=situation.score,
        crawford=situation.crawford or (situation.length == 1),
        after_crawford=bool(situation.one_away) and not situation.crawford and situation.length != 1,
    )
