"""Cube efficiency: fits Janowski's x to cubeful rollouts of positions from our own games.

``python -m train.efficiency --positions 120`` rolls out positions where the player on roll is ahead, for contact and
for races, with the cube in the middle and with the cube given away. It finds the efficiency with which the equity from
the chances two rolls deep is right on average. It needs an installed tavl and no GPU, and takes about ten minutes. The
result is in native/cube.cpp.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from tavl._native import CubeState
from tavl.engine import Engine, Evaluation
from tavl.rules import Dice, Position

GRID = np.arange(0.40, 1.001, 0.01)
AHEAD = (0.5, 0.9)  # chances of winning: below, nobody would double; above, the game is nearly over


def sample(engine: Engine, race: bool, count: int, seed: int) -> list[Position]:
    """At most one position of a game: the next ones would be much the same."""
    chance = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        while not position.over:
            asked = position.race is race and chance.random() < 0.15
            if asked and AHEAD[0] < engine.evaluate(position).win < AHEAD[1]:
                found.append(position)
                break
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            position = engine.plays(position, dice)[0].play.result
    return found


def five(chances: Evaluation) -> list[float]:
    return [chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--games", type=int, default=216)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=41)
    options = parser.parse_args()
    engine = Engine(threads=options.threads)
    centred = CubeState()
    for race in (True, False):
        rows = []
        for position in sample(engine, race, options.positions, options.seed):
            rolled = engine.rollout(position, options.games, cubeful=True, seed=options.seed)
            rows.append((five(engine.evaluate(position, ply=2)), rolled.no_double, rolled.double_take))
        for name, cube, column in (("to be turned by the roller", centred, 1), ("given away", centred.doubled(), 2)):
            rolled_out = np.array([row[column] for row in rows])
            guess = np.array([[cube.no_double(row[0], float(x)) for x in GRID] for row in rows])
            bias = (guess - rolled_out[:, None]).mean(0)
            spread = np.sqrt(((guess - rolled_out[:, None]) ** 2).mean(0))
            right, near = int(np.abs(bias).argmin()), int(spread.argmin())
            print(
                f"{'race' if race else 'contact':8} {name:28} right on average at {GRID[right]:.2f} "
                f"(rms {spread[right]:.4f}), nearest at {GRID[near]:.2f} "
                f"(bias {bias[near]:+.4f}, rms {spread[near]:.4f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
