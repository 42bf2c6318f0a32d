"""Error per decision at 0, 1 and 2 rolls deep, against the rivals at the same depth.

Every program chooses its play for cubeless money equity, so that nobody's model of the cube has a say. The plays that
were chosen by anybody are then rolled out, all of a decision with the same dice, and the best of them is the measure.

The judge. A rollout by our own engine could favour our own family, so it is made to rest on our judgement as little as
can be: games are played to the end, so that no position is judged at a leaf; taking the luck out changes no mean,
whatever the quality of what estimates it; what stays ours is that both sides go on with our static plays, the same way
after every candidate. As a check from outside, each dispute between tavl and one rival is also put to the other
rival's search, which is of neither family (gnubg two rolls deep, bgsage one): the last columns.

Long: `TAVL_DECISIONS` (1,000), `TAVL_DECISION_GAMES` (324) for each candidate, `TAVL_BENCH_PLIES` (0,1,2). What was
found is kept (bench/cache.py), `TAVL_BENCH_SECONDS` makes a piece of it, and the table is about what is done.
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
from tavl.engine.rollout_file import network_name
from tavl.rules import Dice, Position

SEED = 2027
THIRD = {"gnubg": "bgsage", "bgsage": "gnubg"}


@dataclass
class Judged:
    """One decision: by program and ply what its play loses, and what the third party says of tavl's lead."""

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
        f"Unforced plays of real and self-played games, cubeless. Judge: {games} games to the end for each play that "
        "somebody chose, luck taken out, the same dice. Third party: the other rival's search (gnubg two rolls deep, "
        "bgsage one)."
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
        """Drawn once: games by our own levels are others after every change of the engine."""
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
        if name == "tavl":  # quick to ask, and another one after every change
            return self._rivals[name].result(position, dice, ply).gnu_id
        key = f"{name} {ply} {position.gnu_id} {dice.high}{dice.low}"
        found: str = self._cache.get(key, lambda: self._rivals[name].result(position, dice, ply).gnu_id)
        return found

    def _rolled_out(self, after: str) -> float:
        """What it is worth to the one who played it."""
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
