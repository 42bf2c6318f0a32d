"""Collects the evidence by clause; tests/rulebook/evidence.py checks it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.rulebook.evidence import (
    BadMarker,
    Citation,
    Shown,
    citation,
    clauses_to_come,
    faults,
    names_in,
    names_in_body,
    shown_by,
    write,
)

HERE = Path(__file__).parent
# The same examples on every machine, however slow it is; `make soak` tries more of them.
settings.register_profile("tests", deadline=None, derandomize=True, database=None, max_examples=50)
settings.register_profile("soak", deadline=None, max_examples=2_000)
settings.load_profile("soak" if os.environ.get("TAVL_SOAK") else "tests")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Evidence(config), "evidence-by-clause")


class Evidence:
    def __init__(self, config: pytest.Config) -> None:
        self.shown: set[Shown] = set()
        self.faults: list[str] = []
        # Of a part of the tests nothing can be said about what is missing.
        whole = any(Path(argument).resolve() in (HERE, HERE.parent) for argument in config.args)
        left_out = ("ignore", "ignore_glob", "collectonly", "lf")
        self.whole = whole and not any(getattr(config.option, name, None) for name in left_out)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        if not all(item.get_closest_marker("soak") for item in items):  # the long runs are no part of a whole one
            self.whole = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wrong = []
        for item in items:
            try:
                _citations(item)
            except BadMarker as error:
                wrong.append(f"{item.nodeid}: {error}")
        if wrong:
            raise pytest.UsageError("\n".join(wrong))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call):
        report = yield
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.shown |= _shown(item)
        return report

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        path = os.environ.get("TAVL_EVIDENCE")
        if path:
            write(Path(path), self.shown)
        elif self.whole and exitstatus == pytest.ExitCode.OK:
            self.faults = faults(self.shown, clauses_to_come())
            if self.faults:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.faults:
            terminalreporter.section("evidence by clause", red=True)
            for fault in self.faults:
                terminalreporter.line(fault)


def _citations(item: pytest.Item) -> list[Citation]:
    return [citation(mark.args, mark.kwargs) for mark in item.iter_markers("rule")]


def _shown(item: pytest.Item) -> set[Shown]:
    citations = _citations(item)
    if not citations:
        return set()
    names: frozenset[str] = frozenset()
    if isinstance(item, pytest.Function):
        names = names_in_body(item.path, item.originalname, item.cls.__name__ if item.cls else None)
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        names |= frozenset(name for value in parameters.values() for name in names_in(value))
    return set(shown_by(item.nodeid, citations, names))
