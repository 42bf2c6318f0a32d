"""Mutation testing of tavl.rules and tavl.table: change one thing at a time, and see whether a test notices.

    python -m tests.mutate                     all of it, an hour or so on one core
    python -m tests.mutate table               this package
    python -m tests.mutate rules play_check game    these modules of it; `acts` is also all that is in acts/
    python -m tests.mutate table --every 5     each fifth mutant

Fails when more than a tenth of a package's mutants live. mutmut, the usual tool, leaves out decorated functions but for
static and class methods, and so every property of Game, Match and Table.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import hypothesis.stateful  # noqa: F401 - loaded once, for all children
import numpy as np  # noqa: F401
import pytest
from hypothesis import Phase, settings

import tavl._native  # noqa: F401
from tests.mutate.accepted_mutants import ACCEPTED
from tests.mutate.changes import Mutant, modules, mutants
from tests.mutate.child_processes import QUIETLY, Inside, noticed_anew

HERE = Path(__file__).parents[1]
WITHOUT = {"tavl.rules.clauses"}  # reads the rulebook, which has tests of its own
LEFT_OUT = (  # tests about the native code, which is not mutated
    "test_whole_matches_at_random",
    "test_plays_agree_with_referee",
    "test_every_way_through_the_tree",
    "test_each_play_tells",
    "test_bulk_call_gives",
    "test_positions_are_ordered",
    # and tables driven at random: what only they notice deserves a test that says it
    "test_long_tables",
    "TestTables",
    "test_random_tables_go",
)
OPTIONS = ["-m", "not soak", "-k", " and ".join(f"not {name}" for name in LEFT_OUT)]
PACKAGES = ("rules", "table")


def files_for(package: str, module: str = "") -> list[list[str]]:
    """Those most likely to notice, then all others: most children need not even collect these."""
    every = sorted((HERE / package).rglob("test_*.py"))
    words = {*module.split("."), "page"}
    first = [path for path in every if path.stem.removeprefix("test_") in words]
    return [[str(path) for path in first], [str(path) for path in every if path not in first]]


class Run:
    """Over one package; says what is alive as soon as it is known."""

    def __init__(self, package: str, chosen: list[Mutant]) -> None:
        self.package, self.chosen, self.done = package, chosen, 0
        self.alive: list[Mutant] = []

    def whole(self) -> bool:
        inside = Inside(self.package, self.chosen, self.tell)
        every = [file for files in files_for(self.package) for file in files]
        pytest.main([*QUIETLY, *OPTIONS, "-s", *every], plugins=[inside])
        if not inside.sound:
            print(f"no figures: {inside.fails} fails without any mutant")
            return False
        if inside.outside and noticed_anew(None, self.package, OPTIONS, files_for(self.package)):
            print("no figures: imported again, the tests fail without any mutant")
            return False
        for mutant in inside.outside:
            self.tell(mutant, noticed_anew(mutant, self.package, OPTIONS, files_for(self.package, mutant.module)))
        return True

    def tell(self, mutant: Mutant, noticed: bool) -> None:
        self.done += 1
        if not noticed:
            self.alive.append(mutant)
            print(f"\r  {mutant}", flush=True)
        if sys.stdout.isatty():
            print(f"\r{mutant.module} {self.done}/{len(self.chosen)}", end="", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", nargs="?", choices=PACKAGES, help="both if none is named")
    parser.add_argument("modules", nargs="*", help="of the package; all if none is named")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="start")
    given = parser.parse_args()
    # Few examples and no search for the smallest one: what is asked is whether a test fails.
    settings.register_profile("mutate", max_examples=25, deadline=None, database=None, phases=[Phase.generate])
    settings.load_profile("mutate")
    failed = False
    for package in [given.package] if given.package else PACKAGES:
        began = time.monotonic()
        named = [name for name in modules(f"tavl.{package}") if name not in WITHOUT]
        if given.modules:
            named = [name for name in named if set(name.split(".")[2:]) & set(given.modules)]
        every = [mutant for name in named for mutant in mutants(name)]
        chosen = [mutant for mutant in every[given.start :: given.every] if not mutant.left]
        run = Run(package, chosen)
        if not run.whole():
            return 2
        left = sum(len(those) for module, those in ACCEPTED.items() if module.startswith(package))
        share = len(run.alive) / max(len(chosen), 1)
        print(
            f"{package}: {len(run.alive)} of {len(chosen)} alive ({share:.1%}), {left} more looked at and left;"
            f" {time.monotonic() - began:.0f} s",
            flush=True,
        )
        failed |= share > 0.1
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
