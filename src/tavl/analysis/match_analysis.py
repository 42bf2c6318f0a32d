"""An analysed match as data: what pages, commands and files show. Plain values, written and read as JSON.

All numbers of a decision are seen by the player who decides. Equities are in points of the cube as it stands, in a
match on the scale of a money game. What something cost is in chances of winning the match, or for money in points.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from tavl.analysis.decisions.decisions import Decision
from tavl.analysis.decisions.error_rates import ErrorTotals
from tavl.analysis.reasons.phases import GamePhase
from tavl.analysis.reasons.reasons import Reason
from tavl.engine.named_depths import Depth
from tavl.notation.record import Chances, CubeActionKind, GameResult, Moves
from tavl.notation.situation import Situation
from tavl.rules.board import Dice
from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat

VERSION: Final = 1


class Look(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a number was found."""

    ply: int = 0
    games: int = 0  # of a rollout; 0: none
    standard_error: float | None = None  # of a rollout's equity
    book: bool = False  # the rollout is from the opening book


class JudgedPlay(Struct, frozen=True, kw_only=True):
    """A legal play."""

    moves: Moves
    text: str  # in English: "8/5 6/5"; empty for a dance
    equity: float  # with the cube
    loss: float  # behind the best, 0 or more
    cubeless: float  # equity without the cube
    chances: Chances
    look: Look


class CubeVerdict(StrEnum):
    """What should be done before the roll, and what the other should answer."""

    NO_DOUBLE = "no_double"
    DOUBLE_TAKE = "double_take"
    DOUBLE_DROP = "double_drop"
    TOO_GOOD = "too_good"
    DOUBLE_BEAVER = "double_beaver"
    NO_DOUBLE_BEAVER = "no_double_beaver"


BEAVERS = (CubeVerdict.DOUBLE_BEAVER, CubeVerdict.NO_DOUBLE_BEAVER)


class JudgedCube(Struct, frozen=True, kw_only=True):
    """Seen by the player who may double, also where the other one decides."""

    verdict: CubeVerdict
    no_double: float
    double_take: float
    double_drop: float
    cubeless: float
    chances: Chances
    look: Look


class PlayerStakes(Struct, frozen=True, kw_only=True):
    """What score and cube mean for a player, without gammons that are not named."""

    take_point: float  # least chance of winning with which a double is taken, if the cube is never turned again
    live_take_point: float  # the same, if it is always turned at the right moment
    gammon_value: float  # what a gammon is worth beyond a win, a win being worth 1 more than nothing: 0.5 for money
    gammon_value_doubled: float  # the same with the cube turned once


class ErrorKind(StrEnum):
    """What was wrong with a decision that lost something."""

    WRONG_PLAY = "wrong_play"
    MISSED_DOUBLE = "missed_double"
    WRONG_DOUBLE = "wrong_double"  # too early
    TOO_GOOD = "too_good"  # doubled, and playing on for the gammon was worth more
    WRONG_TAKE = "wrong_take"
    WRONG_DROP = "wrong_drop"
    WRONG_BEAVER = "wrong_beaver"
    MISSED_BEAVER = "missed_beaver"


class AnalysedDecision(Decision, frozen=True, kw_only=True, omit_defaults=True):
    """`game`, `entry`, `seat`, `kind`, `error`, `error_class` and `counts` are those of every decision."""

    situation: Situation  # of an answer: with the offer, seen by the player who has doubled
    phase: GamePhase
    mistake: ErrorKind | None = None
    cost: float = 0.0
    plays: tuple[JudgedPlay, ...] = ()  # best first; the one that was made is always among them
    legal_plays: int = 0
    played: int | None = None  # which of `plays`; none: nothing was decided, or the play was illegal
    cube: JudgedCube | None = None
    cube_action: CubeActionKind | None = None  # what was done with the cube; none: nothing, the player rolled
    illegal: Refused | None = None  # why the play or the double was against the rules; then it is not judged
    decided: bool = True  # somebody decided here; false for a position that a file only shows
    stakes: tuple[PlayerStakes, PlayerStakes] | None = None  # of the first and the second seat
    stored_error: float | None = None  # what the program that wrote the file says was lost
    reasons: tuple[Reason, ...] = ()


class RollLuck(Struct, frozen=True, kw_only=True):
    """A roll: how much better it was than the average roll."""

    entry: int
    seat: Seat
    dice: Dice
    luck: float
    cost: float  # the same as chances of winning the match, or as points


class CurvePoint(Struct, frozen=True, kw_only=True):
    """Where the match stood after an entry, seen by the first seat."""

    entry: int  # -1: before the game
    chance: float  # of winning the match; for money of winning the game
    equity: float  # in points of the cube as it stands; for money, after the game, what it paid


class Totals(Struct, frozen=True, kw_only=True):
    """Of one player: in a match, a game or a phase."""

    errors: ErrorTotals
    performance_rating: float | None = None
    snowie_error_rate: float | None = None
    cost: float = 0.0  # of all errors
    luck: float = 0.0
    luck_cost: float = 0.0


Both = tuple[Totals, Totals]


class GameAnalysis(Struct, frozen=True, kw_only=True):
    score: tuple[int, int]
    crawford: bool
    result: GameResult | None
    decisions: tuple[AnalysedDecision, ...]
    rolls: tuple[RollLuck, ...]
    curve: tuple[CurvePoint, ...]
    totals: Both


class MatchAnalysis(Struct, frozen=True, kw_only=True):
    tavl_analysis: int = VERSION
    depth: Depth
    network: str  # that judged
    players: tuple[str, str]
    length: int  # 0: money play, in which costs and results are points
    score: tuple[int, int]
    winner: Seat | None
    games: tuple[GameAnalysis, ...]
    totals: Both
    phases: dict[GamePhase, Both]
    result: float  # of the first seat: the chance of winning the match, 1 or 0 at its end; for money the points
    result_without_luck: float
    skipped: int = 0  # decisions that could not be judged, as after the end of the match

    @property
    def decisions(self) -> list[AnalysedDecision]:
        return [decision for game in self.games for decision in game.decisions]


def write_analysis(analysis: MatchAnalysis) -> bytes:
    return to_json(analysis)


def read_analysis(data: bytes) -> MatchAnalysis:
    """Raises msgspec.ValidationError for anything that is not an analysis."""
    found: MatchAnalysis = from_json(data, MatchAnalysis)
    return found
