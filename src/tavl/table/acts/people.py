"""Who acts at a table."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.acts import tag_of
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Person as Person


class Role(StrEnum):
    PLAYER = "player"
    DIRECTOR = "director"  # or whoever rules at this table
    OBSERVER = "observer"  # official, appointed to the match (T1.3.iii)
    READER = "reader"  # reads out and moves for a blind player
    SPECTATOR = "spectator"
    SYSTEM = "system"  # a timer that came due


class By(Struct, frozen=True):
    """Who acts. A player acts for one seat, a reader for that of the player they assist."""

    role: Role
    person: Person = ""
    seat: Seat | None = None


class TableAction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    """A request. One that has a `seat` comes from the player who sits there."""
