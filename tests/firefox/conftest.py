"""A stock Firefox if one is installed (`make firefox` installs it), and its own server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.firefox.bidi import Firefox, installed
from tests.firefox.person import Person
from tests.web.server_and_player import Server

Somebody = Callable[..., Person]


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if installed() is None:
        pytest.skip("no Firefox is installed; `make firefox` brings one where it can")
    with Firefox(tmp_path_factory.mktemp("firefox") / "profile") as running:
        yield running


@pytest.fixture(scope="session")
def server(firefox: Firefox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("firefox") / "tavl.db") as running:
        yield running


@pytest.fixture
def somebody(firefox: Firefox, server: Server) -> Iterator[Somebody]:
    """Opens a Firefox of somebody's own. What its pages complain about fails the test."""
    people: list[Person] = []

    def arrive(**size: int) -> Person:
        people.append(Person(firefox, server.url, **size))
        return people[-1]

    yield arrive
    complaints = [complaint for person in people for complaint in person.tab.complaints()]
    for person in people:
        person.tab.close()
    assert complaints == []
