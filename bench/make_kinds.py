"""Makes bench/kinds.jsonl: positions of the kinds that static evaluators get wrong, with two rollouts of each.

`python -m bench.make_kinds` draws positions of each kind (bench/sample.py tells them apart) from games of our club
level against itself, half of them begun with two anchors so that back games come up, one position of a game; seed 31.
Each is rolled out to the end, cubeless, by static play, luck taken out: by us, and by GNU Backgammon. What is known is
kept (bench/cache.py), `TAVL_BENCH_SECONDS` makes a piece of it, and the file has what both have judged.

`TAVL_KINDS` (60) of a kind; `TAVL_KINDS_GAMES` (432) of ours and `TAVL_KINDS_GNUBG` (72) of gnubg's games for each.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from bench.cache import Cache, OutOfTime, threads
from bench.sample import SPECIAL, kind_of
from tavl.engine import Engine
from tavl.engine.gnubg import GnubgError, gnubg_program
from tavl.engine.levels import LevelPlayer, level_named
from tavl.rules import Dice, Position

FILE = Path(__file__).with_name("kinds.jsonl")
SEED = 31
SETTINGS = (
    "set threads 1",
    "set rollout chequerplay plies 0",
    "set rollout cubeful off",
    "set rollout varredn on",
    "set rollout quasirandom on",
    "set rollout truncation enable off",
    "set rollout seed 1",
)
FOUND = re.compile(r"CL +([-+][0-9.]+)\s+\[[^\]]*CL +([0-9.]+)\]")


def sample(count: int) -> list[tuple[str, str]]:
    """Kind and position, the kinds in turn."""
    player = LevelPlayer(level_named("club"), Engine(threads=1))
    chance = Random(SEED)
    found: dict[str, dict[str, None]] = {kind: {} for kind in SPECIAL}
    while any(len(positions) < count for positions in found.values()):
        position = START if chance.random() < 0.5 else odd_start(chance)
        age = 0
        while not position.over:
            kind = kind_of(position)
            if age > 2 and kind in found and len(found[kind]) < count and chance.random() < 0.15:
                found[kind][position.gnu_id] = None
                break
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            position, age = player.choose_play(position, dice, None, chance).play.result, age + 1
    rows = [[(kind, position) for position in list(found[kind])[:count]] for kind in SPECIAL]
    return [row for turn in zip(*rows, strict=True) for row in turn]


START = Position.start()


def odd_start(chance: Random) -> Position:
    """Two anchors of one side in the other's home, the rest anywhere, so that back games come up."""
    deep, other = sorted(chance.sample((20, 21, 22, 23, 24), 2), reverse=True)
    own = [0] * 26
    own[deep] = own[other] = 2
    for _ in range(11):
        own[chance.choice((4, 5, 6, 8, 13))] += 1
    theirs = [0] * 26
    free = [point for point in range(1, 17) if own[25 - point] == 0]
    for _ in range(15):
        theirs[chance.choice(free)] += 1
    return Position(own, theirs)


def ours(engine: Engine, position: Position, games: int) -> tuple[float, float]:
    rolled = engine.rollout(position, games, seed=SEED)
    return rolled.equity, rolled.standard_error


class GnubgRollouts:
    """gnubg prints rollout results only to a terminal, so it gets a pseudo-terminal."""

    def __init__(self, games: int) -> None:
        program = gnubg_program()
        if program is None:
            raise GnubgError("gnubg is not installed")
        self._home = tempfile.TemporaryDirectory(prefix="tavl-gnubg-")
        ours_end, its_end = pty.openpty()
        self._process = subprocess.Popen(
            [program, "-t", "-q"],
            stdin=its_end,
            stdout=its_end,
            stderr=subprocess.DEVNULL,
            cwd=self._home.name,
            env={**os.environ, "HOME": self._home.name, "TERM": "dumb"},
        )
        os.close(its_end)
        self._terminal = ours_end
        for line in (*SETTINGS, f"set rollout trials {games}"):
            self._type(line)

    def _type(self, line: str) -> None:
        os.write(self._terminal, (line + "\n").encode())

    def _read(self, seconds: float) -> str:
        if not select.select([self._terminal], [], [], seconds)[0]:
            return ""
        return os.read(self._terminal, 65536).decode(errors="replace")

    def rollout(self, position: Position) -> tuple[float, float]:
        while self._read(0.2):  # earlier output
            pass
        self._type(f"set gnubgid {position.gnu_id}:cAkAAAAAAAAA")
        self._type("rollout")
        said, deadline = "", time.monotonic() + 3600
        while time.monotonic() < deadline and self._process.poll() is None:
            said += self._read(1.0)
            _, done, final = said.partition("Printing final results")
            if done and (found := FOUND.search(final)):
                return float(found[1]), float(found[2])
        raise GnubgError("gnubg gave no result: " + said[-300:])

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)
        self._home.cleanup()


def main() -> None:
    count = int(os.environ.get("TAVL_KINDS", "60"))
    games = int(os.environ.get("TAVL_KINDS_GAMES", "432"))
    gnubg_games = int(os.environ.get("TAVL_KINDS_GNUBG", "72"))
    cache = Cache("kinds")
    engine = Engine(threads=threads())
    gnubg = GnubgRollouts(gnubg_games)
    rows = []
    with suppress(OutOfTime):
        for kind, name in cache.get(f"sample {count}", lambda: sample(count)):
            position = Position.from_gnu_id(name)
            mine = cache.get(f"ours {games} {name}", lambda p=position: ours(engine, p, games))
            theirs = cache.get(f"gnubg {gnubg_games} {name}", lambda p=position: gnubg.rollout(p))
            figures = [round(float(x), 5) for x in (*mine, *theirs)]
            rows.append(
                dict(zip(("id", "kind", "tavl", "tavl_se", "gnubg", "gnubg_se"), (name, kind, *figures), strict=True))
            )
    gnubg.close()
    FILE.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(rows)} positions in {FILE.name}: {games} games of ours and {gnubg_games} of gnubg's for each")


if __name__ == "__main__":
    main()
