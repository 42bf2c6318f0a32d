"""Two players against each other, fairly: every game is played twice with the same dice and the sides exchanged, and
the luck that remains is measured roll by roll and subtracted from the result.

A roll's luck is what its best play is worth less the mean over all rolls, both by our static judgement. Its mean is
zero whoever plays and however good that judgement is, so taking it off leaves the result right on average and makes
its error several times smaller.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from tavl.engine.cubes import cube_of
from tavl.engine.engine import Engine
from tavl.engine.gnubg import Gnubg, GnubgCube
from tavl.engine.levels import LEVELS, LevelPlayer, level_named
from tavl.rules import Dice, Match, Phase, Play, Position, RuleError, Seat, acts, decide, evolve
from tavl.rules.acts import MatchAction
from tavl.rules.game import Game, why_no_double
from tavl.rules.profile import usual_profile

OPENINGS = tuple((a, b) for a in range(1, 7) for b in range(1, 7) if a != b)


class Contestant(Protocol):
    """Asked about the running game, for the seat whose decision it is."""

    @property
    def name(self) -> str: ...
    def play(self, match: Match, chance: Random) -> Play: ...
    def doubles(self, match: Match, chance: Random) -> bool: ...
    def takes(self, match: Match, chance: Random) -> bool: ...
    def close(self) -> None: ...


class UnknownContestant(ValueError):
    pass


class EngineContestant:
    """An engine at full strength, searching this many rolls deep."""

    def __init__(self, name: str, engine: Engine, ply: int) -> None:
        self.name, self._engine, self._ply = name, engine, ply

    def play(self, match: Match, chance: Random) -> Play:
        game = _game(match)
        assert game.dice is not None
        return self._engine.plays(game.position, game.dice, match, self._ply)[0].play

    def doubles(self, match: Match, chance: Random) -> bool:
        return self._engine.cube(_game(match).position, match, self._ply).double

    def takes(self, match: Match, chance: Random) -> bool:
        return self._engine.cube(_game(match).position, match, self._ply).take

    def close(self) -> None:
        """Nothing to release."""


class LevelContestant:
    def __init__(self, player: LevelPlayer) -> None:
        self.name, self._player = player.level.name, player

    def play(self, match: Match, chance: Random) -> Play:
        game = _game(match)
        assert game.dice is not None
        return self._player.choose_play(game.position, game.dice, match, chance).play

    def doubles(self, match: Match, chance: Random) -> bool:
        """A resignation only saves time, which nobody needs here: it counts as rolling."""
        return isinstance(self._player.choose(match, _game(match).turn, chance), acts.Double)

    def takes(self, match: Match, chance: Random) -> bool:
        return isinstance(self._player.choose(match, _game(match).turn.other, chance), acts.Take)

    def close(self) -> None:
        """Nothing to release."""


class GnubgContestant:
    def __init__(self, name: str, ply: int) -> None:
        self.name, self._ply, self._program = name, ply, Gnubg()

    def play(self, match: Match, chance: Random) -> Play:
        game = _game(match)
        assert game.dice is not None
        return self._program.best(game.position, game.dice, GnubgCube.of(match), self._ply)

    def doubles(self, match: Match, chance: Random) -> bool:
        no_double, take, drop = self._program.cube(_game(match).position, GnubgCube.of(match), self._ply)
        return min(take, drop) > no_double

    def takes(self, match: Match, chance: Random) -> bool:
        _, take, drop = self._program.cube(_game(match).position, GnubgCube.of(match), self._ply)
        return take <= drop

    def close(self) -> None:
        self._program.close()


def contestant(text: str, threads: int = 1) -> Contestant:
    """`club`, `ply:1`, `gnubg`, `gnubg:2`, or `module:function` and `module:function:1` for somebody's evaluator."""
    kind, _, rest = text.partition(":")
    if text in {level.name for level in LEVELS}:
        return LevelContestant(LevelPlayer(level_named(text), Engine(threads=threads)))
    if kind == "ply":
        return EngineContestant(text, Engine(threads=threads), _ply_of(text, rest))
    if kind == "gnubg":
        return GnubgContestant(text, _ply_of(text, rest) if rest else 0)
    if not rest:
        levels = ", ".join(level.name for level in LEVELS)
        raise UnknownContestant(f"{text}: not one of {levels}, ply:N, gnubg, gnubg:N, module:function")
    name, _, ply = rest.partition(":")
    return EngineContestant(text, _foreign_engine(kind, name), _ply_of(text, ply) if ply else 0)


def _ply_of(text: str, digits: str) -> int:
    if digits not in ("0", "1", "2", "3", "4"):
        raise UnknownContestant(f"{text}: a ply is 0 to 4")
    return int(digits)


def _foreign_engine(module: str, name: str) -> Engine:
    """A custom evaluator under our search, tried on one position first."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        engine = Engine(evaluator=getattr(import_module(module), name))
        engine.evaluate(Position.start())
    except Exception as error:  # another's code may raise anything
        raise UnknownContestant(f"{module}:{name}: {error}") from error
    return engine


class DuelResult(Struct, frozen=True, kw_only=True):
    """From the first contestant's side: points a game for money, the chance of winning in matches."""

    games: int
    wins: int
    result: float
    result_error: float
    adjusted: float
    adjusted_error: float


class PairResult(Struct, frozen=True, kw_only=True):
    """The mean of two games with the same dice, from the first contestant's side."""

    wins: int
    result: float
    adjusted: float


