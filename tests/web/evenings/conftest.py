"""The browser, and a room for an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.evenings.laptop_and_phones import Hall

MakeHall = Callable[..., Hall]


@pytest.fixture
def make_hall(browser: Browser, tmp_path: Path) -> Iterator[MakeHall]:
    made: list[Hall] = []

    def make(start: datetime, **more: Any) -> Hall:
        made.append(Hall(browser, tmp_path, start, **more))
        return made[-1]

    yield make
    for hall in made:
        hall.close()
