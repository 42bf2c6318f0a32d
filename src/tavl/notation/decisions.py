"""The decisions of a recorded match, each as much as an ID can express."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.notation.record import AnyEntry, CubeAction, CubeActionKind, GameRecord, MatchRecord, Setup, Turn
from tavl.notation.replay import Moment, moments
from tavl.notation.situation import UNLIMITED, Offer, Situation

ANSWERS = (CubeActionKind.TAKE, CubeActionKind.DROP, CubeActionKind.BEAVER)


class Decision(Struct, frozen=True):
    """What was decided, and the situation: with the dice for a play, with the double for its answer."""

    game: int  # from 0
    entry: AnyEntry
    situation: Situation
    at: int = 0  # the entry's number in the game


def decisions_of(record: MatchRecord) -> Iterator[Decision]:
    """Every play, double and answer in order, and every position that was set up to be decided."""
    for number, game in enumerate(record.games):
        for at, moment in enumerate(moments(game)):
            if isinstance(moment.entry, Turn | CubeAction) or _asks(moment.entry):
                yield Decision(number, moment.entry, situation_at(record, game, moment), at)


def _asks(entry: AnyEntry) -> bool:
    return isinstance(entry, Setup) and entry.position is not None


def situation_at(record: MatchRecord, game: GameRecord, moment: Moment) -> Situation:
    """The situation before an entry."""
    entry, position, turn, cube = moment.entry, moment.position, moment.entry.seat, moment.cube
    offer = None
    if isinstance(entry, CubeAction) and entry.action in ANSWERS:
        position, turn, offer = position.mirror(), turn.other, Offer.DOUBLED
    if isinstance(entry, Setup):
        position, cube = entry.position or position, entry.cube or cube
    money = record.length == 0
    return Situation(
        position=position,
        turn=turn,
        dice=entry.dice if isinstance(entry, Turn | Setup) else None,
        cube=cube,
        offer=offer,
        score=game.score,
        length=None if money else record.length,
        crawford=game.crawford and record.length > 1,
        jacoby=record.jacoby if money else None,
        beavers=None if record.beavers is None or not money else record.beavers > 0,
        max_cube=record.max_cube or UNLIMITED,
    )
