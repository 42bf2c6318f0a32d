"""What `tavl serve` prints: where to play, who else can, and why not."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tavl.server import logs
from tavl.server.network import own_addresses as addresses
from tavl.server.network.own_addresses import shareable
from tavl.server.settings import Settings
from tavl.store import open as open_store
from tests.cli.keyboard_player import tavl


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The pages that the browser was opened on. Nothing is served."""
    pages: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", pages.append)
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    return pages


def served_at(monkeypatch: pytest.MonkeyPatch, url: str) -> list[Settings]:
    asked: list[Settings] = []

    def run(settings: Settings, app: Any, ready: Any) -> bool:
        asked.append(settings)
        ready(url)
        return True

    monkeypatch.setattr("tavl.server.run.run", run)
    return asked


@contextlib.contextmanager
def answering(text: bytes) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_second_tavl_opens_the_one_that_runs(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = served_at(monkeypatch, "http://127.0.0.1:1")
    with answering(b"ok\n") as running:
        Path("tavl.db-address").write_text(running)
        result = tavl()
        assert result.exit_code == 0, result.output
        assert opened == [running]
        assert running in result.output
        assert asked == []
        tavl("serve", "--open", "--database", "other.db", "--port", "0")  # another file is another server
        assert len(asked) == 1
    assert Path("tavl.db-address").exists(), "it is the other's"


@pytest.mark.parametrize("note", ["http://127.0.0.1:1", "file:///etc/passwd", "", "http://[", "not an address"])
def test_a_note_of_a_server_that_is_gone_is_no_hindrance(
    opened: list[str], monkeypatch: pytest.MonkeyPatch, note: str
) -> None:
    served_at(monkeypatch, "http://127.0.0.1:2")
    Path("tavl.db-address").write_text(note)
    assert tavl().exit_code == 0
    assert opened == ["http://127.0.0.1:2"]
    assert not Path("tavl.db-address").exists()


def test_whoever_answers_something_else_is_not_it(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    served_at(monkeypatch, "http://127.0.0.1:2")
    with answering(b"welcome") as other:
        Path("tavl.db-address").write_text(other)
        tavl()
    assert opened == ["http://127.0.0.1:2"]


def test_people_in_the_network_are_told_their_address(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = served_at(monkeypatch, "http://0.0.0.0:8123")
    result = tavl("--lan")
    assert [settings.host for settings in asked] == ["0.0.0.0"]
    assert opened == ["http://127.0.0.1:8123"]
    assert "http://192.168.1.7:8123" in result.output
    alone = tavl()
    assert asked[1].host == "127.0.0.1"
    assert "192.168" not in alone.output


@pytest.mark.parametrize(
    ("host", "settings", "link"),
    [
        ("127.0.0.1:8000", {}, None),
        ("localhost:8000", {}, None),
        ("[::1]:8000", {}, None),
        ("127.0.0.1:8000", {"host": "0.0.0.0"}, "http://192.168.1.7:8000"),
        ("localhost", {"host": "::"}, "http://192.168.1.7"),
        ("0.0.0.0:8000", {"host": "0.0.0.0"}, "http://192.168.1.7:8000"),
        ("192.168.1.7:8000", {}, "http://192.168.1.7:8000"),
        ("play.example", {}, "http://play.example"),
        ("127.0.0.1:8000", {"public_url": "https://play.example/"}, "https://play.example"),
    ],
)
def test_a_link_for_others_is_one_that_they_can_follow(
    monkeypatch: pytest.MonkeyPatch, host: str, settings: dict[str, str], link: str | None
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    assert shareable("http", host, Settings(**settings)) == link  # type: ignore[arg-type]


def test_a_port_that_is_taken_is_said(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = served_at(monkeypatch, "http://127.0.0.1:1")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for command in (("serve", "--port", port), ("serve", "--open", "--port", port)):
            result = tavl(*command)
            assert result.exit_code == 2
            assert f"Port {port} is taken" in result.output
    assert asked == []


def test_a_host_that_is_none_is_said(opened: list[str]) -> None:
    result = tavl("serve", "--host", "256.1.1.1")
    assert result.exit_code == 2
    assert "256.1.1.1" in result.output


def test_a_file_that_a_server_has_open_is_said(opened: list[str]) -> None:
    async def meanwhile() -> Any:
        async with await open_store("sqlite:///tavl.db"):
            return await asyncio.to_thread(tavl, "serve", "--open", "--port", "0")

    result = asyncio.run(meanwhile())
    assert result.exit_code == 2, result.output
    assert "Another tavl has tavl.db open" in result.output
    assert "Traceback" not in result.output
    assert "{" not in result.output, "no JSON"


def test_logs_on_a_terminal_are_lines_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        logs.set_up("info", as_json=True)
        logs.log.warning("the service was away", extra={"fields": {"tables": 2}})
    people, machines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d warning: the service was away \(tables=2\)", people)
    assert machines.startswith("{")
    logging.getLogger("tavl").handlers = []


def test_at_a_venue_it_says_where_phones_go_and_what_plain_http_cannot_do(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (asked,) = [served_at(monkeypatch, "http://0.0.0.0:8000")]
    result = tavl("serve", "--venue", "--open", "--port", "0", "--wifi", "Klub", "--wifi-password", "hemlig")
    assert result.exit_code == 0, result.output
    assert asked[0].venue
    assert (asked[0].host, asked[0].wifi, asked[0].wifi_password) == ("0.0.0.0", "Klub", "hemlig")
    assert "http://192.168.1.7:8000" in result.output
    assert "http://127.0.0.1:8000/venue" in result.output
    assert "--certificate" in result.output
    assert opened == ["http://127.0.0.1:8000/venue"]


def test_the_demonstration_opens_the_browser_on_it(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    served_at(monkeypatch, "http://127.0.0.1:8000")
    result = tavl("tournament", "demo")
    assert result.exit_code == 0, result.output
    assert opened == ["http://127.0.0.1:8000/tournaments/demo#start"]


def test_a_copy_needs_an_address_and_a_token(opened: list[str]) -> None:
    result = tavl("serve", "--venue", "--port", "0", "--copy-to", "https://play.example")
    assert result.exit_code == 2
    assert "copy_token" in result.output
