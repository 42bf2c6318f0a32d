"""What a card can be searched by: score, cube and dice, and what is on the board, found by counting alone.

Everything is seen by the player who decides.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import ErrorClass
from tavl.analysis.match_analysis import AnalysedDecision, ErrorKind
from tavl.analysis.reasons.phases import GamePhase
from tavl.analysis.reasons.reasons import blots
from tavl.notation.errors import NotationError
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.situation import Situation
from tavl.rules.board import Position
from tavl.rules.seat import Seat

HOME: Final = range(1, 7)
THEIR_HOME: Final = range(19, 25)
HOLDING_POINTS: Final = range(18, 23)
"""The opponent's bar point and the upper points of their home board."""
TRAPPING: Final = 4
"""Points in a row that hold a checker back."""
ATTACKED: Final = 3
"""Home points made against checkers that are attacked."""


class Theme(StrEnum):
    """The first that fits. "Somebody" is either player."""

    RACE = "race"  # no contact
    CONTAINMENT = "containment"  # somebody has borne off checkers, and one of theirs is held behind four home points
    BACK_GAME = "back_game"  # as the phase: two points in the other's home, 40 pips behind
    BEAR_IN = "bear_in"  # as the phase: somebody has all checkers at home, with contact
    PRIME = "prime"  # somebody has four points in a row and a checker of the other behind them
    BLITZ = "blitz"  # somebody without an anchor is on the bar or has a blot behind, against three home points
    HOLDING = "holding"  # somebody holds a high anchor, and the other has no checker back or holds one too
    OPENING = "opening"  # as the phase: the first six rolls
    OTHER = "other"


class CubeAt(StrEnum):
    CENTRE = "centre"
    OWN = "own"
    OPPONENT = "opponent"
    NONE = "none"  # the Crawford game, or played without a cube


class Facts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    kind: DecisionKind
    phase: GamePhase
    theme: Theme
    position: str = ""  # its XGID, or GNU ID where that has no room for it
    error: float = 0.0
    error_class: ErrorClass = ErrorClass.NONE
    mistake: ErrorKind | None = None
    dice: tuple[int, int] | None = None  # the higher first
    away: tuple[int, int] | None = None  # points that the player and the opponent need; none: money play
    crawford: bool = False
    cube: CubeAt = CubeAt.CENTRE
    cube_value: int = 1
    pips: int = 0
    opponent_pips: int = 0
    prime: int = 0  # the longest
    opponent_prime: int = 0
    anchors: int = 0  # points held in the opponent's home
    blots: int = 0
    opponent_blots: int = 0
    back: int = 0  # checkers in the opponent's home or on the bar
    opponent_back: int = 0
    bar: int = 0
    opponent_bar: int = 0
    home_points: int = 0
    off: int = 0


def seen_by_decider(decision: AnalysedDecision) -> AnalysedDecision:
    """With the player who decides in the first seat, so that the same question is the same card."""
    if decision.seat == Seat.FIRST:
        return decision
    stakes = decision.stakes[::-1] if decision.stakes else None
    return replace(decision, seat=Seat.FIRST, situation=decision.situation.exchanged(), stakes=stakes)


def facts_of(decision: AnalysedDecision) -> Facts:
    """Of a decision that is `seen_by_decider`."""
    situation = decision.situation
    position = situation.position if situation.turn == Seat.FIRST else situation.position.mirror()
    theirs = position.mirror()
    dice = situation.dice
    return Facts(
        kind=decision.kind,
        phase=decision.phase,
        theme=theme_of(position, decision.phase),
        position=position_id(situation),
        error=decision.error,
        error_class=decision.error_class,
        mistake=decision.mistake,
        dice=(dice.high, dice.low) if dice else None,
        away=_away(situation),
        crawford=situation.crawford,
        cube=_cube_at(situation),
        cube_value=situation.cube.value,
        pips=position.pips,
        opponent_pips=position.opponent_pips,
        prime=len(position.longest_prime),
        opponent_prime=len(theirs.longest_prime),
        anchors=_anchors(position, THEIR_HOME),
        blots=blots(position),
        opponent_blots=blots(theirs),
        back=_back(position),
        opponent_back=_back(theirs),
        bar=position.bar,
        opponent_bar=position.opponent_bar,
        home_points=_home_points(position),
        off=position.off,
    )


def position_id(situation: Situation) -> str:
    try:
        return str(write_xgid(situation))
    except NotationError:
        return situation.position.gnu_id


def theme_of(position: Position, phase: GamePhase) -> Theme:
    sides = (position, position.mirror())
    if position.race:
        return Theme.RACE
    if any(_is_contained(side) for side in sides):
        return Theme.CONTAINMENT
    if phase is GamePhase.BACK_GAME:
        return Theme.BACK_GAME
    if phase is GamePhase.BEAR_IN:
        return Theme.BEAR_IN
    if any(_is_primed(side) for side in sides):
        return Theme.PRIME
    if any(_is_attacked(side) for side in sides):
        return Theme.BLITZ
    if any(_is_holding(side) for side in sides):
        return Theme.HOLDING
    return Theme.OPENING if phase is GamePhase.OPENING else Theme.OTHER


def _is_contained(side: Position) -> bool:
    return side.off > 0 and _back(side) > 0 and _home_points(side.mirror()) >= TRAPPING


def _is_primed(side: Position) -> bool:
    """A checker of this side stands behind the other's prime; the bar is behind all of them."""
    prime = side.mirror().longest_prime
    return len(prime) >= TRAPPING and any(side.own[place] for place in range(26 - min(prime), 26))


def _is_attacked(side: Position) -> bool:
    """Points 19 to 24 and the bar are where the opponent's home board is."""
    alone = side.bar > 0 or any(side.own[place] == 1 for place in THEIR_HOME)
    return alone and not _anchors(side, THEIR_HOME) and _home_points(side.mirror()) >= ATTACKED


def _is_holding(side: Position) -> bool:
    other = side.mirror()
    if not _anchors(side, HOLDING_POINTS) or _back(side) - side.bar > 5:
        return False
    return _back(other) == 0 or _anchors(other, HOLDING_POINTS) > 0


def _anchors(side: Position, places: range) -> int:
    return sum(side.own[place] >= 2 for place in places)


def _back(side: Position) -> int:
    return sum(side.own[place] for place in range(19, 26))


def _home_points(side: Position) -> int:
    return sum(side.own[place] >= 2 for place in HOME)


def _away(situation: Situation) -> tuple[int, int] | None:
    length, score = situation.length, situation.score
    return (length - score[0], length - score[1]) if length else None


def _cube_at(situation: Situation) -> CubeAt:
    if situation.crawford or situation.max_cube == 1 or situation.length == 1:
        return CubeAt.NONE
    owner = situation.cube.owner
    return CubeAt.CENTRE if owner is None else CubeAt.OWN if owner == Seat.FIRST else CubeAt.OPPONENT
