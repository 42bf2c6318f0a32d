"""Tables, calls, starts and lengths: what happens between the draw and the results."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.text_kinds import Code, Person, Words
from tavl.table.acts.preparation import Equipment, Way
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class Place(Struct, frozen=True, kw_only=True):
    """A table with its board."""

    id: Code
    room: Code = ""
    smoke_free: bool = True
    clock: bool = False
    featured: bool = False  # for matches that are streamed or recorded (T3.8)
    board: tuple[int, int] | None = None  # its size in centimetres, open (T3.1); none: nobody has measured it
    cups: bool = False  # with an inner lip (T3.2)
    dice: bool = False  # precision dice (T3.3)
    box: bool = False  # a baffle box stays at it (T3.4)


class SetPlaces(TournamentAction, frozen=True):
    """The inventory of tables, in the order in which they are filled, and what can be lent to any of them: clocks,
    boards of the size that T3.1 names, pairs of lipped cups, sets of four precision dice, baffle boxes."""

    places: tuple[Place, ...]
    clocks: int = 0
    boards: int = 0
    cups: int = 0
    dice: int = 0
    boxes: int = 0


class CallMatch(TournamentAction, frozen=True):
    match: Code
    place: Code
    seen: int | None = None


class WithdrawCall(TournamentAction, frozen=True):
    match: Code
    reason: Words = ""
    seen: int | None = None


class BeginMatch(TournamentAction, frozen=True):
    match: Code
    seen: int | None = None


class MoveStart(TournamentAction, frozen=True):
    match: Code
    starts_at: int
    reason: Words
    seen: int | None = None


class SetLength(TournamentAction, frozen=True):
    """For one match (T4.8)."""

    match: Code
    length: int
    reason: Words
    seen: int | None = None


class DemandSmokeFree(TournamentAction, frozen=True):
    """A player's demand (T2.1), for all of their matches."""

    person: Person


class SetUnavailable(TournamentAction, frozen=True):
    """An entrant is not paired or called before this instant; none: they are back."""

    entry: Code
    until: int | None


class PlacesSet(TournamentEvent, frozen=True):
    places: tuple[Place, ...]
    clocks: int = 0
    boards: int = 0
    cups: int = 0
    dice: int = 0
    boxes: int = 0


class MatchCalled(TournamentEvent, frozen=True):
    match: Code
    place: Code
    players: tuple[Code, Code]
    late_from: int  # lateness is counted from here (T2.2.iv)
    clock: bool = False  # one stands there, because somebody prefers it (T3.5.i)
    equipment: tuple[Equipment, ...] = ()  # likewise (T3.1 to T3.4)
    box_way: Way | None = None  # how a baffle box among it came to be used (T3.4.i)


class CallWithdrawn(TournamentEvent, frozen=True):
    match: Code
    reason: Words = ""


class MatchBegun(TournamentEvent, frozen=True):
    """Pins the players."""

    match: Code
    players: tuple[Code, Code]
    score: tuple[int, int] = (0, 0)  # penalty points given before it began


class StartMoved(TournamentEvent, frozen=True):
    match: Code
    starts_at: int
    reason: Words


class LengthSet(TournamentEvent, frozen=True):
    match: Code
    length: int
    reason: Words


class SmokeFreeDemanded(TournamentEvent, frozen=True):
    person: Person


class UnavailableSet(TournamentEvent, frozen=True):
    entry: Code
    until: int | None


CallAction = (
    SetPlaces | CallMatch | WithdrawCall | BeginMatch | MoveStart | SetLength | DemandSmokeFree | SetUnavailable
)
CallEvent = (
    PlacesSet | MatchCalled | CallWithdrawn | MatchBegun | StartMoved | LengthSet | SmokeFreeDemanded | UnavailableSet
)
