"""A recorded match: what every format is read into and written from.

A record holds what was written, not what follows by the rules. An illegal play is kept as it was played. Positions,
whose turn it is and the cube are found by replaying (`replay`), which is also what marks illegal plays and puts
combined moves apart. The first seat is the left column of a `.mat` file, White in `.sgf`, the bottom player in XG.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from tavl.notation.problems import Problem
from tavl.rules.acts import Cube, tag_of
from tavl.rules.board import Dice, Position
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat

Place = Annotated[int, Meta(ge=0, le=25)]
Moves = tuple[tuple[Place, Place], ...]
"""Checker moves in the mover's numbers, from place to place: 25 is the bar, 0 is off."""


# Stored analysis by the program that wrote the file. All numbers are seen by the player who decides.


class Unit(StrEnum):
    """What an equity is measured in."""

    POINTS = "points"  # of the cube as it stands: money play
    EMG = "emg"  # match equity put on the scale of a money game
    MWC = "mwc"  # match winning chances, 0 to 1


class Chances(Struct, frozen=True):
    """Without the cube; a gammon counts backgammons in."""

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    @property
    def equity(self) -> float:
        """Cubeless, for money."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon

    @property
    def mirror(self) -> Chances:
        """The same, seen by the opponent."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)


class Rollout(Struct, frozen=True, kw_only=True):
    """How games were rolled out, if the file says so."""

    truncated_after: int | None = None  # turns; none: played to the end
    variance_reduced: bool = False
    play: str = ""  # how deep plays and cube actions were looked at, in the program's own words
    cube: str = ""
    seed: int | None = None
    seconds: int | None = None


class Depth(Struct, frozen=True, kw_only=True):
    """How deep a program searched."""

    name: str = ""  # in the program's own words: "2-ply", "XG Roller++", "3-ply red"
    ply: int | None = None  # as GNU Backgammon and tavl count: 0 is the network alone
    cubeful: bool = True
    games: int | None = None  # of a rollout
    standard_error: float | None = None  # of a rollout's equity
    rollout: Rollout | None = None


class Mark(StrEnum):
    """What an annotator, or the program by its limits, thought of a decision."""

    VERY_GOOD = "very_good"
    GOOD = "good"
    INTERESTING = "interesting"
    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very_bad"


class LuckMark(StrEnum):
    VERY_LUCKY = "very_lucky"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very_unlucky"


class Candidate(Struct, frozen=True, kw_only=True):
    """A play that was considered."""

    moves: Moves
    equity: float | None = None  # with the cube where depth.cubeful
    chances: Chances | None = None
    depth: Depth = Depth()


class PlayAnalysis(Struct, frozen=True, kw_only=True):
    candidates: tuple[Candidate, ...] = ()  # in the file's order, as a rule the best first
    played: int | None = None  # which of them was played
    unit: Unit = Unit.POINTS
    mark: Mark | None = None
    error: float | None = None  # lost by the play, as the program counted it; 0 or more
    counts: bool | None = None  # as a decision, to the program: forced and obvious plays do not


class CubeAnalysis(Struct, frozen=True, kw_only=True):
    """Of the player who may double, also where it is stored at the answer."""

    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    unit: Unit = Unit.POINTS
    chances: Chances | None = None  # if the cube stays
    chances_doubled: Chances | None = None
    depth: Depth = Depth()
    mark: Mark | None = None
    error: float | None = None  # lost by what was done at this entry, as the program counted it; 0 or more


class Luck(Struct, frozen=True):
    """Of a roll, in `unit`, for the player who rolled."""

    value: float | None = None
    mark: LuckMark | None = None
    unit: Unit = Unit.POINTS


class Timing(Struct, frozen=True, kw_only=True):
    """Clock times, in milliseconds."""

    spent: int | None = None  # on this entry
    left: tuple[int | None, int | None] = (None, None)  # of each seat, after it
    at: int | None = None  # the instant, UTC


# What happened, entry by entry.


class Entry(Struct, frozen=True, kw_only=True, tag=tag_of, tag_field="type"):
    seat: Seat
    comment: str = ""
    timing: Timing | None = None
    line: int = 0  # of the file it was read from, or the byte; 0 for one that was read from none
    # what could have been done instead, and how it could have gone on
    side_lines: tuple[tuple[AnyEntry, ...], ...] = ()


