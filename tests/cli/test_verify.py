"""`tavl verify` and `tavl db`: a match's dice verified offline, and the database maintained."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavl.cli.db import app as db
from tavl.store import open as open_store
from tests.cli.keyboard_player import tavl
from tests.server.harness import Player, running


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Two people have played a match to 1: the database that it left behind, and what was downloaded."""
    folder = tmp_path_factory.mktemp("played")
    database = folder / "tavl.db"

    async def play() -> dict[str, str]:
        async with (
            running(f"sqlite:///{database}") as server,
            Player(server.url) as anna,
            Player(server.url) as bo,
        ):
            table = await anna.open(opponent="friend", length=1)
            await bo.join(table)
            async with anna.at(table) as first, bo.at(table) as second:
                chance = random.Random(3)
                await asyncio.gather(first.play_on(chance), second.play_on(chance))
            going = await anna.open(opponent="bot:newcomer", length=1)
            downloaded = (await anna.http.get(f"/api/v1/tables/{table}/events?after=0")).text
            (folder / "match.json").write_text(downloaded)
            await server.service.store.export_log(folder / "log.jsonl", people=False)
            return {"table": table, "going": going, "folder": str(folder), "database": str(database)}

    return asyncio.run(play())


def changed(played: dict[str, str], name: str, change: object) -> str:
    data = json.loads(Path(played["folder"], "match.json").read_text())
    assert callable(change)
    change([out["event"] for out in data["events"]])
    path = Path(played["folder"], name)
    path.write_text(json.dumps(data))
    return str(path)


def test_a_downloaded_match_is_proven_roll_by_roll(played: dict[str, str]) -> None:
    result = tavl("verify", f"{played['folder']}/match.json")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("game 1, roll 1: ")
    assert lines[-1].endswith(f"{len(lines) - 1} rolls. PROVEN: all as promised.")


def test_the_same_from_the_database_and_from_an_exported_log(played: dict[str, str]) -> None:
    of_database = tavl("verify", played["table"], "--database", played["database"], "--json")
    assert of_database.exit_code == 0, of_database.output
    data = json.loads(of_database.stdout)
    assert data["proven"]
    assert data["table"] == played["table"]
    assert all(roll["same"] for roll in data["rolls"])
    of_log = tavl("verify", f"{played['folder']}/log.jsonl", "--table", played["table"], "--json")
    assert json.loads(of_log.stdout)["rolls"] == data["rolls"]
    whole = tavl("verify", f"{played['folder']}/log.jsonl")  # one table of it is not over
    assert whole.exit_code == 1
    assert [line.endswith("NOT PROVEN.") for line in whole.stdout.splitlines()] == [False, True]


def test_the_same_from_a_server(played: dict[str, str], http_server: str) -> None:
    result = tavl("verify", f"{http_server}/t/{played['table']}", "--json")
    assert result.exit_code == 0, result.output
    missing = tavl("verify", f"{http_server}/t/nothing")
    assert missing.exit_code == 2
    assert "404" in missing.output


