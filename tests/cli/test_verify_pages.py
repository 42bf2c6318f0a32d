"""`tavl verify` of a match that a server answers in several pages."""

from __future__ import annotations

import io
import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tavl.cli import verify
from tavl.i18n import words
from tavl.rules import Seat
from tavl.server.tables.hosting import LineBack
from tests.cli.keyboard_player import tavl

PAGES: dict[str, Any] = {"0": ([1, 2], 2), "2": ([3], 3), "3": ([], None)}


def page(after: str) -> bytes:
    versions, following = PAGES[after]
    events = [{"version": version, "at": 0, "event": {"type": "line_back", "seat": 0}} for version in versions]
    return json.dumps({"version": 3, "events": events, "next": following}).encode()


def test_every_page_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        urllib.request, "urlopen", lambda address, timeout: io.BytesIO(page(address.rpartition("=")[2]))
    )
    found = verify._of_server(words("en"), "http://tavl.test", "x")
    assert found == [verify.Numbered(version, LineBack(Seat.FIRST)) for version in (1, 2, 3)]


def test_a_server_that_answers_the_same_page_again_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urllib.request, "urlopen", lambda address, timeout: io.BytesIO(page("0")))
    assert len(verify._of_server(words("en"), "http://tavl.test", "x")) == 4


def test_a_file_with_the_first_page_alone_is_no_match(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(page("0"))
    result = tavl("verify", str(tmp_path / "match.json"))
    assert result.exit_code == 2
    assert "has only a part of the match" in result.output
