"""Cube decisions for money and at match scores: equity lost by a program's doubles and answers, by cubeful rollouts.

Positions of self-played games where the decision is close by our static evaluation: between doubling and not, or
between taking and dropping. Half for money, half at scores of a match to seven; the cube in the middle or with the
roller. The reference rolls out both cubes to the end, as for plays (bench/decisions.py). `TAVL_CUBES` (500),
`TAVL_CUBE_GAMES` (648), and the settings for pieces that are described there.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from bench.cache import Cache, OutOfTime, threads
from bench.rivals import Rival, installed
from bench.table import Table, mean_interval
from tavl.engine import Engine
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.levels import LevelPlayer, level_named
from tavl.engine.measure import shipped_signature
from tavl.notation import situation_of, write_gnu_id
from tavl.rules import Cube, Dice, Match, Phase, Position, Seat
from tavl.rules.game import Game
from tavl.rules.profile import usual_profile

LENGTH = 7
NEAR = 0.25  # points between doubling and not, or between taking and dropping
SEED = 2028


@dataclass
class Verdict:
    no_double: float
    take: float
    drop: float

    def losses(self, doubles: bool, takes: bool) -> tuple[float, float]:
        """The equity lost by doubling or not, if answered correctly, and by the answer."""
        doubled = min(self.take, self.drop)
        best = max(self.no_double, doubled)
        answer = self.take if takes else self.drop
        return best - (doubled if doubles else self.no_double), answer - doubled


def run() -> Table:
    count = int(os.environ.get("TAVL_CUBES", "500"))
    games = int(os.environ.get("TAVL_CUBE_GAMES", "648"))
    plies = [int(ply) for ply in os.environ.get("TAVL_BENCH_PLIES", "0,1,2").split(",")]
    rivals, missing = installed()
    cache = Cache("cube_decisions")
    losses: dict[tuple[str, int], list[tuple[float, float]]] = {(r.name, ply): [] for r in rivals for ply in plies}
    done = 0
    try:
        for match in kept_questions(cache, count):
            answers = {(r.name, ply): asked(cache, r, match, ply) for r in rivals for ply in plies}
            verdict = judged(cache, match, games)
            for key, (doubles, takes) in answers.items():
                losses[key].append(verdict.losses(doubles, takes))
            done += 1
    except OutOfTime:
        pass
    title = f"Cube decisions: equity lost, {done} positions"
    table = Table(title, ("ply", "program", "doubling", "answering", "both", "more than tavl", "95 %"))
    table.notes.append(
        f"Half for money, half at scores of a match to {LENGTH}, in points of the current cube. Reference: rollouts of "
        f"{games} games to the end with each cube, with variance reduction; they turn the cube by our model, and there "
        "is no independent check."
    )
    if done < count:
        table.notes.append(f"The first {done} of a sample of {count}.")
    for ply in plies if done > 1 else ():
        for rival in rivals:
            table.add(ply, rival.name, *cells(losses, rival.name, ply))
    for name in missing:
        table.add("-", name, "not installed", "", "", "", "")
    return table


def cells(losses: dict[tuple[str, int], list[tuple[float, float]]], name: str, ply: int) -> list[str]:
    found = losses[name, ply]
    doubling = sum(double for double, _ in found) / len(found)
    answering = sum(answer for _, answer in found) / len(found)
    row = [f"{doubling:.5f}", f"{answering:.5f}", f"{doubling + answering:.5f}"]
    if name == "tavl":
        return [*row, "", ""]
    more, interval = mean_interval([sum(a) - sum(b) for a, b in zip(found, losses["tavl", ply], strict=True)])
    return [*row, f"{more:+.5f}", f"± {interval:.5f}"]


def kept_questions(cache: Cache, count: int) -> list[Match]:
    """Our evaluation chooses the questions, so they are chosen once: a later engine gets the same ones."""

    def find() -> list[tuple[str, tuple[int, int] | None, int]]:
        return [
            (match.game.position.gnu_id, match.score if match.length else None, match.game.cube_value)
            for match in questions(count)
            if match.game
        ]

    kept = cache.get(f"questions {count}", find)
    return [setting(Position.from_gnu_id(position), score, value) for position, score, value in kept]


def questions(count: int) -> list[Match]:
    """Matches before a roll, with a cube that can be turned."""
    engine = Engine(threads=1)
    player = LevelPlayer(level_named("strong"), engine)
    chance = Random(21)
    found: dict[Position, Match] = {}
    while len(found) < count:
        position = Position.start()
        while not position.over:
            if position not in found and chance.random() < 0.3:
                score = (chance.randint(0, LENGTH - 2), chance.randint(0, LENGTH - 2)) if len(found) % 2 else None
                match = setting(position, score, 2 if chance.random() < 0.3 else 1)
                if close(engine, match):
                    found[position] = match
                    break  # one of a game: the next ones would be much the same
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            position = player.choose_play(position, dice, None, chance).play.result
    return list(found.values())


def setting(position: Position, score: tuple[int, int] | None, value: int, to: int = LENGTH) -> Match:
    """Money without a score; a cube that was turned is the roller's."""
    length = to if score else None
    match = Match.start(length, usual_profile(length))
    if score:
        match = replace(match, score=(score[0], score[1]))
    cube = Cube(value, Seat.FIRST if value > 1 else None)
    game = Game.start(match.game_terms())
    game = replace(game, position=position, turn=Seat.FIRST, phase=Phase.TO_ROLL, turns=1, cube=cube)
    return replace(match, game=game)


def close(engine: Engine, match: Match) -> bool:
    assert match.game is not None
    if not cube_of(match).can_double:
        return False
    found = engine.cube(match.game.position, match, ply=0)
    return nearness(found.no_double, found.double_take, found.double_drop) < NEAR


def nearness(no_double: float, take: float, drop: float) -> float:
    """Points between doubling and not, or, where doubling is right, between taking and dropping, if less."""
    gain = min(take, drop) - no_double
    return min(abs(gain), abs(take - drop)) if gain > 0 else abs(gain)


def key_of(match: Match) -> str:
    return write_gnu_id(situation_of(match))


def asked(cache: Cache, rival: Rival, match: Match, ply: int) -> tuple[bool, bool]:
    if rival.name == "tavl":  # fast, and different after every change
        return rival.cube(match, ply)
    doubles, takes = cache.get(f"{rival.name} {ply} {key_of(match)}", lambda: rival.cube(match, ply))
    return doubles, takes


def judged(cache: Cache, match: Match, games: int) -> Verdict:
    assert match.game is not None
    position = match.game.position

    def find() -> tuple[float | None, float | None]:
        rolled = Engine(threads=threads()).rollout(position, games, match=match, cubeful=True, seed=SEED)
        return rolled.no_double, rolled.double_take

    # The signature, since the rollouts turn the cube by the same evaluation that is measured here.
    no_double, take = cache.get(f"rollout {shipped_signature()} {games} {key_of(match)}", find)
    cube = cube_of(match)
    return Verdict(no_double, take, normalised(cube, cube.utility_of_pass))
