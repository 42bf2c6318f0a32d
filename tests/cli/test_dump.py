"""`tavl dump`: finished matches for programmers, and nothing in them that says who played."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tavl.notation.file_formats import read
from tavl.notation.pseudonyms import pseudonym
from tavl.notation.record import Turn
from tests.cli.keyboard_player import tavl
from tests.cli.test_verify import played
from tests.notation.records import match_of

__all__ = ["played"]
KEY = "ab" * 32


@pytest.fixture(scope="module", autouse=True)
def everybody_agrees(played: dict[str, str]) -> None:
    with closing(sqlite3.connect(played["database"])) as database, database:
        database.execute("UPDATE people SET dump_consent = 1")


def dump(played: dict[str, str], target: Path, *more: str, code: int = 0) -> str:
    result = tavl("dump", str(target), "--database", played["database"], *more)
    assert result.exit_code == code, result.output
    return result.output


def test_a_dump_has_every_finished_match_and_says_nobodys_name_or_id(played: dict[str, str], tmp_path: Path) -> None:
    target, key = tmp_path / "all.jsonl", tmp_path / "key"
    counts = json.loads(dump(played, target, "--key", str(key), "--json"))
    assert (counts["matches"], counts["without_consent"], counts["closed"]) == (1, 0, 0)  # not the one that goes on
    (line,) = target.read_text().splitlines()
    data = json.loads(line)
    assert data["about"]["bots"] == [False, False]
    with closing(sqlite3.connect(played["database"])) as database:
        people = database.execute("SELECT id, display_name FROM people").fetchall()
    secrets = [played["table"], *(text for row in people for text in row)]
    assert [text for text in secrets if text in line] == []
    (record,) = read(target.read_bytes())
    (original,) = read(Path(played["folder"], "match.json").read_bytes())
    assert match_of(record)[1:] == match_of(original)[1:]
    assert [player.name[:7] for player in record.players] == ["player-", "player-"]
    timings = [entry.timing for game in record.games for entry in game.entries if isinstance(entry, Turn)]
    assert {timing.at for timing in timings if timing} == {None}
    assert len(record.date) == len("2026-11")


def test_pseudonyms_stay_the_same_with_the_same_key_which_stays_with_its_owner(
    played: dict[str, str], tmp_path: Path
) -> None:
    for name, key in (("a", "one"), ("b", "one"), ("c", "other")):
        dump(played, tmp_path / f"{name}.jsonl", "--key", str(tmp_path / key))
    texts = [(tmp_path / f"{name}.jsonl").read_text() for name in "abc"]
    assert texts[0] == texts[1] != texts[2]
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    key = bytes.fromhex(KEY)
    assert pseudonym(key, "player", "anna") != pseudonym(key, "match", "anna")
    assert pseudonym(key, "player", "anna") == "player-enkutz5m26lo6nml"
    with pytest.raises(ValueError, match="32 bytes"):
        pseudonym(b"", "player", "anna")


def test_a_folder_has_a_mat_file_for_each_match(played: dict[str, str], tmp_path: Path) -> None:
    dump(played, tmp_path / "all", "--key", str(tmp_path / "key"))
    (file,) = (tmp_path / "all").iterdir()
    (record,) = read(file.read_bytes())
    assert file.name == f"{record.event}.mat"
    assert record.winner is not None


def copy_of(played: dict[str, str], folder: Path) -> dict[str, str]:
    copy = folder / "copy.db"
    assert tavl("db", "backup", str(copy), "--database", played["database"]).exit_code == 0
    return {**played, "database": str(copy)}


@pytest.mark.parametrize("change", ["dump_consent = NULL", "erased = 1"])
def test_a_match_is_left_out_unless_everybody_who_played_it_agrees(
    change: str, played: dict[str, str], tmp_path: Path
) -> None:
    here = copy_of(played, tmp_path)
    with closing(sqlite3.connect(here["database"])) as database, database:
        (one,) = database.execute("SELECT person FROM seats WHERE stream = ?", (f"table/{here['table']}",)).fetchone()
        database.execute(f"UPDATE people SET {change} WHERE id = ?", (one,))
    said = dump(here, tmp_path / "all.jsonl")
    assert "1 match is left out because not all its players have agreed." in said
    assert (tmp_path / "all.jsonl").read_text() == ""
    assert json.loads(dump(here, tmp_path / "again.jsonl", "--json"))["without_consent"] == 1


def test_a_bot_need_not_agree_and_an_erased_one_is_another_in_every_match(
    played: dict[str, str], tmp_path: Path
) -> None:
    here = copy_of(played, tmp_path)
    seated = "SELECT person FROM seats WHERE stream = ?"
    token = "INSERT INTO tokens (id, person, owner, token, made) VALUES ('t', ?, NULL, NULL, 1)"
    names = []
    with closing(sqlite3.connect(here["database"])) as database:
        (one,) = database.execute(seated, (f"table/{here['table']}",)).fetchone()
        for change in ("dump_consent = NULL", "erased = 1"):
            with database:
                database.execute(f"UPDATE people SET {change} WHERE id = ?", (one,))
                if change.startswith("dump"):
                    database.execute(token, (one,))
            dump(here, tmp_path / f"{change[:6]}.jsonl")
            (record,) = read((tmp_path / f"{change[:6]}.jsonl").read_bytes())
            names.append({player.name for player in record.players})
    assert len(names[0] & names[1]) == 1


def test_closed_tables_are_left_out(played: dict[str, str], tmp_path: Path) -> None:
    here = copy_of(played, tmp_path)
    with closing(sqlite3.connect(here["database"])) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        closed = "CAST(replace(CAST(body AS TEXT), '\"spectators\":true', '\"spectators\":false') AS BLOB)"
        database.execute(f"UPDATE events SET body = {closed}")
    assert "1 match was closed to spectators and is left out." in dump(here, tmp_path / "closed.jsonl")
    assert json.loads(dump(here, tmp_path / "open.jsonl", "--closed", "--json"))["matches"] == 1
    assert (tmp_path / "copy.db.dump-key").exists()  # beside its database


@pytest.mark.parametrize(
    ("target", "more", "said"),
    [
        ("here.jsonl", (), "here.jsonl already exists."),
        ("x.csv", (), "Write to a file that ends with .jsonl, or to a folder for .mat files"),
        ("no/such/x.jsonl", (), "cannot be written"),
        ("x.jsonl", ("--key", "here.jsonl"), "here.jsonl is not a key: 64 hexadecimal digits are expected."),
        ("x.jsonl", ("--database", "no.db"), "There is no such file: no.db"),
        (
            "x.jsonl",
            ("--database", "postgresql://h/d"),
            "Use --key to name the file that keeps the key of the pseudonyms.",
        ),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    target: str,
    more: tuple[str, ...],
    said: str,
    played: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here.jsonl").write_text("")
    assert said in dump(played, Path(target), *more, code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["here.jsonl"]
