"""Compares two networks: is the new one better than the shipped one?

`python -m bench.networks OLD NEW` with two `tavl.net` files; both get the shipped quick network unless a `tavl.quick`
lies beside them. `--seconds` (600) for each of two measurements:

- Where their static plays differ, in games that both take part in: how much better the new one's plays are per
  decision, according to GNU Backgammon two rolls deep (independent) and to each of the two, two rolls deep. Each
  favours its own choice a little; the truth is in between.
- A duel for money, `--ply` rolls deep: `tavl duel` with two networks.

`--odd 1` begins every game with two anchors in the other's home, so that back games come up.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

from bench.make_kinds import odd_start
from bench.table import Table, mean_interval
from tavl._native import Search, best_path, own_judge
from tavl.engine import Engine
from tavl.engine.data_files import data_file
from tavl.engine.duel import Duel, EngineContestant
from tavl.engine.engine import LOOKS
from tavl.engine.gnubg import Gnubg
from tavl.rules import Dice, Position

Judge = Engine | Gnubg


def engine_of(net: Path) -> Engine:
    engine = Engine(threads=1)
    quick = net.with_name("tavl.quick")
    quick = quick if quick.exists() else data_file("tavl.quick")
    tables, race = (str(data_file(name)) for name in ("bearoff.tables", "tavl.race"))
    engine._judge = own_judge(str(net), tables, best_path(), str(quick), LOOKS, race)
    engine._search = Search(engine._judge, 1)
    return engine


def choice(engine: Engine, position: Position, dice: Dice) -> Position:
    """The position after its play, seen by the opponent; without the cube."""
    result: Position = engine._search.rank(position, dice.high, dice.low, 0)[0][0].result
    return result


def worth(judge: Judge, after: Position) -> float:
    """The equity for the player who made it."""
    return float(after.loss) if after.over else -judge.evaluate(after, 2).equity


def differences(old: Engine, new: Engine, seconds: float, seed: int, odd: float) -> Table:
    chance, until = Random(seed), time.monotonic() + seconds
    judges: dict[str, Judge] = {"gnubg": Gnubg(), "the old one": old, "the new one": new}
    gains: dict[str, list[float]] = {name: [] for name in judges}
    differ = 0
    while time.monotonic() < until:
        position = odd_start(chance) if chance.random() < odd else Position.start()
        while not position.over and time.monotonic() < until:
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            plays = position.plays(dice)
            if len(plays) == 1:
                position = plays[0].result
                continue
            before, now = choice(old, position, dice), choice(new, position, dice)
            differ += before != now
            for name, judge in judges.items():
                gains[name].append(0.0 if before == now else worth(judge, now) - worth(judge, before))
            position = before if chance.random() < 0.5 else now
    decisions = len(gains["gnubg"])
    table = Table("What the new network's plays are worth more, a decision", ("judge, two rolls deep", "more", "95 %"))
    for name, found in gains.items():
        mean, interval = mean_interval(found)
        table.add(name, f"{mean:+.5f}", f"± {interval:.5f}")
    table.notes.append(f"{decisions:,} unforced plays, of which they choose {differ:,} differently; seed {seed}.")
    return table


def duel(old: Engine, new: Engine, seconds: float, seed: int, ply: int) -> Table:
    until = time.monotonic() + seconds
    table = Table("The new network against the old, for money", ("ply", "games", "luck-adjusted points a game", "95 %"))
    pair = EngineContestant("new", new, ply), EngineContestant("old", old, ply)
    results = Duel(*pair, seed=seed).playing(10**9)
    found = next(results)
    while time.monotonic() < until:
        found = next(results)
    table.add(ply, f"{found.games:,}", f"{found.adjusted:+.4f}", f"± {1.96 * found.adjusted_error:.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--ply", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--odd", type=float, default=0.0)
    options = parser.parse_args()
    old, new = engine_of(options.old), engine_of(options.new)
    print(differences(old, new, options.seconds, options.seed, options.odd).text(), flush=True)
    print(duel(old, new, options.seconds, options.seed, options.ply).text())


if __name__ == "__main__":
    main()
