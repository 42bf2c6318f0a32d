"""`tavl` without arguments: starts the server and opens the browser."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tavl.server.settings import Settings
from tests.cli.keyboard_player import tavl


def test_tavl_alone_serves_and_opens_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    asked: list[object] = []

    def served(settings: object, app: object, ready: object) -> bool:
        asked.append(settings)
        ready("http://127.0.0.1:1")  # type: ignore[operator]
        return True

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tavl.server.run.run", served)
    monkeypatch.setattr("webbrowser.open", opened.append)
    result = tavl()
    assert result.exit_code == 0, result.output
    assert opened == ["http://127.0.0.1:1"]
    assert "tavl.db" in result.output, "it says where the games are kept"
    assert len(asked) == 1


def test_a_port_that_is_taken_is_no_reason_not_to_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ports: list[int] = []

    def served(settings: Settings, app: object, ready: object) -> bool:
        ports.append(settings.port)
        raise KeyboardInterrupt  # Ctrl-C is how it ends, and no error

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tavl.server.run.run", served)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("TAVL_PORT", str(taken.getsockname()[1]))
        assert tavl().exit_code == 0
    assert ports == [0]


def test_serve_opens_no_browser_unless_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tavl.server.run.run", lambda settings, app, ready: bool(ready("http://127.0.0.1:1")) or True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert tavl("serve").exit_code == 0
    assert opened == []


def test_settings_that_make_no_sense_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = tavl("serve", "--port", "-5")
    assert result.exit_code == 2
    assert "port" in result.output
