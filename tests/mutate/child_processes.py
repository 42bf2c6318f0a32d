"""Each mutant runs in a child of this process, which has pytest, the tests and the native module loaded already.

Inside a function a mutant is put in place by giving the function its changed code, and only the tests that run its line
are run. What is worked out on import (a default, a table) is changed by importing everything again, and so is what was
not noticed in place: something may have been worked out before the mutant came.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.util
import os
import pickle
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from tests.mutate.changes import Mutant, path_of

QUIETLY = ["-x", "-q", "--noconftest", "--assert=plain", "-p", "no:cacheprovider"]
SECONDS = 40  # of processor time for one mutant; one that hangs has been noticed
FAILED, PASSED = 1, 0


def in_child(work: Callable[[], int]) -> int:
    """What the work returns, done in a child; one that is killed or raises has failed."""
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return status


def failed(item: pytest.Item) -> bool:
    """As pytest runs it, without the report, which costs more than most tests."""
    state = item.session._setupstate  # type: ignore[attr-defined]
    try:
        state.setup(item)
        item.runtest()
    except pytest.skip.Exception:
        pass
    except BaseException:
        return True
    with suppress(Exception):  # a fixture of pytest's own may miss the report
        state.teardown_exact(None)
    return False


class Inside:
    """A pytest plugin: instead of running the tests once it runs, for each mutant, those that pass its line."""

    def __init__(self, package: str, found: list[Mutant], tell: Callable[[Mutant, bool], None]) -> None:
        self.folder, self.mutants, self.tell = str(path_of(f"tavl.{package}").parent), found, tell
        self.sound = False  # the tests pass without a mutant, before and after
        self.fails = "something"
        self.outside: list[Mutant] = []  # those that take effect on import, and those that were not noticed in place

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        passing = self._passing(session)
        if passing is None:
            return True
        live = functions_by_code(self.folder)
        for mutant in self.mutants:
            put = in_place(mutant, live)
            items = passing[str(path_of(mutant.module)), mutant.line]
            if put and in_child(lambda put=put, items=items: _noticed(put, items)):  # type: ignore[misc]
                self.tell(mutant, True)
            else:
                self.outside.append(mutant)
        self.sound = not in_child(lambda: _noticed([], session.items))
        return True

    def _passing(self, session: pytest.Session) -> dict[tuple[str, int], list[pytest.Item]] | None:
        """Which tests run each line, quickest first; none if one fails."""
        with tempfile.NamedTemporaryFile() as file:
            if in_child(lambda: self._trace(session, Path(file.name))):
                self.fails = Path(file.name).read_text() or self.fails
                return None
            traced: dict[int, tuple[float, set[tuple[str, int]]]] = pickle.loads(Path(file.name).read_bytes())
        found: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
        for number, (_, lines) in sorted(traced.items(), key=lambda each: each[1][0]):
            for line in lines:
                found[line].append(session.items[number])
        return found

    def _trace(self, session: pytest.Session, file: Path) -> int:
        traced: dict[int, tuple[float, set[tuple[str, int]]]] = {}
        for number, item in enumerate(session.items):
            lines: set[tuple[str, int]] = set()

            def local(frame: FrameType, event: str, given: object, lines: set[tuple[str, int]] = lines) -> Any:
                lines.add((frame.f_code.co_filename, frame.f_lineno))
                return local

            def trace(frame: FrameType, event: str, given: object, local: Any = local) -> Any:
                return local(frame, event, given) if frame.f_code.co_filename.startswith(self.folder) else None

            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            began = time.monotonic()
            sys.settrace(trace)
            wrong = failed(item)
            sys.settrace(None)
            if wrong:
                file.write_text(item.nodeid)
                return FAILED
            traced[number] = time.monotonic() - began, lines
        file.write_bytes(pickle.dumps(traced))
        return PASSED


def _noticed(put: list[tuple[FunctionType, CodeType]], items: list[pytest.Item]) -> int:
    for function, code in put:
        function.__code__ = code
    return FAILED if any(failed(item) for item in items) else PASSED


def functions_by_code(folder: str) -> dict[CodeType, list[FunctionType]]:
    found: dict[CodeType, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(folder):
            found[each.__code__].append(each)
    return found


def in_place(mutant: Mutant, live: dict[CodeType, list[FunctionType]]) -> list[tuple[FunctionType, CodeType]] | None:
    """The functions that the mutant changes, with their new code; none if it changes none, or more than those."""
    pairs = list(_changed(original(mutant.module), mutant.code(), live))
    return [(function, new) for old, new in pairs for function in live[old]] or None


@cache
def original(module: str) -> CodeType:
    return compile(path_of(module).read_text(), str(path_of(module)), "exec", dont_inherit=True)


def _changed(old: CodeType, new: CodeType, live: dict[CodeType, list[FunctionType]]) -> Iterator[tuple[Any, Any]]:
    """Code objects come in the same order in both."""
    pairs = zip(_codes(old), _codes(new), strict=True)
    for before, after in pairs:
        if before == after:
            continue
        if before in live:
            yield before, after
        else:
            yield from _changed(before, after, live)


def _codes(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a changed tree."""

    def __init__(self, mutant: Mutant) -> None:
        self.name, self.path, self.code = mutant.module, path_of(mutant.module), mutant.code()

    def find_spec(self, name: str, path: object = None, target: object = None):  # type: ignore[no-untyped-def]
        if name != self.name:
            return None
        package = self.path.name == "__init__.py"
        return importlib.util.spec_from_file_location(
            name, self.path, loader=self, submodule_search_locations=[str(self.path.parent)] if package else None
        )

    def exec_module(self, module) -> None:  # type: ignore[no-untyped-def]
        exec(self.code, module.__dict__)


def noticed_anew(mutant: Mutant | None, package: str, options: list[str], files: list[list[str]]) -> bool:
    """Whether the tests fail with this mutant when everything is imported again."""

    def work() -> int:
        below = "tavl.rules" if package == "table" else "tavl._native"  # stays as it is
        for name in list(sys.modules):
            if name.split(".")[0] in ("tavl", "tests") and not name.startswith(below) and name != "tavl._native":
                del sys.modules[name]
        if mutant:
            sys.meta_path.insert(0, Mutated(mutant))
        return FAILED if any(pytest.main([*QUIETLY, *options, *some]) for some in files if some) else PASSED

    return bool(in_child(work))
