"""The opening book: which positions it holds, their rollouts, and the file that ships. Needs an installed tavl.

    python3 -m train.opening list --out IDS [--rollouts FILE ...]
    python3 -m train judge --ids IDS --out FILE --games 2592
    python3 -m train.opening roll --out FILE --seconds 1800 [--rollouts FILE ...]
    python3 -m train.opening write --rollouts FILE ...

`list` names the positions after every sensible opening play and after every sensible reply to those, seen by the player
then on roll, as JSON lines with a GNU position ID. With rollouts that there are already, it names only those that are
still missing or not exact enough, so a run can be made in pieces. `judge` rolls them out on a GPU, one roll deep;
`roll` without one, statically, openings first and then what is least exact, and adds to its file as it goes. `write`
puts what all rollouts of each position say into the file that the engine reads; what an earlier network listed stays.
That file stands for the rollouts that it was made of: name it instead of them to go on from the book that ships.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tavl._native import Search
from tavl.engine import Engine
from tavl.engine.cubes import MONEY
from tavl.engine.data_files import network_name
from tavl.engine.opening_book import FILE, SCALE, read_book
from tavl.rules import ALL_ROLLS, Dice, Position

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "tavl" / "engine" / "data" / FILE
NAMES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
PLY = 2
FIRST = (0.06, 5)  # an opening play: behind the best by at most so much, and at most so many
REPLY = (0.05, 4)
FILTERS = [(8, 0.16), (5, 0.08)]  # wider than what a hint looks at, so that all of these are searched as deep
EXACT = 0.002  # the standard error that is aimed at, of the cubeless equity

GAMES = 12_960  # at most, of one position

Row = dict[str, float]


def sensible(engine: Engine, position: Position, dice: Dice, limits: tuple[float, int]) -> list[Position]:
    """Where the plays lead that are near the best one, the best first."""
    margin, most = limits
    search = Search(engine._judge, engine.threads, FILTERS)
    ranked = search.rank(position, dice.high, dice.low, PLY, MONEY)
    return [play.result for play, _, equity, _ in ranked[:most] if ranked[0][2] - equity <= margin]


def positions(engine: Engine) -> Iterator[Position]:
    """Every position of the book once, openings first. The first roll is no double: the higher die begins."""
    start = Position.start()
    found = {
        after: None for dice in ALL_ROLLS if not dice.double for after in sensible(engine, start, dice, FIRST)
    }  # a dictionary keeps the order
    yield from found
    for opening in list(found):
        for dice in ALL_ROLLS:
            for after in sensible(engine, opening, dice, REPLY):
                if after not in found:
                    found[after] = None
                    yield after


def read_rollouts(files: Iterable[Path]) -> dict[str, Row]:
    """What all rollouts of each position say together, by inverse variance.

    Two with the same seed, or both without one, may have had the same dice: of these the more exact one counts.
    """
    best: dict[str, dict[tuple[str, int], Row]] = {}
    for file in files:
        for row in rows_of(file):
            seeds = best.setdefault(row["id"], {})
            key = (row.get("how", ""), row.get("seed", 0))
            if key not in seeds or row["se"] < seeds[key]["se"]:
                seeds[key] = row
    return {each: merged(list(seeds.values())) for each, seeds in best.items()}


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    if file.suffix != ".tsv":
        yield from map(json.loads, file.read_text().splitlines())
        return
    for position, entry in read_book(file.read_text()).entries.items():
        chances = {name: getattr(entry.evaluation, name) for name in NAMES}
        row = {"id": position.gnu_id, **chances, "se": entry.standard_error, "games": entry.games}
        yield {**row, "how": "book"}


def merged(rows: list[Row]) -> Row:
    weights = [max(row["se"], 1e-6) ** -2 for row in rows]  # an exact one has no error
    whole = sum(weights)
    found = {name: sum(row[name] * weight for row, weight in zip(rows, weights, strict=True)) / whole for name in NAMES}
    return {**found, "se": whole**-0.5, "games": sum(row["games"] for row in rows)}


def missing(ids: Iterable[str], known: dict[str, Row]) -> list[str]:
    return [each for each in ids if each not in known or known[each]["se"] > EXACT]


def roll(engine: Engine, ids: Sequence[str], known: dict[str, Row], out: Path, seconds: float) -> int:
    """Roll out what is not exact enough, and add each to the file at once; those that are in it count as known."""
    began, done = time.monotonic(), 0
    openings = {play.result.gnu_id for dice in ALL_ROLLS for play in Position.start().plays(dice)}
    for each in sorted(
        missing(ids, known), key=lambda id: (id not in openings, -known[id]["se"] if id in known else -1)
    ):
        left = seconds - (time.monotonic() - began)
        if left <= 0:
            break
        needed = EXACT if each not in known else (EXACT**-2 - known[each]["se"] ** -2) ** -0.5
        seed = 1 + int(known[each]["games"]) if each in known else 1  # other dice than those that are known
        *_, found = engine.rolling(Position.from_gnu_id(each), GAMES, seed=seed, until_error=needed)
        chances = {name: round(getattr(found.evaluation, name), 6) for name in NAMES}
        row = {"id": each, **chances, "se": round(found.standard_error, 6), "games": found.games}
        with out.open("a") as file:
            file.write(json.dumps({**row, "how": "static", "seed": seed}) + "\n")
        done += 1
    return done


def book_lines(ids: Iterable[str], known: dict[str, Row], network: str) -> Iterator[str]:
    held = [each for each in ids if each in known]
    yield "# Opening book: positions after an opening play or a reply, seen by the player on roll, rolled out without"
    yield f"# the cube. Made by `python3 -m train.opening`; docs/engine.md says how. Listed by network {network}."
    yield f"# GNU position ID, then in 1/{SCALE} {', '.join(NAMES)}; standard error in millionths; games."
    for each in held:
        row = known[each]
        chances = (round(row[name] * SCALE) for name in NAMES)
        numbers = (*chances, round(row["se"] * 1_000_000), int(row["games"]))
        yield "\t".join((each, *map(str, numbers)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m train.opening", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="positions that are still to be rolled out")
    listing.add_argument("--out", type=Path, required=True)
    listing.add_argument("--rollouts", type=Path, nargs="*", default=[])
    rolling = commands.add_parser("roll", help="rollouts without a GPU")
    rolling.add_argument("--out", type=Path, required=True)
    rolling.add_argument("--rollouts", type=Path, nargs="*", default=[])
    rolling.add_argument("--seconds", type=float, required=True)
    rolling.add_argument("--threads", type=int, default=1)
    writing = commands.add_parser("write", help="the file that ships")
    writing.add_argument("--rollouts", type=Path, nargs="+", required=True)
    writing.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    own = [arguments.out] if arguments.command == "roll" and arguments.out.exists() else []
    known = read_rollouts([*arguments.rollouts, *own])
    ids = [position.gnu_id for position in positions(Engine())]
    lacking = missing(ids, known)
    if arguments.command == "list":
        arguments.out.write_text("".join(json.dumps({"id": each}) + "\n" for each in lacking))
    elif arguments.command == "roll":
        engine = Engine(threads=arguments.threads)
        print(f"{roll(engine, ids, known, arguments.out, arguments.seconds)} rolled out")
        return
    else:
        kept = [*ids, *(each for each in known if each not in set(ids))]  # what an earlier network listed stays
        arguments.out.write_text("\n".join(book_lines(kept, known, network_name())) + "\n")
    unknown = sum(each not in known for each in ids)
    print(f"{len(ids)} positions, {unknown} not rolled out, {len(lacking) - unknown} less exact than {EXACT}")


if __name__ == "__main__":
    main()
