"""Before and around the match: preferences, equipment, place."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from tavl.rules.acts import Event
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Code, Words, words_or
from tavl.table.acts.people import Person, TableAction


class Topic(StrEnum):
    """What is settled by agreement or a roll (T3.6)."""

    SEATS = "seats"
    DIRECTION = "direction"
    BOARD = "board"
    CHECKERS = "checkers"
    DICE = "dice"
    BAFFLE_BOX = "baffle_box"
    CLOCK = "clock"
    LANGUAGE = "language"


class Useful(StrEnum):
    """What a match is played with or without."""

    BAFFLE_BOX = "baffle_box"
    CLOCK = "clock"


class Way(StrEnum):
    """How it came to be used (T3.4.i, T3.5.i)."""

    OPTION = "option"
    PREFERENCE = "preference"
    REQUIREMENT = "requirement"
    PENALTY = "penalty"
    DIRECTOR = "director"


class Equipment(StrEnum):
    BOARD = "board"
    LIPPED_CUPS = "lipped_cups"
    PRECISION_DICE = "precision_dice"
    BAFFLE_BOX = "baffle_box"
    CLOCK = "clock"


class Wish(TableAction, frozen=True):
    seat: Seat
    topic: Topic
    value: Words


class RollForWish(TableAction, frozen=True):
    """The preferences differ: the higher die decides."""

    seat: Seat
    topic: Topic


class AskUse(TableAction, frozen=True):
    """Ask for a clock or a baffle box: used when both ask, or at once where the asker has the preference."""

    seat: Seat
    what: Useful


class OrderUse(TableAction, frozen=True):
    """`penalty`: under T2.3.i or T2.4.i; otherwise the director's own order (clocks only, T3.5.i)."""

    what: Useful
    reason: Words
    penalty: bool = True
    minutes: float | None = None  # for each; the director may depart from the formula


class ExemptUse(TableAction, frozen=True):
    """From preference or requirement, for a special reason (T3.4.ii, T3.5.ii)."""

    what: Useful
    reason: Words


class DemandEquipment(TableAction, frozen=True):
    """T3.1 to T3.3. A board has its size in centimetres, open."""

    seat: Seat
    kind: Equipment
    size: tuple[int, int] | None = None


class ChangeEquipment(TableAction, frozen=True):
    """By the director at any time; by a player because of a defect (T3.7.i)."""

    kind: Equipment
    defect: bool = False
    seat: Seat | None = None


class BringEquipment(TableAction, frozen=True):
    """Something has come free at the venue."""

    kind: Equipment


class AskApproval(TableAction, frozen=True):
    seat: Seat
    what: Useful


class Approve(TableAction, frozen=True):
    what: Useful
    approved: bool
    reason: Words = ""


class MixDice(TableAction, frozen=True):
    seat: Seat


class PickDie(TableAction, frozen=True):
    seat: Seat
    die: int  # 1 to 4


class OrderFeatured(TableAction, frozen=True):
    """A given board, streamed, transcribed, filmed: final (T3.8)."""

    reason: Words
    board: Words = ""
    streamed: bool = False
    transcribed: bool = False
    filmed: bool = False


class SetPlace(TableAction, frozen=True):
    room: Words
    table: Words


class WishSmokeFree(TableAction, frozen=True):
    seat: Seat


class Wished(Event, frozen=True):
    """`agrees`: the other wants the same. Older events leave it out; there only the texts, if not erased, show it."""

    seat: Seat
    topic: Topic
    value: Words
    agrees: bool | None = None


class WishRolled(Event, frozen=True):
    topic: Topic
    first: int
    second: int


class UseAsked(Event, frozen=True):
    seat: Seat
    what: Useful


class UseSet(Event, frozen=True):
    what: Useful
    way: Way
    from_game: int = 1
    reason: Annotated[str, words_or("T2.3.ii", "T2.4.ii")] = ""  # in words, or under which clause a player asked


class UseExempted(Event, frozen=True):
    what: Useful
    reason: Words


class EquipmentChanged(Event, frozen=True):
    kind: Equipment
    why: Code  # demand, defect, agreement, director
    size: tuple[int, int] | None = None
    seat: Seat | None = None


class EquipmentBrought(Event, frozen=True):
    kind: Equipment


class ApprovalAsked(Event, frozen=True):
    seat: Seat
    what: Useful


class ApprovalGiven(Event, frozen=True):
    what: Useful
    approved: bool
    reason: Words = ""


class MixingAsked(Event, frozen=True):
    seat: Seat


class DiePicked(Event, frozen=True):
    seat: Seat
    die: int


class FeaturedOrdered(Event, frozen=True):
    ruling: int
    reason: Words
    board: Words = ""
    streamed: bool = False
    transcribed: bool = False
    filmed: bool = False
    person: Person = ""


class PlaceSet(Event, frozen=True):
    room: Words
    table: Words


class SmokeFreeWished(Event, frozen=True):
    seat: Seat


PreparingAction = (
    Wish
    | RollForWish
    | AskUse
    | OrderUse
    | ExemptUse
    | DemandEquipment
    | ChangeEquipment
    | BringEquipment
    | AskApproval
    | Approve
    | MixDice
    | PickDie
    | OrderFeatured
    | SetPlace
    | WishSmokeFree
)
PreparingEvent = (
    Wished
    | WishRolled
    | UseAsked
    | UseSet
    | UseExempted
    | EquipmentChanged
    | EquipmentBrought
    | ApprovalAsked
    | ApprovalGiven
    | MixingAsked
    | DiePicked
    | FeaturedOrdered
    | PlaceSet
    | SmokeFreeWished
)
