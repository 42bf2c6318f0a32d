"""Every command says no in a sentence with its clause or its field, ends with 2, and leaves the file as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tavl.cli.tournament.desk import app
from tests.cli.keyboard_player import tavl
from tests.cli.tournament.terminal import Terminal

# On a tournament of six with a draw that is announced, one match called and one being played.
REFUSED: dict[str, tuple[list[str], str]] = {
    "open": ([], "T1.1"),
    "staff": (["--dismiss", "Ida"], "T1.3.i"),
    "tables": (["A", "A"], "places"),
    "division": (["x:swiss:0"], "T4.5"),
    "approval": (["nowhere"], "T1.4.i"),
    "enter": (["Anna Holm"], "T1.4.i"),
    "check-in": (["anna"], "T1.4.i"),
    "approve": (["anna"], "T1.4.i"),
    "refuse": (["anna", "--why", "late"], "T1.4.i"),
    "offer": (["anna", "open", "--why", "too strong"], "T1.4.ii"),
    "accept": (["anna"], "T1.4.ii"),
    "decline": (["anna"], "T1.4.ii"),
    "admit": (["anna"], "T1.4.i"),
    "withdraw": (["nobody"], "Nobody here is called that: nobody"),
    "reason": (["anna", " "], "T1.4.iii"),
    "replace": (["eva", "Bo Lind", "--why", "ill"], "T1.4.i"),
    "late-entry": (["Hans Moe", "main.9.9"], "T1.4.i"),
    "promise": (["nowhere"], "nowhere"),
    "draw": ([], "T1.1"),
    "announce": ([], "T2.2.i"),
    "hand-draw": (["Anna-Bo"], "Anna-Bo"),
    "swap": (["anna", "anna", "--why", "x"], "T1.1"),
    "next": (["--by", "nobody"], "Nobody here is called that: nobody"),
    "call": (["main.3.1"], "T4.6"),
    "begin": (["main.3.1"], "T4.6"),
    "result": (["main.3.1", "5-3"], "T4.6"),
    "confirm": (["main.3.1"], "T4.6"),
    "correct": (["main.1.2", "5-3", "--why", "x"], "T4.6"),
    "late": (["eva"], "T2.2.iv"),
    "arrived": (["nobody"], "nobody"),
    "pause": (["anna"], "--until"),
    "outage": (["07:50", "07:40"], "T2.2.iii"),
    "start": (["main.3.1", "later", "--why", "x"], "later"),
    "length": (["main.3.1", "0", "--why", "x"], "T4.5"),
    "observer": (["main.3.1", "Anna", "--pays", "anna"], "anna"),
    "smoke-free": (["nobody"], "nobody"),
    "equipment": (["nobody", "dice"], "nobody"),
    "request": (["nobody", "box"], "nobody"),
    "answer": (["nobody", "box", "--why", "x"], "nobody"),
    "box": (["main.3.1", "--why", "x"], "T2.4.i"),
    "undo": (["--by", "kai"], "T1.3.i"),
    "act": (["no_such_act"], "no_such_act"),
    "acts": (["--language", "xx"], "xx"),
    "dispute": (["main.1.2", "the cube", "--rule", "T99"], "T99"),
    "statement": (["c1", "anna", "the cube"], "T5.1"),
    "ask": (["c1", "anna"], "T5.1"),
    "rule": (["c1", "so it is", "--why", "x"], "T5.1"),
    "drop": (["c1", "--why", "x"], "T5.1"),
    "appeal": (["c1", "anna"], "T5.1"),
    "committee": (["c1", "anna", "bo", "carl"], "T5.1"),
    "vote": (["c1", "anna", "uphold"], "T5.1"),
    "reasons": (["c1", "because"], "T5.1"),
    "send-on": (["c1", "anna"], "T5.1"),
    "penalty": (["anna", "warning", "--rule", "T2.2.iv", "--why", "x"], "T2.2.iv"),
    "disqualify": (["anna", "--rule", "T4.2.i", "--why", "x"], "T4.2.i"),
    "expel": (["Olga", "--rule", "T4.5", "--why", "x"], "T4.5"),
    "pay": (["anna", "ten"], "ten"),
    "refund": (["anna"], "Anna Holm is owed nothing"),
    "award": ([], "T4.6"),
    "pay-out": ([], "Nobody is owed anything"),
    "hand-over": (["house"], "There is nothing to hand over"),
    "join": (["anna", "none"], "pool"),
    "currency": (["anna", "SEK"], "currency"),
    "add-money": (["-5"], "No such option: -5"),
    "deal": (["anna=1/2", "bo=1/3"], "parts"),
    "waive": (["99", "--why", "x"], "transaction"),
    "now": (["--at", "yesterday"], "yesterday"),
    "show": (["nothing"], "nothing"),
    "promotion": (["open", "open"], "open is not finished"),
    "verify": (["--at", "25:00"], "25:00"),
    "report": (["--csv", "--text"], "--csv"),
    "export": (["out.doc"], "--to"),
    "import": (["nothing.csv"], "nothing.csv"),
    "close": ([], "T4.5"),
    "new": (["--title", "x", "--director", "Ida", "--division", "open"], "already exists"),
    "simulate": ([], ""),
    "demo": ([], "already exists"),
    "shell": (["--language", "xx"], "xx"),
}
TAKEN: dict[str, list[str]] = {
    "staff": ["--helper", "Siri Moe"],
    "tables": ["9"],
    "division": ["b:elimination:3"],
    "approval": ["--one-by-one"],
    "enter": ["Hans Moe", "--here", "--rating", "1043.10", "--club", "Odense"],
    "check-in": ["gert"],
    "withdraw": ["gert"],
    "late-entry": ["Hans Moe"],
    "swap": ["freja", "gert", "--why", "brothers"],
    "next": [],
    "call": ["carl", "--withdraw"],
    "begin": ["carl"],
    "result": ["anna", "3"],
    "late": ["carl"],
    "pause": ["gert", "--until", "12:00"],
    "outage": ["08:00", "08:00:01"],
    "start": ["main.3.1", "12:00", "--why", "lunch"],
    "length": ["main.3.1", "9", "--why", "time"],
    "observer": ["anna", "Siri Moe"],
    "smoke-free": ["anna"],
    "equipment": ["anna", "dice"],
    "request": ["anna", "spectators", "--why", "they talk"],
    "undo": [],
    "act": ["set_standing_confirmation", "on=true"],
    "dispute": ["anna", "the cube", "--rule", "T4.4.ix"],
    "penalty": ["anna", "2", "--rule", "T4.3.iv", "--why", "again"],
    "disqualify": ["anna", "--rule", "T1.7.i", "--why", "an engine"],
    "expel": ["Olga", "--why", "advice"],
    "pay": ["gert", "100"],
    "add-money": ["500"],
    "join": ["anna", "side"],
    "deal": ["anna=1/2", "bo=1/2"],
    "waive": ["1", "--why", "a guest"],
}


@pytest.fixture
def busy(terminal: Terminal) -> Terminal:
    terminal.new("--helper", "Kai", "--fee", "open:100:10", "--pool", "open:side:20:1", "--prize", "open:2/3,1/3")
    terminal.type("enter", "Anna Holm", "Bo Lind", "Carl Dahl", "Dan Ek", "Eva Friis", "Freja Gran", "--here", "--paid")
    terminal.type("enter", "Gert Hald")
    pairs = ["anna:bo", "carl:dan", "eva:freja", "gert:bye"]
    terminal.type("hand-draw", *pairs, "--why", "lots from a bag", "--witness", "kai")
    terminal.type("announce")
    terminal.type("call", "anna")
    terminal.type("begin", "anna")
    terminal.type("call", "carl")
    return terminal


def test_the_list_below_has_every_command() -> None:
    assert set(REFUSED) == {str(each.name) for each in app.registered_commands}


def test_every_command_says_no_and_changes_nothing(busy: Terminal) -> None:
    asked = {command: words for command, (words, _) in REFUSED.items() if command != "simulate"}
    said = {command: busy.refused(command, *words) for command, words in asked.items()}
    assert {command: text for command, text in said.items() if REFUSED[command][1] not in text} == {}


def test_every_command_that_acts_can_be_previewed_and_changes_nothing(busy: Terminal) -> None:
    before = busy.file.read_bytes()
    for command, words in TAKEN.items():
        busy.type(command, *words, "--preview")
        assert busy.file.read_bytes() == before, command
    assert list(busy.file.parent.iterdir()) == [busy.file], "nothing is left lying about"


def test_a_preview_says_what_changes_and_for_whom(busy: Terminal) -> None:
    told = busy.type("result", "anna", "3", "--preview")
    assert "main.1.1 result: - -> 5-3 [Anna Holm, Bo Lind]" in told
    assert any(line.startswith("main.2.1 players: - -> Anna Holm") for line in told.splitlines())


def test_every_command_and_everything_that_it_takes_has_help() -> None:
    group: Any = get_command(app)
    assert [name for name, each in group.commands.items() if not each.help] == []
    taken = [(name, each) for name, found in group.commands.items() for each in found.params]
    assert [(name, each.name) for name, each in taken if not each.help] == []
    assert tavl("tournament", "result", "--help").exit_code == 0


BAD_PLANS = {
    "unknown.toml": ('titel = "x"', "titel"),
    "number.toml": ("title = 5", "title"),
    "broken.toml": ("title = ", "broken.toml"),
    "broken.json": ("{", "broken.json"),
    "list.json": ("[]", "list.json"),
    "fee.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open"]\nfee=["open:-5"]', "fee"),
    "fees.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open"]\nfee=["b:5"]', "fee"),
    "prize.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open"]\nprize=["open:60%,30%"]', "prizes"),
    "format.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open:football:7"]', "football"),
    "length.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open:swiss:0"]', "T4.5"),
    "nobody.toml": ('title="x"\ndivision=["open"]', "T1.3.i"),
    "untitled.toml": ('director=["Ida"]\ndivision=["open"]', "title"),
    "licence.toml": ('title="x"\ndirector=["Ida"]\ndivision=["open"]\nsanctioned=true', "T1.2"),
}


@pytest.mark.parametrize("name", BAD_PLANS)
def test_an_invitation_that_makes_no_sense_is_refused_by_its_field(terminal: Terminal, name: str) -> None:
    text, field = BAD_PLANS[name]
    Path(name).write_text(text)
    assert field in terminal.refused("new", "--from", name)
    assert not terminal.file.exists()


def test_a_malformed_sheet_is_refused_by_line_and_field_and_nobody_of_it_is_entered(terminal: Terminal) -> None:
    terminal.new()
    Path("players.csv").write_text("name,rating\nAnna,1000\nBo,strong\n")
    assert "Line 3, rating" in terminal.refused("enter", "--csv", "players.csv")
    Path("twice.csv").write_text("name,rating\nAnna,1000\nAnna,1000\n")
    assert "Line 3, name" in terminal.refused("enter", "--csv", "twice.csv")
    Path("players.csv").write_text("navn;rating;klub\nAnna;1043,10;Odense\nBo;1.000,00;Odense\n")
    terminal.type("enter", "--csv", "players.csv", "--here")
    assert [e.rating for e in terminal.held.state.entries.values()] == [104_310, 100_000]


def test_a_name_that_may_be_several_is_asked_back(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna Holm", "Anna Lind", "Per Ravn", "Pernille Ask")
    assert "Anna Holm, Anna Lind" in terminal.refused("pay", "ann")
    assert "Per Ravn" in terminal.type("show", "per"), "a whole word is meant before a beginning"
    assert "Anna Lind" in terminal.type("show", "lin an")


@pytest.mark.parametrize(
    "option",
    [
        ["--players", "1"],
        ["--times", "0"],
        ["--late", "1001"],
        ["--format", "football"],
        ["--minutes", "0"],
        ["--boards", "0"],
    ],
)
def test_a_simulation_that_makes_no_sense_is_refused_by_its_option(option: list[str]) -> None:
    result = tavl("tournament", "simulate", *option)
    assert result.exit_code == 2
    assert option[0] in result.stderr
