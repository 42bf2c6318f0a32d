"""What players ask of the director, and the answers; observers and readers who are appointed."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules.acts import Event
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Words
from tavl.table.acts.people import Person, TableAction


class Request(StrEnum):
    OBSERVER = "observer"  # T1.3.iii, T1.7.vii, T2.3.ii, T2.4.ii
    CLOCK = "clock"  # T2.3.ii
    BAFFLE_BOX = "baffle_box"  # T2.4.ii
    EXPEL_SPECTATORS = "expel_spectators"  # T1.6.iv
    APPROVE_BAFFLE_BOX = "approve_baffle_box"  # T3.4.iii
    APPROVE_CLOCK = "approve_clock"  # T3.5.iii
    COME = "come"


class Charged(StrEnum):
    NOBODY = "nobody"
    ASKER = "asker"
    ALL = "all"


class AskDirector(TableAction, frozen=True):
    seat: Seat
    what: Request
    reason: Words = ""


class AnswerRequest(TableAction, frozen=True):
    """`person`: the observer appointed, or the spectator expelled; `fee` goes with an observer."""

    id: int
    granted: bool
    reason: Words = ""
    person: Person = ""
    fee: int = 0
    charged: Charged = Charged.NOBODY


class AppointObserver(TableAction, frozen=True):
    person: Person
    fee: int = 0
    charged: Charged = Charged.NOBODY


class AppointReader(TableAction, frozen=True):
    """Somebody reads and moves for a blind player."""

    reads_for: Seat
    person: Person


class Asked(Event, frozen=True):
    id: int
    seat: Seat
    what: Request
    reason: Words = ""


class Answered(Event, frozen=True):
    id: int
    granted: bool
    reason: Words = ""


class ObserverAppointed(Event, frozen=True):
    person: Person
    fee: int = 0
    charged: tuple[Seat, ...] = ()


class ReaderAppointed(Event, frozen=True):
    reads_for: Seat
    person: Person


RequestAction = AskDirector | AnswerRequest | AppointObserver | AppointReader
RequestEvent = Asked | Answered | ObserverAppointed | ReaderAppointed
