"""Error per decision at 0, 1 and 2 rolls deep, against the rivals at the same depth.

Every program chooses its play by cubeless money equity, so that no cube model matters. All chosen plays of a decision
are then rolled out with the same dice, and errors are measured against the best of them.

The reference. A rollout by our own engine could favour our own plays, so it depends on our evaluation as little as
possible: games are played to the end, so no position is evaluated at a leaf; variance reduction changes no mean,
whatever the quality of the estimate. What remains is that both sides continue with our static plays, in the same way
after every candidate. As an independent check, each difference between tavl and one program is also evaluated by the
other program's search (gnubg two rolls deep, bgsage one): the last columns.

This takes long: `TAVL_DECISIONS` (1,000), `TAVL_DECISION_GAMES` (324) for each candidate, `TAVL_BENCH_PLIES` (0,1,2).
Results are saved (bench/cache.py), `TAVL_BENCH_SECONDS` runs a piece of it, and the table covers what is done.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field

from bench.cache import Cache, OutOfTime, threads
from bench.rivals import BgsageRival, Rival, installed
from bench.sample import Decision, decisions
from bench.table import Table, mean_interval
from tavl.engine import Engine
from tavl.engine.data_files import network_name
from tavl.rules import Dice, Position

SEED = 2027
THIRD = {"gnubg": "bgsage", "bgsage": "gnubg"}


@dataclass
class Judged:
    """One decision: by program and ply the equity its play loses, and tavl's lead according to the third program."""

    losses: dict[tuple[str, int], float] = field(default_factory=dict)
    outside: dict[tuple[str, int], float] = field(default_factory=dict)


def run() -> Table:
    count = int(os.environ.get("TAVL_DECISIONS", "1000"))
    games = int(os.environ.get("TAVL_DECISION_GAMES", "324"))
    plies = [int(ply) for ply in os.environ.get("TAVL_BENCH_PLIES", "0,1,2").split(",")]
    rivals, missing = installed()
    judge = Judge(rivals, plies, games)
    done: list[Judged] = []
    with suppress(OutOfTime):
        done.extend(judge.judged(decision) for decision in judge.sample(count))
    title = f"Error per decision: equity lost against the best play, {len(done)} decisions"
    columns = ("ply", "program", "error", "more than tavl", "95 %", "by a third party", "95 %")
    table = Table(title, columns)
    table.notes.append(
        f"Unforced plays of real and self-played games, cubeless. Reference: rollouts of {games} games to the end "
        "for each chosen play, with variance reduction and the same dice. Third party: the other program's search "
        "(gnubg two rolls deep, bgsage one)."
    )
    if len(done) < count:
        table.notes.append(f"The first {len(done)} of a sample of {count}.")
    for ply in plies if len(done) > 1 else ():
        for rival in rivals:
            table.add(ply, rival.name, *cells(done, rival.name, ply))
    for name in missing:
        table.add("-", name, "not installed", "", "", "", "")
    return table


def cells(done: list[Judged], name: str, ply: int) -> list[str]:
    own = [one.losses[name, ply] for one in done]
    error = f"{sum(own) / len(own):.5f}"
    if name == "tavl":
        return [error, "", "", "", ""]
    more, interval = mean_interval([one.losses[name, ply] - one.losses["tavl", ply] for one in done])
    row = [error, f"{more:+.5f}", f"± {interval:.5f}"]
    if all((name, ply) in one.outside for one in done):
        outside, around = mean_interval([one.outside[name, ply] for one in done])
        return [*row, f"{outside:+.5f}", f"± {around:.5f}"]
    return [*row, "-", "-"]


class Judge:
    def __init__(self, rivals: list[Rival], plies: list[int], games: int) -> None:
        self._rivals = {rival.name: rival for rival in rivals}
        self._plies, self._games = plies, games
        self._engine = Engine(threads=threads())
        self._cache = Cache("decisions")
        self._network = network_name()

    def sample(self, count: int) -> list[Decision]:
        """Drawn once: games by our own levels change with every change of the engine."""
        kept = self._cache.get(
            f"sample {count}", lambda: [(position.gnu_id, dice.high, dice.low) for position, dice in decisions(count)]
        )
        return [(Position.from_gnu_id(position), Dice(high, low)) for position, high, low in kept]

    def judged(self, decision: Decision) -> Judged:
        chosen = {(name, ply): self._choice(name, decision, ply) for name in self._rivals for ply in self._plies}
        candidates = sorted(set(chosen.values()))
        if len(candidates) == 1:
            nothing = dict.fromkeys(chosen, 0.0)
            return Judged(nothing, {key: 0.0 for key in chosen if THIRD.get(key[0]) in self._rivals})
        worth = {candidate: self._rolled_out(candidate) for candidate in candidates}
        best = max(worth.values())
        found = Judged({key: best - worth[candidate] for key, candidate in chosen.items()})
        for (name, ply), candidate in chosen.items():
            third = THIRD.get(name, "")
            if third in self._rivals:
                mine = chosen["tavl", ply]
                same = mine == candidate
                found.outside[name, ply] = 0.0 if same else self._seen(third, mine) - self._seen(third, candidate)
        return found

    def _choice(self, name: str, decision: Decision, ply: int) -> str:
        position, dice = decision
        if name == "tavl":  # fast, and different after every change
            return self._rivals[name].result(position, dice, ply).gnu_id
        key = f"{name} {ply} {position.gnu_id} {dice.high}{dice.low}"
        found: str = self._cache.get(key, lambda: self._rivals[name].result(position, dice, ply).gnu_id)
        return found

    def _rolled_out(self, after: str) -> float:
        """Its equity for the player who made it."""
        position = Position.from_gnu_id(after)
        if position.over:
            return float(position.loss)
        key = f"rollout {self._network} {self._games} {after}"
        found: float = self._cache.get(key, lambda: -self._engine.rollout(position, self._games, seed=SEED).equity)
        return found

    def _seen(self, third: str, after: str) -> float:
        position = Position.from_gnu_id(after)
        if position.over:
            return float(position.loss)
        rival = self._rivals[third]
        ply = 1 if isinstance(rival, BgsageRival) else 2  # bgsage's next ply takes seconds
        found: float = self._cache.get(f"{third} sees {ply} {after}", lambda: -rival.evaluate(position, ply).equity)
        return found