@pytest.fixture
def http_server(played: dict[str, str]) -> Iterator[str]:
    """Serves what a server of ours would have answered."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, after = self.path.partition("?after=")
            known = path == f"/api/v1/tables/{played['table']}/events"
            listed = json.loads(Path(played["folder"], "match.json").read_text())
            later = [out for out in listed["events"] if known and out["version"] > int(after)]
            page = {"events": later[:100], "next": later[99]["version"] if len(later) > 100 else None}
            body = json.dumps(listed | page).encode() if known else b"{}"
            self.send_response(200 if known else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def another_roll(events: list[dict]) -> None:
    roll = next(event for event in events if event["type"] == "rolled")
    roll["dice"] = [1, 1] if roll["dice"] != [1, 1] else [6, 6]


def another_secret(events: list[dict]) -> None:
    next(event for event in events if event["type"] == "secret_told")["secret"] += "0"


def no_secret(events: list[dict]) -> None:
    events[-1].update({"type": "resumed"}) if events[-1]["type"] == "secret_told" else None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (another_roll, "The dice rolled are not those"),
        (another_secret, "not the one that was promised"),
        (no_secret, "not over"),
    ],
)
def test_what_was_tampered_with_is_told_and_is_exit_code_1(played: dict[str, str], change: object, said: str) -> None:
    result = tavl("verify", changed(played, "changed.json", change))
    assert result.exit_code == 1
    assert said in result.output
    assert "NOT PROVEN" in result.stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("verify", "no-such-file.json"), "no-such-file.json"),
        (("verify", "ftp://somewhere"), "ftp://somewhere"),
        (("verify", "https://somewhere/else"), "address"),
        (("verify", "abc", "--database", "nowhere.db"), "nowhere.db"),
        (("db", "status", "--database", "nowhere.db"), "nowhere.db"),
        (("db", "backup", "x", "--database", "nowhere.db"), "nowhere.db"),
        (("db", "rebuild", "--database", "nowhere.db"), "nowhere.db"),
        (("db", "restore", "nothing", "--database", "new.db"), "nothing"),
        (("db", "status", "--database", "mysql://x"), "postgresql"),
    ],
)
def test_what_cannot_be_read_is_said_and_is_exit_code_2(
    asked: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = tavl(*asked)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert list(tmp_path.iterdir()) in ([], [tmp_path / "state"])


@pytest.mark.parametrize("text", ["", "[]", "{", '{"events": [{"event": {"type": "nothing"}}]}', '{"tavl_log":1}\n{'])
def test_a_file_of_another_kind_is_no_match(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    assert tavl("verify", str(path)).exit_code == 2


def test_a_database_is_made_looked_at_copied_restored_and_rebuilt(played: dict[str, str], tmp_path: Path) -> None:
    new = str(tmp_path / "new.db")
    assert "Upgraded" in tavl("db", "upgrade", "--database", new).stdout
    assert "Nothing to do" in tavl("db", "upgrade", "--database", new).stdout
    status = json.loads(tavl("db", "status", "--database", played["database"], "--json").stdout)
    assert status["revision"] == status["newest"]
    assert (status["tables"], status["durability"]["synchronous"]) == (2, "2")
    copy, again = tmp_path / "copy.db", str(tmp_path / "again.db")
    assert tavl("db", "backup", str(copy), "--database", played["database"]).exit_code == 0
    assert copy.stat().st_mode & 0o077 == 0
    assert tavl("db", "backup", str(copy), "--database", played["database"]).exit_code == 2  # nothing is written over
    restored = json.loads(tavl("db", "restore", str(copy), "--database", again, "--json").stdout)
    assert restored["events"] == status["events"]
    assert tavl("verify", played["table"], "--database", again).exit_code == 0
    rebuilt = json.loads(tavl("db", "rebuild", "--database", again, "--json").stdout)
    assert rebuilt == dict.fromkeys(("tables", "dice", "tournaments", "organisations"), status["events"])


def test_a_database_and_a_backup_are_checked(played: dict[str, str], tmp_path: Path) -> None:
    found = json.loads(tavl("db", "check", "--database", played["database"], "--json").stdout)
    assert (found["streams"], found["problems"]) == (2, [])
    copy = tmp_path / "copy.db"
    assert tavl("db", "backup", str(copy), "--database", played["database"]).exit_code == 0
    assert "Nothing is wrong" in tavl("db", "check", "--backup", str(copy)).stdout
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE tables SET first_score = 99")
    connection.close()
    changed = tavl("db", "check", "--backup", str(copy))
    assert (changed.exit_code, "tables has changed" in changed.output) == (2, True)
    wrong = tavl("db", "check", "--database", str(copy))
    assert (wrong.exit_code, "tables: 2 rows are not what the log says" in wrong.output) == (1, True)


def test_a_copy_is_made_while_another_process_has_the_database(played: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "copy.db"

    async def hold() -> None:
        async with await open_store(f"sqlite:///{played['database']}"):
            await asyncio.to_thread(tavl, "db", "backup", str(target), "--database", played["database"])

    asyncio.run(hold())
    assert target.stat().st_size > 10_000


def test_every_command_of_the_database_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text()
    names = [f"db {command.callback.__name__}" for command in db.registered_commands if command.callback]
    assert len(names) == 6
    assert [name for name in (*names, "verify", "push-key") if f"| `tavl {name}" not in page] == []


def test_a_push_key_is_one() -> None:
    made = json.loads(tavl("push-key", "--json").stdout)
    assert len(made["push_key"]) == 43
    assert tavl("push-key").stdout.startswith('push_key = "')
