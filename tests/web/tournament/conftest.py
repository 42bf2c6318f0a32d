"""One server for all these tests, whose tournaments the core has made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server_and_player import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tournaments") / "tavl.db", "tests.web.tournament.server") as running:
        yield running
