"""What each part of a table remembers: a `Table` (state.py) is made of these. What is done with them stands in the
part's own module."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position
from tavl.rules.profile import Breaks
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyCorrection, Equipment, Matter, Request, Role, StopReason, Topic, Useful, Way
from tavl.table.clock.delay_clock import Pair

Score = tuple[int, int]


class Stand(Struct, frozen=True, kw_only=True):
    """Why the clock stands, if it was stopped in a game, and what is open about it."""

    reason: StopReason | None = None
    seat: Seat | None = None  # who stopped it; none: the director, or by itself
    asked: Seat | None = None  # who is claimed to have lifted the dice too early, until answered (T4.1.v.b)
    noted: tuple[Pair | None, Pair | None] = (None, None)  # times as written down by each (T4.3.ii.b)


class Claim(Struct, frozen=True):
    """A claim that the last play was illegal."""

    asked: Seat  # to accept or dispute the facts
    role: Role
    seat: Seat | None = None  # who claims
    since: int = 0


class Handling(Struct, frozen=True, kw_only=True):
    arranged: acts.Arranged | None = None  # put down, the turn not yet ended
    arrangements: int = 0  # in this turn
    early_roll: Dice | None = None  # of the waiting player
    early_roll_asked: bool = False  # the player whose turn had not ended is to choose (G9.4)
    early_double: bool = False
    invalid_rolls: int = 0  # in this turn
    delay_restarts: int = 0  # one for each of them (T4.3.v)
    passed_up: frozenset[Seat] = frozenset()  # the cube, by a roll that did not count, in this turn or for the next one
    open_play: bool = False  # the last play can still be pointed out as illegal (`illegal_play_window`)
    claim: Claim | None = None


class Void(Struct, frozen=True):
    """A void double, as long as it can be annulled; of several the first, which the others depend on."""

    seat: Seat
    fault: str
    cube: Cube | None  # before it


class Corrections(Struct, frozen=True, kw_only=True):
    asked: acts.CorrectionAsked | None = None
    cube_shown: Cube | None = None  # what the physical cube shows, where that is wrong
    cube_wrong: bool = False
    level_wrong: bool = False  # because of a double to a wrong level, which is on record (T4.4.vi)
    void_double: Void | None = None
    wrong_set_up: Position | None = None  # seen by the first seat
    second_turn_begun: bool = False  # the starter's; a wrong set-up stands from there (T4.2.iv)
    length_due: int | None = None
    results: tuple[acts.ResultStated | None, acts.ResultStated | None] = (None, None)


class Dispute(Struct, frozen=True):
    id: int
    rule: str
    seat: Seat | None  # who claims something; none: a fact both are asked about, such as two fallen flags
    statement: str
    claim: AnyCorrection | None  # what is done if it is upheld
    since: int
    stood: bool = False  # the clock was the director's to start, and still is
    roll_wanted: frozenset[Seat] = frozenset()
    stated: tuple[acts.SettlementStated | None, acts.SettlementStated | None] = (None, None)  # of two fallen flags
    case: str = ""  # of the tournament, where it was raised at the desk


class RulingLine(Struct, frozen=True):
    id: int
    rule: str
    reason: str
    person: str
    final: bool
    appealed: bool = False
    dispute: int | None = None
    case: str = ""
    appealed_by: Seat | None = None
    appealed_late: tuple[Seat, ...] = ()  # whose appeals were refused; the other may still ask


class Disputes(Struct, frozen=True):
    open: Dispute | None = None
    raised: int = 0
    lost: tuple[int, int] = (0, 0)  # failed claims, by seat
    denied: tuple[int, int] = (0, 0)  # the other's claims that a seat did not grant and that held by default
    rulings: tuple[RulingLine, ...] = ()
    named: tuple[str | None, str | None] = (None, None)  # who each wants as ruler
    appeal: int | None = None  # the ruling whose appeal everything waits for (T5.2)
    appealed_at: int = 0

    @property
    def ruler(self) -> str | None:
        first, second = self.named
        return first if first == second else None


class Card(Struct, frozen=True):
    games: int  # after so many
    score: Score
    clear: bool = True  # false once it was changed after both were shown


class Proof(Struct, frozen=True):
    """What the cards prove, and why: both say so, the only card kept, the card of the player behind."""

    score: Score
    why: str
    seat: Seat | None = None


class Cards(Struct, frozen=True, kw_only=True):
    cards: tuple[Card | None, Card | None] = (None, None)
    crawford_announced: bool = False
    reported: Score | None = None
    confirmed: bool = False
    settled: bool = False  # that they differ: by a ruling or an agreement on the score


class Break(Struct, frozen=True):
    seats: frozenset[Seat]  # who takes it and is not back yet
    until: int


class Absence(Struct, frozen=True):
    since: int
    until: int | None = None  # arrived
    counted: int = 0  # penalty points given for it so far; below zero: owed from before
    waived: bool = False


class Conduct(Struct, frozen=True, kw_only=True):
    starts_at: int | None = None
    breaks: Breaks | None = None  # of this match's own (T2.2.iii)
    breaks_taken: tuple[int, int] = (0, 0)
    on_break: Break | None = None
    break_over: tuple[int | None, int | None] = (None, None)  # when each one's last break was to end
    absent: tuple[Absence | None, Absence | None] = (None, None)
    infractions: tuple[acts.InfractionRecorded, ...] = ()
    penalties: tuple[acts.PenaltyGiven, ...] = ()
    points: tuple[int, int] = (0, 0)  # penalty points of each


class Reply(StrEnum):
    OPEN = "open"
    GIVEN = "given"
    REFUSED = "refused"
    ENDED = "ended"


class Consent(Struct, frozen=True):
    id: int
    matter: Matter
    seat: Seat | None  # who asked; none: announced by the director for both
    what: str
    answer: Reply = Reply.OPEN
    why: str = ""  # refused or ended


class Line(Struct, frozen=True):
    """A request, and its answer once there is one."""

    id: int
    seat: Seat
    what: Request
    reason: str
    granted: bool | None = None
    answer: str = ""


class Fee(Struct, frozen=True):
    """For an observer (T1.3.iii), for whoever keeps the accounts."""

    person: str
    amount: int
    charged: tuple[Seat, ...]


class Requests(Struct, frozen=True, kw_only=True):
    lines: tuple[Line, ...] = ()
    observers: tuple[str, ...] = ()
    readers: tuple[str | None, str | None] = (None, None)
    fees: tuple[Fee, ...] = ()
    concerns: tuple[acts.ConcernTold, ...] = ()
    expelled: tuple[str, ...] = ()

    @property
    def asked(self) -> int:
        return len(self.lines)


class Settled(Struct, frozen=True):
    topic: Topic
    value: str
    by_roll: bool


class InUse(Struct, frozen=True):
    what: Useful
    way: Way
    from_game: int = 1
    reason: str = ""


class SetUp(Struct, frozen=True, kw_only=True):
    wishes: tuple[acts.Wished, ...] = ()  # the last of each seat and topic
    settled: tuple[Settled, ...] = ()
    wanted: frozenset[tuple[Seat, Useful]] = frozenset()
    uses: tuple[InUse, ...] = ()
    exempted: frozenset[Useful] = frozenset()
    awaiting: tuple[Useful, ...] = ()  # approval; play waits for it (T3.4.iii, T3.5.iii)
    brought: frozenset[Equipment] = frozenset()
    changed: tuple[acts.EquipmentChanged, ...] = ()
    mixed_by: Seat | None = None  # the dice are being picked
    picks: tuple[acts.DiePicked, ...] = ()
    featured: tuple[acts.FeaturedOrdered, ...] = ()
    room: str = ""
    table_name: str = ""
    smoke_free: frozenset[Seat] = frozenset()


class Reading(Struct, frozen=True):
    score: tuple[int, int]
    cube: Cube | None = None
    times: tuple[int, int] | None = None


class Device(Struct, frozen=True, kw_only=True):
    id: str
    sequence: int = 0  # of the last action that is in
    offset: int | None = None  # its instants plus this are ours
    reading: Reading | None = None
    refused: tuple[acts.DeviceActionRefused, ...] = ()
