"""Consents (T1.7): what needs one, and how it is asked for, given, refused and withdrawn."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from tavl.rules.acts import Event
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Code, Words, words_or
from tavl.table.acts.people import TableAction
from tavl.table.acts.preparation import Equipment


class Matter(StrEnum):
    RECORDING = "recording"  # T1.7.ii
    STREAMING = "streaming"
    HEADPHONES = "headphones"  # T1.7.iii
    PHONE = "phone"  # T1.7.iv
    PHONE_AS_SCORE_CARD = "phone_as_score_card"
    PHONE_AS_CLOCK = "phone_as_clock"
    ROLLING_LEFT = "rolling_left"  # T4.1.iv.a
    SILENT_OBSERVERS = "silent_observers"  # T4.2.iii.a
    SCORE_BOARD = "score_board"  # T4.7
    OTHER_EQUIPMENT = "other_equipment"  # T3.7.i


What = Annotated[str, words_or(*Equipment)]
"""In their own words; for `OTHER_EQUIPMENT`, which equipment."""


class AskConsent(TableAction, frozen=True):
    seat: Seat
    matter: Matter
    what: What = ""


class GiveConsent(TableAction, frozen=True):
    seat: Seat
    id: int


class RefuseConsent(TableAction, frozen=True):
    seat: Seat
    id: int
    reason: Words = ""


class WithdrawConsent(TableAction, frozen=True):
    """By the director at any time; by the player who gave it where the rule allows that."""

    id: int
    reason: Words = ""
    seat: Seat | None = None


class AnnounceAllowed(TableAction, frozen=True):
    """The director allows it to both, or orders it."""

    matter: Matter
    what: What = ""


class ConsentAsked(Event, frozen=True):
    id: int
    seat: Seat
    matter: Matter
    what: What = ""


class ConsentGiven(Event, frozen=True):
    id: int


class ConsentRefused(Event, frozen=True):
    id: int
    reason: Words = ""


class ConsentEnded(Event, frozen=True):
    id: int
    why: Code  # withdrawn, by_director, rolled_right, game_over
    reason: Words = ""


class AllowanceAnnounced(Event, frozen=True):
    id: int
    matter: Matter
    what: What = ""


ConsentAction = AskConsent | GiveConsent | RefuseConsent | WithdrawConsent | AnnounceAllowed
ConsentEvent = ConsentAsked | ConsentGiven | ConsentRefused | ConsentEnded | AllowanceAnnounced
