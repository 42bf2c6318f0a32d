"""Bad arguments of `tavl` get an answer or a sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.keyboard_player import tavl

DEEP = 100_000
LONG = "x" * 5_000
FILES = {
    "deep.json": '{"events":' + "[" * DEEP + "]" * DEEP + "}",
    "deep-event.json": '{"events":[{"version":1,"event":' + '{"a":' * DEEP + "1" + "}" * DEEP + "}]}",
    "deep.jsonl": '{"tavl_log":1}\n{"event":{"stream":"table/x","body":' + "[" * DEEP + "]" * DEEP + "}}",
    "list.json": "[]",
    "half.json": '{"events":[{"event":{"type":"\\ud800"}}]}',
    "empty": "",
    "deep.toml": "a=" + "[" * DEEP,
    "text.db": "hello " * 1000,
}
DATABASES = [
    "postgresql://[",
    "postgresql://[::1",
    "postgresql://h:ab/x",
    "postgresql://h:99999999/x",
    "postgresql+foo://x/y",
    "mysql://x",
    "://",
    "sqlite://",
    "sqlite:////no/such/folder/x",
    "/no/such/folder/x.db",
    "text.db",
    ".",
    LONG,
    "\ud800",
]
ADDRESSES = [
    "https://x y/t/a",
    "https://[/t/a",
    "https://x:ab/t/a",
    "http://127.0.0.1:1/t/a b",
    "http://127.0.0.1:1/t/æ",
    "http://127.0.0.1:1/t/a",
    "http:///t/a",
    "http://a\nb/t/a",
    "http://" + "x" * 300 + "/t/a",
    "ftp://x/t/a",
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    Path("bytes").write_bytes(bytes(range(256)))


def said(*arguments: str) -> str:
    """What is said, in one line or few, by a command that cannot do what was asked."""
    result = tavl(*arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)[:500]
    assert result.exit_code in (1, 2), result.output[:500]
    assert result.output.strip()
    assert "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize("file", [*FILES, "bytes", "nofile", "no.file", ".", LONG, "\ud800", "/dev/null"])
def test_a_file_that_is_no_match(file: str) -> None:
    said("verify", file)


def test_a_file_that_is_not_there_is_named() -> None:
    assert said("verify", "nofile").strip() == "There is no such file: nofile"


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_no_tables(address: str) -> None:
    said("verify", address)


@pytest.mark.parametrize("database", DATABASES)
@pytest.mark.parametrize("command", [("verify", "abc"), ("db", "status"), ("db", "backup", "new"), ("admin", "log")])
def test_a_database_that_is_none(command: tuple[str, ...], database: str) -> None:
    said(*command, "--database", database)


@pytest.mark.parametrize("database", ["postgresql://[", "/no/such/folder/x.db", LONG, "\ud800", "."])
@pytest.mark.parametrize("command", [("db", "upgrade"), ("db", "restore", "bytes"), ("serve",)])
def test_a_database_that_cannot_be_made(command: tuple[str, ...], database: str) -> None:
    said(*command, "--database", database)


@pytest.mark.parametrize("file", ["deep.json", "deep.jsonl", "bytes", "empty", "nofile", LONG])
def test_a_backup_that_is_none(file: str) -> None:
    said("db", "restore", file, "--database", "made.db")


@pytest.mark.parametrize("file", ["deep.toml", "bytes", "nofile", ".", "list.json"])
@pytest.mark.parametrize("command", [("db", "status"), ("admin", "log"), ("serve",)])
def test_settings_that_are_none(command: tuple[str, ...], file: str) -> None:
    said(*command, "--config", file)


@pytest.mark.parametrize("port", ["70000", "-1", "99999999999999999999", "x"])
def test_a_port_that_is_none(port: str) -> None:
    assert "port" in said("serve", "--port", port)


@pytest.mark.parametrize("id", ["foo", "", " ", "XGID=", "XGID=" + LONG, "::::::", "☃"])
@pytest.mark.parametrize("command", [("hint", "{}"), ("hint", "{}", "31"), ("rollout", "{}"), ("plays", "{}", "31")])
def test_an_id_that_is_no_position(command: tuple[str, ...], id: str) -> None:
    said(*(part.replace("{}", id) for part in command))


@pytest.mark.parametrize("dice", ["foo", "", "07", "333", "☃"])
@pytest.mark.parametrize("command", ["hint", "plays"])
def test_dice_that_are_none(command: str, dice: str) -> None:
    said(command, "4HPwATDgc/ABMA", *([dice] if command == "plays" or dice else ["x"]))


@pytest.mark.parametrize("games", ["0", "-1", "x"])
def test_a_rollout_of_no_games(games: str) -> None:
    said("rollout", "4HPwATDgc/ABMA", "--games", games)
