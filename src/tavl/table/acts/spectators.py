"""Spectators (T1.6): what they may tell the director, expelling one, and how much later they see the match."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from tavl.rules.acts import Event
from tavl.rules.text_kinds import Words, words_or
from tavl.table.acts.people import Person, TableAction


class Concern(StrEnum):
    """What a spectator may tell the director (T1.6.i)."""

    CHEATING = "cheating"
    FALLEN_FLAG = "fallen_flag"
    WRONGLY_STARTED_CLOCK = "wrongly_started_clock"
    INVALID_DOUBLE = "invalid_double"
    OTHER = "other"


class TellDirector(TableAction, frozen=True):
    concern: Concern
    text: Words = ""


class ExpelSpectator(TableAction, frozen=True):
    person: Person
    reason: Words
    from_later: bool = False


class SetSpectatorDelay(TableAction, frozen=True):
    delay_ms: int


class ConcernTold(Event, frozen=True):
    person: Person
    concern: Concern
    text: Words = ""


class SpectatorExpelled(Event, frozen=True):
    """`reason`: the director's; where a player asked for it and the director adds nothing, the clause (T1.6.iv)."""

    person: Person
    reason: Annotated[str, words_or("T1.6.iv")]
    from_later: bool = False


class SpectatorDelaySet(Event, frozen=True):
    delay_ms: int


SpectatorAction = TellDirector | ExpelSpectator | SetSpectatorDelay
SpectatorEvent = ConcernTold | SpectatorExpelled | SpectatorDelaySet
