"""The server's additions to a table: who opened it, who has which role, who may watch, and what happens when a player's
connection is lost (how long a match waits: `line_wait_ms` and its neighbours in `server/settings.py`). Pure; `table/`
knows nothing about connections and links."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.acts import Cube, Event, tag_of
from tavl.rules.board import Dice, Position
from tavl.rules.game import Game
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.rules.text_kinds import Code, Person
from tavl.table import acts
from tavl.table.acts import AnyEvent, By
from tavl.table.table import Table, person_at


class LostLine(StrEnum):
    """What happens while a player's connection is lost."""

    RUNS = "runs"  # the clock runs
    WAITS = "waits"  # after the grace period the match waits, as long as the player has waiting time left


class Given(StrEnum):
    """A role that somebody can be given at a table."""

    DIRECTOR = "director"
    RULER = "ruler"  # named by a player; both must name the same person
    OBSERVER = "observer"
    READER = "reader"
    SPECTATOR = "spectator"  # admitted to a table that is closed to spectators


class StartPosition(Struct, frozen=True, kw_only=True):
    """Where the first game of a table begins, if not at the start of a game."""

    id: Code  # an XGID, with who opened the table in the first seat
    position: Position  # seen by `turn`
    turn: Seat = Seat.FIRST
    dice: Dice | None = None
    cube: Cube | None = None  # none: off the board
    doubled: bool = False  # `turn` has doubled, and the other answers
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    after_crawford: bool = False  # the Crawford game has been played


class HouseTerms(Struct, frozen=True, kw_only=True):
    """What the opener of a table may choose besides its `TableTerms`."""

    spectators: bool = True
    lost_line: LostLine = LostLine.RUNS
    line_grace_ms: int = 0
    line_wait_ms: int = 0  # each player's, over the whole match
    shared: bool = False  # at a physical board: one device for both, so its opener acts for either seat
    gone_wait_ms: int | None = None  # when the player to act has been gone for this long, the other may end the match
    tutor: bool = False  # against a bot, unrated: warnings, hints, and decisions taken back
    start: StartPosition | None = None  # against a bot, unrated: the first game begins here


class Offered(Event, frozen=True):
    """Whom the opener wants to play (a bot, a friend, anyone, somebody at a physical board), and the hosting terms."""

    opponent: Code
    opened_by: Person = ""
    terms: HouseTerms = HouseTerms()


class Registered(Event, frozen=True):
    """The person who sits down has an account, or is somebody's bot: a match between two of them can be rated. It is
    recorded so that a rating does not change when an account is erased."""

    person: Person
    bot: bool = False


class RoleGiven(Event, frozen=True):
    """For roles that `table/` does not record: a director, an admitted spectator."""

    role: Given
    person: Person


class LineLost(Event, frozen=True):
    seat: Seat
    since: int


class LineBack(Event, frozen=True):
    seat: Seat


class MatchWaits(Event, frozen=True):
    """The match waits for a player whose connection is lost; `suspended` comes with it, and `resumed` ends it."""

    seat: Seat
    since: int


class BoardCause(StrEnum):
    START = "start"  # the table was opened to play on from a position
    TAKEN_BACK = "taken_back"  # a player takes their last decision back


class BoardSet(Event, frozen=True):
    """The board is set up by agreement, where somebody plays a bot and nothing counts; the events after it say how."""

    cause: BoardCause
    seat: Seat
    after_crawford: bool = False


class Withheld(Event, frozen=True):
    """Sent in place of an event that the receiver may not see, so that versions have no gaps; never written."""


HouseEvent = Offered | Registered | RoleGiven | LineLost | LineBack | MatchWaits | BoardSet | Withheld


class HouseAction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    pass


class GiveRole(HouseAction, frozen=True):
    role: Given
    person: str
    seat: Seat | None = None  # of the blind player, for a reader


class LoseLine(HouseAction, frozen=True):
    seat: Seat
    since: int


class FindLine(HouseAction, frozen=True):
    seat: Seat


class WaitForLine(HouseAction, frozen=True):
    seat: Seat


class WaitNoLonger(HouseAction, frozen=True):
    seat: Seat


class ClaimWin(HouseAction, frozen=True):
    """The opponent, whose turn it is, has been gone for long enough."""

    seat: Seat


class CloseAbandoned(HouseAction, frozen=True):
    """The same without claiming the win: nothing counts, or the money session is over."""

    seat: Seat


class TakeBack(HouseAction, frozen=True):
    """Where there is a tutor: the last decision is made again."""

    seat: Seat


PlayersHouseAction = ClaimWin | CloseAbandoned | TakeBack
AnyHouseAction = GiveRole | LoseLine | FindLine | WaitForLine | WaitNoLonger | PlayersHouseAction


HandlerResult = list[HouseEvent | AnyEvent] | Refused


class House(Struct, frozen=True, kw_only=True):
    opponent: str = "friend"
    opened_by: str = ""
    terms: HouseTerms = HouseTerms()
    registered: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()  # those of the registered who are bots
    directors: tuple[str, ...] = ()
    let_in: tuple[str, ...] = ()
    lost: tuple[int | None, int | None] = (None, None)  # since when
    waited_ms: tuple[int, int] = (0, 0)
    waits_for: Seat | None = None
    waits_since: int = 0
    decisions: tuple[Game, ...] = ()  # where there is a tutor: the game before each decision that can be taken back

    def wait_left(self, seat: Seat) -> int:
        return max(0, self.terms.line_wait_ms - self.waited_ms[seat])


def by_of(house: House, table: Table, person: str | None) -> By:
    """Who somebody is at this table."""
    return person_at(table, person or "", directs=bool(person) and person in house.directors)


# what has happened


def evolve(house: House, event: object, at: int) -> House:
    """Apply an event of a table's stream; most change nothing here."""
    match event:
        case Offered():
            return replace(house, opponent=event.opponent, opened_by=event.opened_by, terms=event.terms)
        case Registered(person=person, bot=bot):
            bots = (*house.bots, person) if bot else house.bots
            return replace(house, registered=(*house.registered, person), bots=bots)
        case RoleGiven(role=Given.DIRECTOR, person=person):
            return replace(house, directors=(*house.directors, person))
        case RoleGiven(person=person):
            return replace(house, let_in=(*house.let_in, person))
        case LineLost(seat=seat, since=since):
            return replace(house, lost=_with(house.lost, seat, since))
        case LineBack(seat=seat):
            return replace(house, lost=_with(house.lost, seat, None))
        case MatchWaits(seat=seat, since=since):
            return replace(house, waits_for=seat, waits_since=since)
        case acts.Resumed() if house.waits_for is not None:
            seat = house.waits_for
            waited = house.waited_ms[seat] + max(0, at - house.waits_since)
            first, second = (waited if each == seat else house.waited_ms[each] for each in SEATS)
            return replace(house, waits_for=None, waited_ms=(first, second))
        case _:
            return house


def _with(pair: tuple[int | None, int | None], seat: Seat, value: int | None) -> tuple[int | None, int | None]:
    return (value, pair[1]) if seat == Seat.FIRST else (pair[0], value)


# the public view
