"""The engine's answers. Everything is seen by the player on roll."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules import Play


class Evaluation(Struct, frozen=True):
    """Chances without the cube; a gammon counts backgammons in."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Cubeless, for money."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon

    @property
    def mirror(self) -> Evaluation:
        """The same, seen by the opponent."""
        return Evaluation(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)


class RankedPlay(Struct, frozen=True):
    play: Play
    equity: float  # with the cube, in points of the cube as it stands
    loss: float  # behind the best play
    evaluation: Evaluation
    ply: int
    games: int = 0  # of a rollout; 0: none
    standard_error: float | None = None  # of a rollout's equity
    book: bool = False  # the rollout is from the opening book


class CubeAction(StrEnum):
    NO_DOUBLE = "no double"
    DOUBLE_TAKE = "double, take"
    DOUBLE_DROP = "double, drop"
    TOO_GOOD = "too good to double"
    DOUBLE_BEAVER = "double, beaver"
    NO_DOUBLE_BEAVER = "no double, beaver"
    NOT_AVAILABLE = "no cube"


class CubeDecision(Struct, frozen=True):
    """Equities in points of the cube as it stands."""

    action: CubeAction
    no_double: float
    double_take: float
    double_drop: float
    evaluation: Evaluation
    ply: int = 0
    games: int = 0  # of a rollout; 0: none
    standard_error: float | None = None  # of a rollout's equities, the larger one

    @property
    def double(self) -> bool:
        """Doubling is right."""
        return self.action in (CubeAction.DOUBLE_TAKE, CubeAction.DOUBLE_DROP, CubeAction.DOUBLE_BEAVER)

    @property
    def take(self) -> bool:
        """A double should be taken."""
        return self.double_take <= self.double_drop
