"""What a card can be searched by: score, cube and dice, and what is on the board, found by counting alone.

Everything is seen by the player who decides.
"""

from __future__ import annotations

from enum import StrEnum

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
from tavl.practice.themes import THEIR_HOME, Theme, anchors, checkers_back, home_points, theme_of
from tavl.rules.seat import Seat


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
        anchors=anchors(position, THEIR_HOME),
        blots=blots(position),
        opponent_blots=blots(theirs),
        back=checkers_back(position),
        opponent_back=checkers_back(theirs),
        bar=position.bar,
        opponent_bar=position.opponent_bar,
        home_points=home_points(position),
        off=position.off,
    )


def position_id(situation: Situation) -> str:
    try:
        return str(write_xgid(situation))
    except NotationError:
        return situation.position.gnu_id


def _away(situation: Situation) -> tuple[int, int] | None:
    length, score = situation.length, situation.score
    return (length - score[0], length - score[1]) if length else None


def _cube_at(situation: Situation) -> CubeAt:
    if situation.crawford or situation.max_cube == 1 or situation.length == 1:
        return CubeAt.NONE
    owner = situation.cube.owner
    return CubeAt.CENTRE if owner is None else CubeAt.OWN if owner == Seat.FIRST else CubeAt.OPPONENT
