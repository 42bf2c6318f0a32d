"""How fast the engine is on this machine, and whether it computes what it should."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from tavl._native import CubeState, logits
from tavl.engine.data_files import data_file
from tavl.engine.engine import Engine
from tavl.engine.levels import Level, LevelPlayer
from tavl.rules import ALL_ROLLS, Dice, Match, Play, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tavl._native import Path as CodePath

Choice = Callable[[Position, Dice, Random], Play]


def any_play(position: Position, dice: Dice, chance: Random) -> Play:
    plays = position.plays(dice)
    return plays[int(chance.random() * len(plays))]


def positions_of_games(count: int, seed: int, choose: Choice = any_play) -> list[Position]:
    """This many different positions from whole games, from the first to the last, none of them over."""
    chance = Random(seed)  # noqa: S311 - to be had again, not to be secret
    found: dict[Position, None] = {}
    while len(found) < count:
        position = Position.start()
        while not position.over and len(found) < count:
            found[position] = None
            dice = Dice(*(1 + int(6 * chance.random()) for _ in range(2)))
            position = choose(position, dice, chance).result
    return list(found)


def races_of(count: int, seed: int) -> list[Position]:
    """This many races with all checkers on the board, both sides from the 12 point inwards."""
    chance = Random(seed)  # noqa: S311
    points = [12, 11, 10, 9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 4, 3, 2]

    def side() -> list[int]:
        counts = [0] * 26
        for _ in range(15):
            counts[points[int(len(points) * chance.random())]] += 1
        return counts

    return [Position(side(), side()) for _ in range(count)]


def boards_of(positions: list[Position]) -> NDArray[np.int8]:
    import numpy as np

    return np.frombuffer(b"".join(map(bytes, positions)), np.int8).reshape(-1, 52)


def evaluations_per_second(
    engine: Engine, clock: Callable[[], float], positions: list[Position], seconds: float = 2.0
) -> float:
    """Static evaluations on one thread, raw position to five chances. The best of several rounds, since others use the
    machine too; nothing is cached from round to round."""
    boards = boards_of(positions)
    best = 0.0
    deadline = clock() + seconds
    while True:
        began = clock()
        engine.evaluate_many(boards)
        now = clock()
        best = max(best, len(boards) / (now - began))
        if now > deadline:
            return best


def sensible_play(engine: Engine) -> Choice:
    def choose(position: Position, dice: Dice, chance: Random) -> Play:
        return engine.plays(position, dice)[0].play

    return choose


class LevelError(Struct, frozen=True):
    """Mean equity lost per unforced play, its standard error over games, and how many plays there were."""

    mean: float
    error: float
    plays: int


def level_error(level: Level, games: int, seed: int, engine: Engine | None = None) -> LevelError:
    """A level's error, measured: it plays this many games against itself, without turning the cube, and each play is
    held against the one that the engine ranks first as the position stands."""
    player = LevelPlayer(level, engine or Engine(threads=1))
    chance = Random(f"{level.name} {seed}")  # noqa: S311
    lost: list[float] = []
    unforced: list[int] = []
    for _ in range(games):
        position, sum_lost, count = Position.start(), 0.0, 0
        while not position.over:
            dice = Dice(1 + int(6 * chance.random()), 1 + int(6 * chance.random()))
            answer = player.choose_play(position, dice, None, chance)
            if len(position.plays(dice)) > 1:
                sum_lost, count = sum_lost + answer.loss, count + 1
            position = answer.play.result
        lost.append(sum_lost)
        unforced.append(count)
    mean = sum(lost) / sum(unforced)
    # Of a ratio of sums, games being independent of each other where plays are not.
    squares = sum((a - mean * n) ** 2 for a, n in zip(lost, unforced, strict=True))
    return LevelError(mean, sqrt(squares) / sum(unforced), sum(unforced))


def signature(path: CodePath | None = None, threads: int = 1) -> str:
    """What the engine does, in sixteen digits: the network's integers on 2,000 positions of aimless games, the cube
    decisions there for money, two rolls deep with the cube in the middle and statically with one's own, and in 50 of
    them plays, and cube decisions at the start of a match to three, as they stand and one roll deep; plays and cube
    decisions in 100 races.
    The same on every machine, by every code path and with any number of threads."""
    positions = positions_of_games(2000, seed=5)
    net = str(data_file("tavl.net"))
    boards = boards_of(positions)
    integers = logits(net, boards) if path is None else logits(net, boards, path)
    digest = hashlib.sha256(integers.astype("<i4").tobytes())
    engine, match = Engine(threads=threads), Match.start(3)
    digest.update(" ".join(engine.cube(position).action for position in positions).encode())
    own = CubeState(owner=1)
    for position in positions:
        _, (no_double, take) = engine._search.evaluate(position, 0, [own, own.doubled()])
        digest.update(b"%d%d" % (min(take, own.utility_of_pass) > no_double, take > own.utility_of_pass))
    for number, position in enumerate(positions[::40]):
        dice = ALL_ROLLS[number % len(ALL_ROLLS)]
        for ply in (0, 1):
            play, cube = engine.plays(position, dice, ply=ply)[0].play, engine.cube(position, match, ply).action
            digest.update(f"{position.gnu_id} {dice} {play} {cube}\n".encode())
    for number, race in enumerate(races_of(100, seed=6)):
        dice = ALL_ROLLS[number % len(ALL_ROLLS)]
        digest.update(f"{race.gnu_id} {engine.plays(race, dice)[0].play} {engine.cube(race, ply=0).action}\n".encode())
    return digest.hexdigest()[:16]


def shipped_signature() -> str | None:
    """The one that belongs to the network in this package, if it was written down."""
    try:
        return data_file("signature.txt").read_text().strip()
    except FileNotFoundError:
        return None


def write_signature(found: str) -> None:
    data_file("tavl.net").with_name("signature.txt").write_text(found + "\n")
