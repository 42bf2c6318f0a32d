"""A real server in a process of its own with a database in a temporary folder, a real Chromium, and people at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.board.conftest import browser
from tests.web.reused_browsers import Visitors
from tests.web.server_and_player import Player, Server

__all__ = ["browser"]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with an event loop of their own come before all that have a browser: its loop is in their way."""
    here = [item for item in items if item.path.is_relative_to(HERE)]
    looped = [item for item in here if isinstance(item, pytest.Function) and iscoroutinefunction(item.obj)]
    items[:] = [*looped, *(item for item in items if item not in looped)]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web") / "tavl.db") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """A server for one test, with settings of its own."""
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        started.append(Server(tmp_path / f"{len(started)}.db", **settings).start())
        return started[-1]

    yield start
    for each in started:
        each.stop()


Somebody = Callable[..., Player]


@pytest.fixture(scope="package")
def visitors(browser: Browser) -> Iterator[Visitors]:
    with pytest.MonkeyPatch.context() as patch:
        yield Visitors(browser, patch)


@pytest.fixture
def somebody(visitors: Visitors, server: Server, own_server: Callable[..., Server]) -> Iterator[Somebody]:
    """Opens a browser of somebody's own, set as people have theirs. What its pages complain about fails the test.

    The browser goes before the test's own server does: that a server has gone is nothing to complain about."""

    def arrive(
        *,
        width: int = 1280,
        height: int = 800,
        at: Server | None = None,
        expects: tuple[str, ...] = (),
        quickly: bool = True,
        **context: Any,
    ) -> Player:
        return visitors.arrive((at or server).url, (width, height), expects, quickly, context)

    yield arrive
    assert visitors.leave(server.url) == []
