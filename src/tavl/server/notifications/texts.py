"""The texts of notifications."""

from __future__ import annotations

from msgspec import Struct

from tavl.i18n import Words
from tavl.server.tables.stream_state import State


class Told(Struct, frozen=True, kw_only=True):
    """Whom to notify, and about what."""

    person: str
    opponent: str
    own: int
    others: int  # points
    over: bool
    won: bool | None = None


def subject(w: Words, told: Told, opponent: str) -> str:
    if not told.over:
        return w("Your move against {name}", name=opponent)
    if told.won is None:
        return w("Your game with {name} is over", name=opponent)
    return w("You have won against {name}", name=opponent) if told.won else w("You have lost to {name}", name=opponent)


def sentence(w: Words, told: Told, opponent: str) -> str:
    if told.over:
        return f"{subject(w, told, opponent)}."
    return w("It is your move in the game with {name}.", name=opponent)


def standing(w: Words, state: State, told: Told) -> str:
    length = state.table.match.length
    match = w("Money play") if length is None else w.plural("Match to {n} point", "Match to {n} points", length)
    return w("{match}, the score is {own}–{others}.", match=match, own=told.own, others=told.others)
