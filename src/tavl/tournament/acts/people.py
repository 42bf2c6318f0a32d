"""Who acts in a tournament, and what the log stores with every event."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.acts import tag_of
from tavl.rules.text_kinds import Code, Person

"""Division and pairing: "open/main.1.3"."""


class Office(StrEnum):
    """In whose name somebody acts, where it is not their own."""

    NONE = "none"
    FEDERATION = "federation"
    SYSTEM = "system"  # a timer that came due


class By(Struct, frozen=True):
    person: Person = ""
    office: Office = Office.NONE


class Role(StrEnum):
    """What somebody is here. The tournament decides this; people cannot claim it."""

    ORGANISER = "organiser"
    DIRECTOR = "director"
    HELPER = "helper"  # counts as a director (T1.3.i)
    PLAYER = "player"
    COMMITTEE = "committee"
    SPECTATOR = "spectator"  # everybody else
    FEDERATION = "federation"
    SYSTEM = "system"


class Stamp(Struct, frozen=True):
    """The events of one action have the same act, which is the action's id."""

    at: int
    person: Person = ""
    act: Code = ""


class TournamentAction(Struct, frozen=True, kw_only=True, tag=tag_of, tag_field="type"):
    """A request. `seen` is the version of its match, entry or division that the person had before them."""


class TournamentEvent(Struct, frozen=True, kw_only=True, tag=tag_of, tag_field="type"):
    """A fact, with all that is needed to replay it without judging again."""