class Duel:
    """A match to `length` points each time, or a game for money. `games` are played in pairs."""

    def __init__(self, a: Contestant, b: Contestant, length: int | None = None, seed: int = 1) -> None:
        self._pair = (a, b)
        self._start = Match.start(length, usual_profile(length or None))
        self._seed = seed
        self._judge = Engine(threads=1)
        self._opening_means: dict[tuple[tuple[int, int], bool], float] = {}

    def playing(self, games: int) -> Iterator[DuelResult]:
        """A result after every pair of games."""
        results: list[float] = []
        adjusted: list[float] = []
        wins = 0
        for pair in range((games + 1) // 2):
            played = self.pair(pair)
            wins += played.wins
            results.append(played.result)
            adjusted.append(played.adjusted)
            mean, error = _mean_and_error(results)
            fair, fair_error = _mean_and_error(adjusted)
            yield DuelResult(
                games=2 * len(results),
                wins=wins,
                result=mean,
                result_error=error,
                adjusted=fair,
                adjusted_error=fair_error,
            )

    def pair(self, number: int) -> PairResult:
        """One pair of games or matches: the number tells the dice, so that they can be played in pieces."""
        one, two = (self._played(number, seat) for seat in (Seat.FIRST, Seat.SECOND))
        return PairResult(
            wins=one.won + two.won,
            result=(one.result + two.result) / 2,
            adjusted=(one.result - one.luck + two.result - two.luck) / 2,
        )

    def _played(self, pair: int, seat_of_a: Seat) -> _Played:
        """One game or match with the first contestant in this seat."""
        contestants = self._pair if seat_of_a is Seat.FIRST else self._pair[::-1]
        chance = Random(f"{self._seed} {pair} {seat_of_a} how they err")  # noqa: S311
        luck = 0.0  # of the first seat, in points or chances of the match
        match, number = self._start, 0
        while match.result is None and (match.length is not None or number == 0):
            match = _done(match, acts.StartGame(Seat.FIRST))
            dice = Random(f"{self._seed} {pair} {number}")  # noqa: S311
            match, gained = self._opened(match, dice)
            luck += gained
            while not match.between_games:
                match, gained = self._turn(match, contestants, dice, chance)
                luck += gained
            number += 1
        if match.length is None:
            outcome = _game(match).outcome
            assert outcome is not None
            result = float(outcome.points if outcome.winner is Seat.FIRST else -outcome.points)
            flip = 1 if seat_of_a is Seat.FIRST else -1
            return _Played(result * flip, luck * flip, outcome.winner == seat_of_a)
        assert match.result is not None
        won = match.result.winner == seat_of_a
        return _Played(float(won), luck if seat_of_a is Seat.FIRST else -luck, won)

    def _opened(self, match: Match, dice: Random) -> tuple[Match, float]:
        key = (match.score, match.post_crawford)
        if key not in self._opening_means:
            values = [self._worth(evolve(match, acts.OpeningRolled(*roll))) for roll in OPENINGS]
            self._opening_means[key] = sum(values) / len(values)
        match = evolve(match, acts.OpeningRolled(*OPENINGS[int(30 * dice.random())]))
        return match, self._worth(match) - self._opening_means[key]

    def _worth(self, match: Match) -> float:
        """What the roll on the board is worth to the first seat when it is played best."""
        game = _game(match)
        assert game.dice is not None
        cube = cube_of(match)
        equity = self._judge.plays(game.position, game.dice, match)[0].equity
        won, lost = cube.utility_of_result(1), cube.utility_of_result(-1)
        utility = lost + (equity + 1) / 2 * (won - lost)
        if game.turn is Seat.FIRST:
            return utility
        return -utility if match.length is None else 1 - utility

    def _turn(
        self, match: Match, contestants: tuple[Contestant, Contestant], dice: Random, chance: Random
    ) -> tuple[Match, float]:
        game = _game(match)
        seat = game.turn
        on_roll = contestants[seat]
        luck = 0.0
        if game.phase is Phase.TO_ROLL:
            roll = (1 + int(6 * dice.random()), 1 + int(6 * dice.random()))  # drawn even if nobody rolls it
            if why_no_double(game, seat) is None and on_roll.doubles(match, chance):
                match = _done(match, acts.Double(seat))
                if not contestants[seat.other].takes(match, chance):
                    return _done(match, acts.Drop(seat.other)), 0.0
                match = _done(match, acts.Take(seat.other))
            luck = self._luck(match, Dice(*roll))
            match = _done(match, acts.Roll(seat), roll)
        game = _game(match)
        assert game.dice is not None
        plays = game.position.plays(game.dice)
        play = plays[0] if len(plays) == 1 else on_roll.play(match, chance)
        return _done(match, acts.MakePlay(seat, tuple((move.source, move.target) for move in play.moves))), luck

    def _luck(self, match: Match, dice: Dice) -> float:
        game = _game(match)
        cube = cube_of(match)
        unit = (cube.utility_of_result(1) - cube.utility_of_result(-1)) / 2
        luck = self._judge.luck(game.position, dice, match) * unit
        return luck if game.turn is Seat.FIRST else -luck


class _Played(Struct, frozen=True):
    """Seen by the first contestant."""

    result: float
    luck: float
    won: bool


def _game(match: Match) -> Game:
    assert match.game is not None
    return match.game


def _done(match: Match, action: MatchAction, roll: tuple[int, int] | None = None) -> Match:
    events = decide(match, action, roll)
    if not isinstance(events, list):
        raise RuleError(events)
    for event in events:
        match = evolve(match, event)
    return match


def _mean_and_error(values: list[float]) -> tuple[float, float]:
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(spread / (n - 1) / n) if n > 1 else float("inf")
