"""The vocabulary of a game: what people do (actions) and what has happened (events).

An action is a request and names its seat; `decide` checks it. An event is a fact; `evolve` applies it. Events carry all
that is needed to replay them without judging again, so that a log read years later gives the same game even where a
director's ruling or a physical board left the rules behind.
"""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Code


def tag_of(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class Action(Struct, frozen=True, tag=tag_of, tag_field="type"):
    seat: Seat


class StartGame(Action, frozen=True):
    """Set up the next game."""


class Roll(Action, frozen=True):
    """Roll the dice; for the opening, both players' dice at once."""


class MakePlay(Action, frozen=True):
    """Play the roll and end the turn; without moves when no checker can move."""

    moves: tuple[tuple[int, int], ...] = ()


class Double(Action, frozen=True):
    pass


class Take(Action, frozen=True):
    pass


class Drop(Action, frozen=True):
    pass


class Beaver(Action, frozen=True):
    """Turn the cube once more and keep it (G11.3)."""


class OfferResignation(Action, frozen=True):
    size: int


class AcceptResignation(Action, frozen=True):
    pass


class RefuseResignation(Action, frozen=True):
    pass


class EndSession(Action, frozen=True):
    """Get up from a money game, between games."""


GameAction = Roll | MakePlay | Double | Take | Drop | Beaver | OfferResignation | AcceptResignation | RefuseResignation
MatchAction = GameAction | StartGame | EndSession


class Cube(Struct, frozen=True):
    value: int = 1
    owner: Seat | None = None

    @property
    def possible(self) -> bool:
        """Centred it is worth 1; turned, it belongs to the player who took it (T4.4.i, T4.4.iii)."""
        return self.value.bit_count() == 1 and self.value > 0 and (self.owner is None) == (self.value == 1)


class Outcome(Struct, frozen=True):
    """The end of a game. `points` is what it pays: stake times cube times size, before the match caps it."""

    winner: Seat
    size: int
    points: int
    reason: Code  # borne_off, dropped, resigned, or a ruling's own


class Event(Struct, frozen=True, tag=tag_of, tag_field="type"):
    pass


class GameStarted(Event, frozen=True):
    crawford: bool = False


class OpeningRolled(Event, frozen=True):
    """One die each, in the order of the seats. Equal dice do not count (G3.1)."""

    first: int
    second: int


class Rolled(Event, frozen=True):
    seat: Seat
    dice: Dice


class Played(Event, frozen=True):
    """A turn is over. `result` is seen by the opponent; it is what stands on the board, legal or not."""

    seat: Seat
    moves: tuple[tuple[int, int], ...]
    result: Position
    legal: bool = True


class Doubled(Event, frozen=True):
    seat: Seat


class Taken(Event, frozen=True):
    seat: Seat


class Dropped(Event, frozen=True):
    seat: Seat


class Beavered(Event, frozen=True):
    seat: Seat


class ResignationOffered(Event, frozen=True):
    seat: Seat
    size: int


class ResignationAccepted(Event, frozen=True):
    seat: Seat


class ResignationRefused(Event, frozen=True):
    seat: Seat


class SessionEnded(Event, frozen=True):
    seat: Seat


# What only a table or a ruling brings about; `decide` never answers with these.


class PlayReopened(Event, frozen=True):
    """The last play is taken back and the same dice are to be played again (T4.2.iii, G9.3)."""


class PositionSet(Event, frozen=True):
    """Seen by the player whose turn it is."""

    position: Position


class TurnSet(Event, frozen=True):
    seat: Seat
    dice: Dice | None = None


class CubeSet(Event, frozen=True):
    """No cube: it is off the board."""

    cube: Cube | None = None


class DoubleAnnulled(Event, frozen=True):
    """A void double: the cube is put back. A finished game pays `outcome`; without one it pays what it would
    have paid with that cube, or goes on if it ended on the drop."""

    cube: Cube | None = None
    outcome: Outcome | None = None


class OutcomeSet(Event, frozen=True):
    """The game is decided, or its result is another, by ruling or correction."""

    outcome: Outcome


class ScoreSet(Event, frozen=True):
    """The score is this; a match that it does not finish is open again."""

    score: tuple[int, int]
    corrects: bool = False  # it was kept wrong, so that the games so far began at another score than was thought


class LengthSet(Event, frozen=True):
    length: int


class MatchDecided(Event, frozen=True):
    """The match is over for another reason than the score: time, penalty points, a ruling."""

    winner: Seat
    reason: Code
    facts: dict[Code, int | Code] = {}


class MatchReopened(Event, frozen=True):
    pass


GameEvent = (
    OpeningRolled
    | Rolled
    | Played
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | ResignationOffered
    | ResignationAccepted
    | ResignationRefused
    | PlayReopened
    | PositionSet
    | TurnSet
    | CubeSet
)
MatchEvent = (
    GameEvent
    | GameStarted
    | SessionEnded
    | DoubleAnnulled
    | OutcomeSet
    | ScoreSet
    | LengthSet
    | MatchDecided
    | MatchReopened
)