class Turn(Entry, frozen=True, kw_only=True):
    """A roll and its play. Without moves it is a dance."""

    dice: Dice
    moves: Moves | None = ()  # none: not known, or the game ended before it was played
    illegal: Refused | None = None  # why the play is against the rules; set by `replay`
    analysis: PlayAnalysis | None = None
    cube: CubeAnalysis | None = None  # of not doubling before this roll
    luck: Luck | None = None


class CubeActionKind(StrEnum):
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class CubeAction(Entry, frozen=True, kw_only=True):
    action: CubeActionKind
    value: int | None = None  # what the cube would show, if the file says so
    illegal: Refused | None = None
    cube: CubeAnalysis | None = None


class ResignationKind(StrEnum):
    OFFER = "offer"
    ACCEPT = "accept"
    REFUSE = "refuse"


class Resignation(Entry, frozen=True, kw_only=True):
    action: ResignationKind
    size: int | None = None  # 1 a single game, 2 a gammon, 3 a backgammon; none: the file does not say


class Setup(Entry, frozen=True, kw_only=True):
    """The position or the cube set by hand, `seat` on roll. A file with a position alone has one of these."""

    position: Position | None = None  # seen by `seat`; none: it stays
    cube: Cube | None = None
    dice: Dice | None = None  # rolled, and not played yet
    analysis: PlayAnalysis | None = None
    cube_analysis: CubeAnalysis | None = None


AnyEntry = Turn | CubeAction | Resignation | Setup


class Ending(StrEnum):
    """How a game ended."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    SETTLED = "settled"  # for points that the players agreed on
    TIME = "time"
    FORFEITED = "forfeited"  # with it the match
    RULED = "ruled"  # by a director
    UNKNOWN = "unknown"  # the file names a winner, but not why


class GameResult(Struct, frozen=True):
    winner: Seat
    points: int  # what the game pays, not capped at what the match needs
    ending: Ending = Ending.UNKNOWN
    line: int = 0


class GameRecord(Struct, frozen=True, kw_only=True):
    score: tuple[int, int] = (0, 0)  # before it
    crawford: bool = False
    start: Position | None = None  # seen by the first seat; none: the usual one
    cube: Cube = Cube()  # at the start; turned in the middle by automatic doubles
    entries: tuple[AnyEntry, ...] = ()
    result: GameResult | None = None  # none: not finished
    comment: str = ""
    headings: dict[str, str] = {}  # what else the file says about this game
    line: int = 0


class Player(Struct, frozen=True, kw_only=True):
    name: str = ""
    rating: float | None = None
    experience: int | None = None


class MatchRecord(Struct, frozen=True, kw_only=True):
    players: tuple[Player, Player] = (Player(), Player())
    length: int = 0  # 0: money play
    games: tuple[GameRecord, ...] = ()
    event: str = ""
    site: str = ""
    round: str = ""
    date: str = ""  # 2024-05-11, or 2024-05, or 2024
    time: str = ""  # 19:56
    transcriber: str = ""
    annotator: str = ""
    program: str = ""  # that wrote the file, with its version
    crawford: bool | None = None  # none: the file does not say
    jacoby: bool | None = None
    beavers: int | None = None  # how many times in a row; 0: none
    automatic_doubles: int | None = None
    max_cube: int | None = None
    variation: str = ""  # empty: backgammon
    comment: str = ""
    headings: dict[str, str] = {}  # all others, as they are written
    format: str = ""  # what it was read from: one of files.py
    problems: tuple[Problem, ...] = ()

    @property
    def score(self) -> tuple[int, int]:
        """After the last game, as the points add up from the score that it began at."""
        if not self.games:
            return (0, 0)
        last = self.games[-1]
        first, second = last.score
        if last.result is None:
            return last.score
        won = last.result.points
        return (first + won, second) if last.result.winner == Seat.FIRST else (first, second + won)

    @property
    def winner(self) -> Seat | None:
        """Of the match, where somebody has reached its length."""
        if not self.length or max(self.score) < self.length:
            return None
        return Seat.FIRST if self.score[0] >= self.length else Seat.SECOND
