"""Mutation testing of tavl.rules: change one thing at a time, and see whether a test notices.

    python -m tests.mutate                     all of it, ten to twenty minutes on one core
    python -m tests.mutate judge game          these modules
    python -m tests.mutate --every 5           each fifth mutant

mutmut, the usual tool, leaves out decorated functions but for static and class methods, and so every property of Game
and Match. Each mutant here runs in a child of this process, which has
pytest, hypothesis and the native module loaded already.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis.stateful  # noqa: F401 - loaded once, for all children
import numpy as np  # noqa: F401
import pytest

import tavl._native  # noqa: F401

TESTS = Path(__file__).parent / "rules"
SOURCE = Path(__file__).parents[1] / "src" / "tavl" / "rules"
MODULES = ("judge", "game", "match", "resigning", "profile", "refusal", "seat", "board", "codec", "acts")
FIRST = {  # the tests most likely to notice
    "judge": ["test_judge", "test_moving"],
    "game": ["test_game", "test_cube", "test_resigning"],
    "match": ["test_match", "test_records"],
    "resigning": ["test_resigning"],
    "profile": ["test_profiles"],
    "codec": ["test_codec"],
    "acts": ["test_codec", "test_records"],
}
SLOW = (  # and about the native code, which is not mutated
    "test_whole_matches_at_random",
    "test_plays_agree_with_referee",
    "test_every_way_through_the_tree",
    "test_each_play_tells",
    "test_bulk_call_gives",
    "test_positions_are_ordered",
)
OPTIONS = ["-x", "-q", "--noconftest", "--assert=plain", "-p", "no:cacheprovider", "-m", "not soak"]
OPTIONS += ["-k", " and ".join(f"not {name}" for name in SLOW)]
SECONDS = 120  # for one mutant; one that hangs has been noticed

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}

Change = Callable[[ast.AST], None]
SAME: dict[tuple[str, str, str], str] = {
    # Mutants that were looked at and left. Most cannot be told from the original; the four about `on_board` and `aces`
    # can, as a bound that is a little sharper or looser, which no test is to hold.
    ("judge", "if len(moves) <= 2", "2 -> 3"): "three moves of a two-dice roll lead nowhere",
    ("judge", "for count in range(1, len(left) + 1)", "1 -> 2 (2nd)"): "there are no longer permutations",
    ("judge", "return sum(dice[:-1]) < source", "Lt -> LtE"): "fewer dice are tried first, and have the same fault",
    ("judge", "return sum(dice[:-1]) < source", "1 -> 2"): "likewise",
    ("judge", "behind = [place for place in range(source + 1, 7)", "7 -> 8"): "nothing stands outside by then",
    ("game", "if game.phase is not Phase.TO_PLAY or game.dice is None", "Or -> And"): "one is not without the other",
    ("game", "turn = Seat.FIRST if first > second", "Gt -> GtE"): "equal dice have returned before",
    ("resigning", "if on_board <= 4 and not any(side.own[7:])", "And -> Or"): "slower and exact instead of a bound",
    ("resigning", "if on_board <= 4 and not any(side.own[7:])", "4 -> 5"): "likewise",
    ("resigning", "if on_board <= 4 and not any(side.own[7:])", "7 -> 8"): "likewise",
    ("resigning", "_ONE_CHECKER = ", "0 -> 1"): "another opponent who is in nobody's way",
    ("resigning", "_ONE_CHECKER = ", "1 -> 2"): "likewise",
    ("resigning", "if _fastest_finish(winner) > 1", "1 -> 2"): "slower: what it spares is found out later",
    ("resigning", "return max(-(-(side.pips - aces) // 3)", "1 -> 2"): "a bound all the same, looser by a turn at most",
    ("profile", "varied = msgspec.convert(", "without strict="): "what msgspec does anyway; said for the reader",
    ("board", "boards: NDArray[np.int8], dice: NDArray[np.int8], threads", "1 -> 2"): "threads change the time only",
    ("acts", 'return "".join("_" + c.lower()', "'_' -> other text (2nd)"): "no name begins with an X",
}


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Every way to change this node alone."""

    def put(field: str, value: object) -> Change:
        return lambda target: setattr(target, field, value)

    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                new = SWAPS[type(op)]()
                yield f"{type(op).__name__} -> {type(new).__name__}", put("ops", [*ops[:at], new, *ops[at + 1 :]])
        case ast.BoolOp(op=op) | ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() as op):
            yield f"{type(op).__name__} -> {SWAPS[type(op)].__name__}", put("op", SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", put("operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.Constant(value=bool() as value):
            yield f"{value} -> {not value}", put("value", not value)
        case ast.Constant(value=int() as value):
            yield f"{value} -> {value + 1}", put("value", value + 1)
        case ast.Constant(value=str() as value):
            yield f"{value!r} -> other text", put("value", f"XX{value}")
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "return None", put("value", ast.Constant(None))
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "condition negated", put("test", ast.UnaryOp(ast.Not(), test))
        case ast.Call(keywords=keywords):
            for at, keyword in enumerate(keywords):
                yield f"without {keyword.arg}=", put("keywords", keywords[:at] + keywords[at + 1 :])


def code_nodes(tree: ast.Module) -> list[ast.AST]:
    """What runs: no annotations, docstrings, imports, lists of names, or keywords of a class."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return
        found.append(node)
        skipped = {"annotation", "returns", "decorator_list", "bases"}
        if isinstance(node, ast.ClassDef):
            skipped.add("keywords")
        for name, value in ast.iter_fields(node):
            if name not in skipped:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        visit(child)

    visit(tree)
    return found


class Mutant:
    def __init__(self, module: str, number: int, what: str, at: int, change: Change, line: int, text: str) -> None:
        self.module, self.number, self.what, self.at, self.change = module, number, what, at, change
        self.line, self.text = line, text

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}: {self.what}\n      {self.text}"

    @property
    def same(self) -> bool:
        return any(
            (module, what) == (self.module, self.what) and self.text.startswith(line) for module, line, what in SAME
        )


def mutants(module: str) -> list[Mutant]:
    source = (SOURCE / f"{module}.py").read_text()
    lines, found, times = source.splitlines(), [], Counter[tuple[int, str]]()
    for at, node in enumerate(code_nodes(ast.parse(source))):
        for what, change in changes(node):
            line = getattr(node, "lineno", 0)
            times[line, what] += 1
            if times[line, what] > 1:
                what += f" ({times[line, what]}nd)" if times[line, what] == 2 else f" ({times[line, what]}th)"
            found.append(Mutant(module, len(found), what, at, change, line, lines[line - 1].strip()))
    return found


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of tavl.rules from a changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = f"tavl.rules.{mutant.module}"
        self.path = SOURCE / f"{mutant.module}.py"
        self.tree = ast.parse(self.path.read_text())
        node = code_nodes(self.tree)[mutant.at]
        mutant.change(node)
        ast.fix_missing_locations(self.tree)

    def find_spec(self, name: str, path: object = None, target: object = None):  # type: ignore[no-untyped-def]
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module) -> None:  # type: ignore[no-untyped-def]
        module.__file__ = str(self.path)
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def noticed(mutant: Mutant | None) -> bool:
    """Whether the tests fail in a child process that has this mutant in place."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.alarm(SECONDS)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            for name in list(sys.modules):
                if name.split(".")[0] in ("tavl", "tests") and name != "tavl._native":
                    del sys.modules[name]
            if mutant:
                sys.meta_path.insert(0, Mutated(mutant))
            for files in test_files(mutant.module if mutant else ""):
                code = int(pytest.main([*OPTIONS, *files]))
                if code:
                    break
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return status != 0


def test_files(module: str) -> Iterator[list[str]]:
    """Those most likely to notice, then all others: most children need not even collect these."""
    first = [str(TESTS / f"{name}.py") for name in FIRST.get(module, [])]
    if first:
        yield first
    yield [str(path) for path in sorted(TESTS.glob("test_*.py")) if str(path) not in first]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=f"of {', '.join(MODULES)}; all if none is named")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="start")
    chosen = parser.parse_args()
    began = time.monotonic()
    if noticed(None):
        print("the tests fail without any mutant")
        return 2
    total = lived = 0
    for module in chosen.modules or MODULES:
        found = [mutant for mutant in mutants(module)[chosen.start :: chosen.every] if not mutant.same]
        alive = []
        for done, mutant in enumerate(found, 1):
            if not noticed(mutant):
                alive.append(mutant)
                print(f"\r  {mutant}", flush=True)
            if sys.stdout.isatty():
                print(f"\r{module} {done}/{len(found)}", end="", flush=True)
        print(f"{module}: {len(alive)} of {len(found)} alive, {time.monotonic() - began:.0f} s", flush=True)
        total, lived = total + len(found), lived + len(alive)
    if noticed(None):
        print("the tests fail now without any mutant, so the figures say nothing")
        return 2
    print(f"{lived} of {total} alive ({lived / max(total, 1):.1%}); {len(SAME)} more were looked at and left")
    return 0 if lived <= total / 10 else 1


if __name__ == "__main__":
    sys.exit(main())
