"""What players ask of each other and of the director: consents, requests; and the people around the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from tavl.rules.acts import Event
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Code, Words, words_or
from tavl.table.acts.people import Person, TableAction
from tavl.table.acts.preparation import Equipment

# consents


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
"""In their own words; of `OTHER_EQUIPMENT` which it is."""


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


# requests, and people around the table


class Request(StrEnum):
    OBSERVER = "observer"  # T1.3.iii, T1.7.vii, T2.3.ii, T2.4.ii
    CLOCK = "clock"  # T2.3.ii
    BAFFLE_BOX = "baffle_box"  # T2.4.ii
    EXPEL_SPECTATORS = "expel_spectators"  # T1.6.iv
    APPROVE_BAFFLE_BOX = "approve_baffle_box"  # T3.4.iii
    APPROVE_CLOCK = "approve_clock"  # T3.5.iii
    COME = "come"


class Concern(StrEnum):
    """What a spectator may tell the director (T1.6.i)."""

    CHEATING = "cheating"
    FALLEN_FLAG = "fallen_flag"
    WRONGLY_STARTED_CLOCK = "wrongly_started_clock"
    INVALID_DOUBLE = "invalid_double"
    OTHER = "other"


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


class TellDirector(TableAction, frozen=True):
    concern: Concern
    text: Words = ""


class ExpelSpectator(TableAction, frozen=True):
    person: Person
    reason: Words
    from_later: bool = False


class SetSpectatorDelay(TableAction, frozen=True):
    delay_ms: int


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


ConsentAction = AskConsent | GiveConsent | RefuseConsent | WithdrawConsent | AnnounceAllowed
ConsentEvent = ConsentAsked | ConsentGiven | ConsentRefused | ConsentEnded | AllowanceAnnounced
RequestAction = (
    AskDirector | AnswerRequest | AppointObserver | AppointReader | TellDirector | ExpelSpectator | SetSpectatorDelay
)
RequestEvent = (
    Asked | Answered | ObserverAppointed | ReaderAppointed | ConcernTold | SpectatorExpelled | SpectatorDelaySet
)
