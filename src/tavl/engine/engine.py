"""The engine: positions evaluated, plays ranked, cubes turned, games rolled out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tavl._native import Judge, RolloutSums, Search, best_path, own_judge, python_judge
from tavl.engine.answers import CubeAction, CubeDecision, Evaluation, RankedPlay
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.data_files import data_file
from tavl.engine.opening_book import BOOK_MARGIN, BOOK_PLY, BookEntry, OpeningBook, opening_book
from tavl.engine.rollout import DEFAULT_GAMES, RolloutResult, roll_out, rolled_cubes
from tavl.rules import ALL_ROLLS, Dice, Match, Position
from tavl.rules.board import int8_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tavl._native import CubeState

    Evaluator = Callable[[NDArray[np.int8]], NDArray[np.float32]]

LOOKS = 4  # plays of a roll inside the search that the network looks at; the quick one picks them


@cache
def _shipped_judge() -> Judge:
    net, tables, quick, race = (
        str(data_file(name)) for name in ("tavl.net", "bearoff.tables", "tavl.quick", "tavl.race")
    )
    return own_judge(net, tables, best_path(), quick, LOOKS, race)


class Engine:
    """Evaluates by the shipped network and tables, or by `evaluator`: boards (n, 52) int8 to chances (n, 5) float32."""

    def __init__(
        self, evaluator: Evaluator | None = None, threads: int | None = None, *, book: OpeningBook | None = None
    ) -> None:
        if threads is not None and threads < 1:
            raise ValueError("threads is 1 or more")
        self._judge = python_judge(evaluator) if evaluator else _shipped_judge()
        self._book = book
        self._own = evaluator is None
        self.threads = threads or os.cpu_count() or 1
        self._search = Search(self._judge, self.threads)

    def evaluate(self, position: Position, ply: int = 0) -> Evaluation:
        """Chances without the cube, `ply` rolls deep."""
        chances, _ = self._search.evaluate(_position(position), _ply(ply))
        return Evaluation(*chances)

    def evaluate_many(self, boards: NDArray[np.int8]) -> NDArray[np.float32]:
        """Static chances of many positions: rows of `bytes(position)`, 52 columns; five columns come back. Raises
        PositionError for a row that no board can show, TypeError for other numbers than int8."""
        return self._judge.evaluate(int8_rows(boards, "boards"))

    def plays(
        self,
        position: Position,
        dice: Dice,
        match: Match | None = None,
        ply: int = 0,
        *,
        always: Position | None = None,
    ) -> list[RankedPlay]:
        """All legal plays, best first. The promising ones are looked at `ply` rolls deep, and the one whose result is
        `always` with them."""
        cube = cube_of(match)
        ranked = self._search.rank(_position(position), dice.high, dice.low, _ply(ply), cube, always)
        best = normalised(cube, ranked[0][2])
        answers = []
        for play, chances, utility, depth in ranked:
            equity = normalised(cube, utility)
            answers.append(RankedPlay(play, equity, max(0.0, best - equity), Evaluation(*chances), depth))
        return answers

    def book_plays(
        self, position: Position, dice: Dice, match: Match | None = None, *, always: Position | None = None
    ) -> list[RankedPlay]:
        """All legal plays, best first: those of the opening book, rolled out, then the others, two rolls deep.

        Empty where the book does not know the roll, or at a score where a play that it lacks is a contender.
        """
        book = self._opening_book()
        if book is None or not book.knows(_position(position), dice):
            return []
        cube = cube_of(match)
        searched = self.plays(position, dice, match, BOOK_PLY, always=always)
        known, others = [], []
        for ranked in searched:
            entry = book.entry(ranked.play.result)
            if entry is not None:
                known.append((self._from_book(ranked, entry, cube), ranked.equity))
            else:
                others.append(ranked)
        if not known:
            return []
        searched_best = max(equity for _, equity in known)
        if others and others[0].equity > searched_best - BOOK_MARGIN:
            return []
        plays = sorted((ranked for ranked, _ in known), key=lambda ranked: -ranked.equity) + others
        best = plays[0].equity
        return [replace(ranked, loss=max(0.0, best - ranked.equity)) for ranked in plays]

    def _opening_book(self) -> OpeningBook | None:
        """Another evaluator has no book unless it is given one."""
        return self._book or (opening_book() if self._own else None)

    def _from_book(self, ranked: RankedPlay, entry: BookEntry, cube: CubeState) -> RankedPlay:
        theirs = cube.flipped()

        def value(win: float) -> float:
            seen = entry.evaluation
            chances = (win, seen.win_gammon, seen.win_backgammon, seen.lose_gammon, seen.lose_backgammon)
            return -normalised(theirs, self._search.value(ranked.play.result, chances, theirs))

        win = entry.evaluation.win
        equity = value(win)
        # An equity of e means e/2 more games won; the cube makes it count for more.
        error = abs(value(win + entry.standard_error / 2) - equity)
        return RankedPlay(ranked.play, equity, 0.0, entry.evaluation.mirror, 0, entry.games, error, book=True)

    def cube(self, position: Position, match: Match | None = None, ply: int = 2) -> CubeDecision:
        """Double or not, take or drop, before the player on roll rolls."""
        cube = cube_of(match)
        chances, utilities = self._search.evaluate(_position(position), _ply(ply), [cube, cube.doubled()])
        no_double, double_take = (normalised(cube, utility) for utility in utilities)
        return replace(self.cube_decision(match, no_double, double_take, Evaluation(*chances)), ply=ply)

    def cube_decision(
        self, match: Match | None, no_double: float, double_take: float, evaluation: Evaluation
    ) -> CubeDecision:
        """What equities from anywhere, such as a rollout, mean: in points of the cube as it stands."""
        beavers = match is not None and match.terms.profile.beavers
        return _decision(cube_of(match), no_double, double_take, evaluation, beavers)

    def rolls(self, position: Position, match: Match | None = None) -> list[float]:
        """What each of `ALL_ROLLS` is worth, played best as positions stand, in points of the cube as it stands."""
        cube = cube_of(match)
        return [normalised(cube, utility) for utility in self._search.rolls(_position(position), cube)]

    def luck(self, position: Position, dice: Dice, match: Match | None = None, ply: int = 0) -> float:
        """How much better this roll was than rolling, in points of the cube as it stands."""
        rolled = self.plays(position, dice, match, ply)[0].equity
        mean = sum(
            self.plays(position, roll, match, ply)[0].equity * (1 if roll.double else 2) / 36 for roll in ALL_ROLLS
        )
        return rolled - mean

    def rollout(
        self,
        position: Position,
        games: int = DEFAULT_GAMES,
        *,
        match: Match | None = None,
        cubeful: bool = False,
        truncate: int = 0,
        ply: int = 0,
        seed: int = 1,
        variance_reduction: bool = True,
    ) -> RolloutResult:
        """Play this many games from here with this engine; `rolling` reports progress."""
        *_, last = self.rolling(
            position,
            games,
            match=match,
            cubeful=cubeful,
            truncate=truncate,
            ply=ply,
            seed=seed,
            variance_reduction=variance_reduction,
        )
        return last

    def rolling(
        self,
        position: Position,
        games: int = DEFAULT_GAMES,
        *,
        match: Match | None = None,
        cubeful: bool = False,
        truncate: int = 0,
        ply: int = 0,
        seed: int = 1,
        variance_reduction: bool = True,
        sums: RolloutSums | None = None,
        until_error: float | None = None,
    ) -> Iterator[RolloutResult]:
        """A rollout as it goes: a result every few games, until all are played or the error is small enough.

        Games depend only on the seed and their number. `sums` is the state of the rollout: saved (it pickles) and
        passed again, the rollout continues as if it had not been interrupted.
        """
        return roll_out(
            self._search,
            _position(position),
            cube_of(match),
            cubeful,
            games,
            truncate=truncate,
            ply=_ply(ply),
            seed=seed,
            variance_reduction=variance_reduction,
            sums=sums,
            until_error=until_error,
        )

    def play_games(
        self,
        position: Position,
        first: int,
        games: int,
        *,
        match: Match | None = None,
        cubeful: bool = False,
        truncate: int = 0,
        ply: int = 0,
        seed: int = 1,
    ) -> list[list[float]]:
        """Some games of a rollout, as bare numbers: added to its sums in their order, wherever they were played, they
        give what `rolling` gives."""
        cubes = rolled_cubes(cube_of(match), cubeful)
        return self._search.play_games(_position(position), cubes, seed, truncate, True, _ply(ply), first, games)

    def rolling_cube(
        self, position: Position, cube: CubeState, games: int, *, truncate: int = 0, sums: RolloutSums | None = None
    ) -> Iterator[RolloutResult]:
        """The same with a cube that is already known, seen by the player on roll."""
        return roll_out(self._search, _position(position), cube, True, games, truncate=truncate, sums=sums)


def _position(position: Position) -> Position:
    if not isinstance(position, Position):
        raise TypeError(f"a Position is needed, not {type(position).__name__}")
    return position


def _ply(ply: int) -> int:
    if not 0 <= ply <= 4:
        raise ValueError("ply is 0 (as it stands) to 4 rolls deep")
    return ply


def _decision(
    cube: CubeState, no_double: float, double_take: float, evaluation: Evaluation, beavers: bool
) -> CubeDecision:
    double_drop = normalised(cube, cube.utility_of_pass)
    if not cube.can_double:
        action = CubeAction.NOT_AVAILABLE
    elif double_take <= double_drop:
        beaver = beavers and double_take < 0
        if double_take >= no_double:
            action = CubeAction.DOUBLE_BEAVER if beaver else CubeAction.DOUBLE_TAKE
        else:
            action = CubeAction.NO_DOUBLE_BEAVER if beaver else CubeAction.NO_DOUBLE
    else:
        action = CubeAction.DOUBLE_DROP if double_drop >= no_double else CubeAction.TOO_GOOD
    return CubeDecision(action, no_double, double_take, double_drop, evaluation)
