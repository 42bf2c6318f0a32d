"""Deeper than two rolls: errors and times of our named depths beside gnubg's 3-ply and bgsage's truncated rollouts.

The same plays for everybody, chosen without the cube. Plays that differ are rolled out to the end with the same dice,
and errors are measured against the best of them; the rollouts are ours, both sides going on with our static plays, so
each row is also compared with ours three rolls deep by the program that is neither. Opening plays come from a search
here, not from the book.

This takes long: a piece is `TAVL_BENCH_SECONDS`, what is done is saved (bench/cache.py), and the table covers the
decisions that are finished. `TAVL_DEPTH_DECISIONS` (200), `TAVL_DEPTH_GAMES` (1,296) for each play.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from bench.cache import Cache, OutOfTime, threads
from bench.rivals import BgsageRival, GnubgRival, Rival, bgsage_board, position_of
from bench.sample import Decision, decisions
from bench.table import Table, mean_interval
from tavl.engine import Depth, Engine, plays_at
from tavl.engine.data_files import network_name
from tavl.engine.gnubg import GnubgError
from tavl.engine.opening_book import EMPTY
from tavl.rules import Dice, Match, Position
from tavl.rules.profile import usual_profile

SEED = 2028
OURS = (Depth.TWO_PLY, Depth.THREE_PLY, Depth.ROLLER, Depth.SETTLED)
GNUBG_PLIES = (2, 3)
BGSAGE_LEVELS = ("3ply", "truncated1")  # truncated2 takes 13 s for a play
BASE = "tavl 3-ply"
COLUMNS = (
    "program", "depth", "error", "± 95 %", f"more than {BASE}", "± 95 %", "by a third party", "± 95 %",
    "mean ms", "longest ms",
)  # fmt: skip

Choice = Callable[[Position, Dice], tuple[Position, float]]


def run() -> Table:
    count = int(os.environ.get("TAVL_DEPTH_DECISIONS", "200"))
    games = int(os.environ.get("TAVL_DEPTH_GAMES", "1296"))
    bench = Depths(games)
    with suppress(OutOfTime):
        for decision in bench.sample(count):
            bench.take(decision)
    done = len(bench.losses[BASE])
    table = Table(f"Deeper: equity lost against the best play, and processor time, {done} decisions", COLUMNS)
    for name in bench.choices if done > 1 else ():
        table.add(*name.split(" ", 1), *bench.cells(name))
    for name in bench.missing:
        table.add(name, "not installed", *("-" for _ in COLUMNS[2:]))
    table.notes.append(
        f"The first {done} of {count} unforced plays of real and self-played games, cubeless, one thread. Reference: "
        f"our rollouts of {games:,} games to the end for each play that somebody chose, with variance reduction and "
        f"the same dice, both sides playing statically. Third party: bgsage two rolls deep between {BASE} and gnubg, "
        f"gnubg two rolls deep between {BASE} and bgsage; positive where it agrees that ours is better. Processor "
        "time, with other work on the machine. bgsage counts the roll that is played: its 3ply is our 2-ply. Our "
        "roller and settled depths play the same static games as the reference, which is on their side."
    )
    return table


class Depths:
    def __init__(self, games: int) -> None:
        self._games, self._cache, self._network = games, Cache("depths"), network_name()
        self._reference = Engine(threads=threads())
        self.choices: dict[str, Choice] = {f"tavl {depth}": by_us(depth) for depth in OURS}
        self.missing: list[str] = []
        self._gnubg: GnubgRival | None = None
        self._bgsage: BgsageRival | None = None
        try:
            self._gnubg = GnubgRival()
            self.choices |= {f"gnubg {ply}-ply": by_gnubg(ply) for ply in GNUBG_PLIES}
        except GnubgError:
            self.missing.append("gnubg")
        try:
            self._bgsage = BgsageRival()
            self.choices |= {f"bgsage {level}": by_bgsage(level) for level in BGSAGE_LEVELS}
        except ImportError:
            self.missing.append("bgsage")
        self.losses: dict[str, list[float]] = {name: [] for name in self.choices}
        self.outside: dict[str, list[float]] = {name: [] for name in self.choices}
        self.seconds: dict[str, list[float]] = {name: [] for name in self.choices}

    def sample(self, count: int) -> list[Decision]:
        """Drawn once: games by our own levels change with every change of the engine."""
        kept = self._cache.get(
            f"sample {count}", lambda: [(position.gnu_id, dice.high, dice.low) for position, dice in decisions(count)]
        )
        return [(Position.from_gnu_id(position), Dice(high, low)) for position, high, low in kept]

    def take(self, decision: Decision) -> None:
        """Everybody chooses, then the plays are compared; a decision that is not finished counts for nobody."""
        position, dice = decision
        chosen: dict[str, tuple[str, float]] = {}
        for name, choose in self.choices.items():
            by = f"{name} {self._network}" if name.startswith("tavl") else name
            key = f"{by} {position.gnu_id} {dice.high}{dice.low}"
            after, seconds = self._cache.get(key, partial(answered, choose, position, dice))
            chosen[name] = (after, seconds)
        plays = sorted({after for after, _ in chosen.values()})
        equities = {after: self._rolled_out(after) for after in plays} if len(plays) > 1 else dict.fromkeys(plays, 0.0)
        outside = {name: self._outside(name, chosen[BASE][0], after) for name, (after, _) in chosen.items()}
        for name, (after, seconds) in chosen.items():
            self.losses[name].append(max(equities.values()) - equities[after])
            self.outside[name].append(outside[name])
            self.seconds[name].append(seconds)

    def cells(self, name: str) -> list[str]:
        error, around = mean_interval(self.losses[name])
        cells = [f"{error:.5f}", f"{around:.5f}"]
        if name == BASE:
            cells += ["", "", "", ""]
        else:
            more = [own - base for own, base in zip(self.losses[name], self.losses[BASE], strict=True)]
            cells += signed(more)
            cells += signed(self.outside[name]) if self._third(name) else ["", ""]
        spent = self.seconds[name]
        return [*cells, f"{1000 * sum(spent) / len(spent):,.1f}", f"{1000 * max(spent):,.0f}"]

    def _third(self, name: str) -> GnubgRival | BgsageRival | None:
        return {"gnubg": self._bgsage, "bgsage": self._gnubg}.get(name.split()[0])

    def _outside(self, name: str, ours: str, theirs: str) -> float:
        """How much better our play is by the third program."""
        judge = self._third(name)
        if judge is None or ours == theirs:
            return 0.0
        seen = []
        for after in (ours, theirs):
            position = Position.from_gnu_id(after)
            key = f"{judge.name} sees 2 {after}"
            find = partial(worth, judge, position)
            seen.append(float(position.loss) if position.over else float(self._cache.get(key, find)))
        return seen[0] - seen[1]

    def _rolled_out(self, after: str) -> float:
        """Its equity for the player who made it."""
        position = Position.from_gnu_id(after)
        if position.over:
            return float(position.loss)
        key = f"rollout {self._network} {self._games} {after}"
        found: float = self._cache.get(key, lambda: -self._reference.rollout(position, self._games, seed=SEED).equity)
        return found


# Everybody has a program of their own: what it remembers of a look less deep must not make the deeper one look quick.


def by_us(depth: Depth) -> Choice:
    engine = Engine(threads=1, book=EMPTY)
    cubeless = Match.start(None, usual_profile(None).vary(jacoby=False, beavers=False), stake=0)

    def choose(position: Position, dice: Dice) -> tuple[Position, float]:
        began = time.process_time()
        best = plays_at(engine, depth, position, dice, cubeless)[0]
        return best.play.result, time.process_time() - began

    return choose


def by_gnubg(ply: int) -> Choice:
    program = GnubgRival()

    def choose(position: Position, dice: Dice) -> tuple[Position, float]:
        after = program.result(position, dice, ply)
        return after, program.seconds

    return choose


def by_bgsage(level: str) -> Choice:
    from bgsage import BgBotAnalyzer

    analyzer: list[Any] = []  # made when it is first needed: it reads its networks then

    def choose(position: Position, dice: Dice) -> tuple[Position, float]:
        if not analyzer:
            analyzer.append(BgBotAnalyzer(eval_level=level, cubeful=False, parallel_threads=1))
        began = time.process_time()
        found = analyzer[0].checker_play(bgsage_board(position), dice.high, dice.low, jacoby=False)
        return position_of(found.moves[0].board).mirror(), time.process_time() - began

    return choose


def signed(values: list[float]) -> list[str]:
    mean, around = mean_interval(values)
    return [f"{mean:+.5f}", f"{around:.5f}"]


def worth(judge: Rival, after: Position) -> float:
    """A position for who played to it, two rolls deep."""
    return -judge.evaluate(after, 2).equity


def answered(choose: Choice, position: Position, dice: Dice) -> Sequence[object]:
    after, seconds = choose(position, dice)
    return after.gnu_id, seconds
