"""The file: written whole or not at all, by one at a time, and refused where it is not what it says."""

from __future__ import annotations

import hashlib
import re
import threading
from pathlib import Path

import pytest

from tavl.cli.tournament.tournament_file import ChangedMeanwhile, TournamentFile, load, locked, save
from tavl.tournament import acts
from tavl.tournament.files import archive
from tests.cli.tournament.terminal import Terminal


def test_two_at_once_lose_nothing(terminal: Terminal) -> None:
    terminal.new()
    director = terminal.held.state.directors[0]

    def enter(names: list[str]) -> None:
        for name in names:
            with locked(terminal.file):
                before = terminal.file.stat()
                file = load(terminal.file)
                person = file.person(name, 1)
                id = f"e{file.state.entered + 1}"
                file.append([acts.Entered(entry=id, division="open", members=(person,))], director, 1)
                save(file, terminal.file, before)

    people = [[f"{letter}{n}" for n in range(6)] for letter in "abc"]
    threads = [threading.Thread(target=enter, args=(names,)) for names in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    held = terminal.held
    entered = {held.people[e.members[0]].name for e in held.state.entries.values()}
    assert entered == {name for names in people for name in names}


def test_a_file_that_somebody_else_wrote_meanwhile_is_not_written_over(terminal: Terminal) -> None:
    terminal.new()
    before, old = terminal.file.stat(), terminal.held
    terminal.type("enter", "Anna")
    now = terminal.file.read_bytes()
    with pytest.raises(ChangedMeanwhile):
        save(old, terminal.file, before)
    assert terminal.file.read_bytes() == now
    assert list(terminal.file.parent.iterdir()) == [terminal.file]


def test_a_new_file_takes_nobodys_place(terminal: Terminal) -> None:
    terminal.file.write_text("something else")
    assert "already exists" in terminal.refused("new", "--title", "x", "--director", "Ida", "--division", "open")
    assert terminal.file.read_text() == "something else"


def test_words_stand_beside_the_log_and_can_be_erased(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna")
    terminal.type("refuse", "anna", "--why", "You were asked to stay away.")
    held = archive.decode(terminal.file.read_bytes())
    assert not any(b"stay away" in bytes(event.body) for event in held.events)
    assert [words.text for words in held.words] == ["Evening", "You were asked to stay away."]
    erased = archive.encode(archive.Archive(tournament=held.tournament, made_at=1, events=held.events))
    terminal.file.write_bytes(erased)
    assert "refused: [erased]" in terminal.type("show", "log")


BROKEN = {
    "nothing": (b"", "another kind of file"),
    "text": (b"hello\n", "another kind of file"),
    "newer": (b'{"tavl_tournament":99,"tournament":"t","made_at":1}\n{}\n', "newer version"),
    "bytes": (bytes(range(256)), "another kind of file"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_no_tournament_is_refused_with_the_reason(terminal: Terminal, name: str) -> None:
    data, reason = BROKEN[name]
    terminal.file.write_bytes(data)
    assert reason in terminal.refused("show")
    assert reason in terminal.refused("enter", "Anna")


@pytest.mark.parametrize("cut", ["end", "middle", "event"])
def test_a_damaged_file_is_refused(terminal: Terminal, cut: str) -> None:
    terminal.new()
    data = terminal.file.read_bytes()
    damaged = {
        "end": data[:-40],
        "middle": data[: len(data) // 2] + data[len(data) // 2 + 7 :],
        "event": data.replace(b'"entries_opened"', b'"entries_closed"'),
    }[cut]
    terminal.file.write_bytes(damaged)
    terminal.refused("enter", "Anna")


def test_a_log_that_no_tournament_can_have_is_refused_by_its_event(terminal: Terminal) -> None:
    terminal.new()
    file = terminal.held
    director = file.state.directors[0]
    with pytest.raises(KeyError):
        file.append([acts.DrawAnnounced("nowhere", 5)], director, 5)
    terminal.file.write_bytes(file.encoded())
    assert "does not agree" in terminal.refused("show")


@pytest.mark.parametrize("name", ["nothing.tavl", ".", "\0", "x" * 5000])
def test_a_file_that_cannot_be_read_is_a_sentence(terminal: Terminal, name: str) -> None:
    for command in ("show", "call"):
        result = terminal.run(command, file=Path(name))
        assert result.exit_code == 2, result.output
        assert "Traceback" not in result.output


def test_a_promised_seed_is_kept_in_the_file_until_the_draw_is_made(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna", "Bo", "--here")
    seed = terminal.held.seed_of("open")
    assert seed is not None
    preview = terminal.type("draw", "--preview")
    assert seed.hex() not in preview, "who could look at the draw beforehand could choose when to make it"
    assert seed.hex() in terminal.type("draw")
    assert terminal.held.seed_of("open") is None


def test_a_swiss_promises_the_seed_of_the_next_round_with_each_draw(terminal: Terminal) -> None:
    terminal.new(division="open:swiss:3:rounds=2")
    terminal.type("enter", "Anna", "Bo", "Carl", "Dan", "--here")
    for _ in range(2):
        terminal.type("draw")
        terminal.type("announce")
        for each in terminal.data("show", "bracket")[0]["matches"]:
            if each["where"] == "ready":
                terminal.type("result", each["id"], "3-1")
    assert terminal.data("verify")["proven"]


def test_a_draw_that_was_changed_in_the_file_does_not_verify(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna", "Bo", "Carl", "Dan", "--here")
    terminal.type("draw")
    held = archive.decode(terminal.file.read_bytes())
    body = next(bytes(event.body) for event in held.events if event.type == "drawn")
    data = terminal.file.read_bytes().replace(
        body, body.replace(b'"e1"', b'"e9"').replace(b'"e2"', b'"e1"').replace(b'"e9"', b'"e2"')
    )
    lines = data.split(b"\n")
    head = b"\n".join(lines[:-2]) + b"\n"
    sealed = re.sub(
        rb'"sha256":"[0-9a-f]+"', b'"sha256":"' + hashlib.sha256(head).hexdigest().encode() + b'"', lines[-2]
    )
    terminal.file.write_bytes(head + sealed + b"\n")
    result = terminal.run("verify")
    assert result.exit_code == 1
    assert "! open, draw 1: drawn again from its seed, it comes out different" in result.output


def test_the_same_tournament_further_on_is_taken_over_and_another_way_refused(terminal: Terminal) -> None:
    terminal.new()
    copy = Path("copy.tavl")
    terminal.type("export", str(copy))
    terminal.type("enter", "Anna")
    elsewhere = Terminal(copy)
    told = elsewhere.type("import", str(terminal.file))
    assert "2 events were taken over" in told
    assert elsewhere.held.state == terminal.held.state
    elsewhere.type("enter", "Bo")
    terminal.type("enter", "Carl")
    assert "The two files differ" in terminal.refused("import", str(copy))
    other = Terminal(Path("other.tavl"))
    other.new()
    assert "a different tournament" in terminal.refused("import", "other.tavl")


def test_the_file_keeps_its_mode(terminal: Terminal) -> None:
    terminal.new()
    terminal.file.chmod(0o640)
    terminal.type("enter", "Anna")
    assert terminal.file.stat().st_mode & 0o777 == 0o640
    assert isinstance(terminal.held, TournamentFile)
