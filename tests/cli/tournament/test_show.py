"""What is shown fits a terminal, and can be read there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.keyboard_player import tavl
from tests.cli.tournament.terminal import Terminal

PAGES = ["overview", "draw", "bracket", "standings", "schedule", "entries", "money", "cases", "log", "anna"]


def six(terminal: Terminal) -> None:
    terminal.new(division="open:consolation:5:3")
    terminal.type("enter", "Anna", "Bo", "Carl", "Dan", "Eva", "Freja", "--here")
    terminal.type("hand-draw", "anna:bo", "carl:bye", "dan:eva", "freja:bye", "--why", "lots from a bag")
    terminal.type("announce")
    terminal.type("result", "anna", "3")
    terminal.type("result", "carl", "4")


def test_a_bracket_has_a_row_for_each_place_and_byes_are_no_matches(terminal: Terminal) -> None:
    six(terminal)
    assert terminal.type("show", "bracket").splitlines() == [
        "open: main",
        "Anna 5────────────┐",
        "Bo 3──────────────┴Anna 4────────────┐",
        "                   Carl 5────────────┴Carl──────────────┐",
        "Dan───────────────┐                                     │",
        "Eva───────────────┴──────────────────┐                  ├",
        "                   Freja─────────────┴──────────────────┘",
        "",
        "open: consolation",
        "Bo─────────────────────┐",
        "L main.1.3─────────────┴",
        "",
    ]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_eighty_columns_at_most_and_data_as_well(terminal: Terminal, page: str) -> None:
    six(terminal)
    lines = terminal.type("show", page).splitlines()
    assert lines
    if page not in ("log", "draw"):  # which have reasons and hashes in them
        assert max(map(len, lines)) <= 80
    assert terminal.data("show", page) is not None


def test_a_demo_stands_in_the_middle_of_its_evening(terminal: Terminal) -> None:
    terminal.type("demo")
    page = terminal.data("show")
    assert 0 < page["divisions"][0]["over"] < page["divisions"][0]["matches"]
    kinds = {item["kind"] for item in terminal.data("now")}
    assert {"dispute", "confirm", "owes"} <= kinds
    assert terminal.data("verify")["proven"]
    assert max(map(len, terminal.type("show", "bracket").splitlines())) <= 80


def test_the_first_thing_on_the_list_is_done_by_next_until_nothing_waits(terminal: Terminal) -> None:
    terminal.new()
    terminal.type("enter", "Anna", "Bo", "Carl", "--here")
    done = []
    while terminal.data("now"):
        kind = terminal.data("now")[0]["kind"]
        terminal.type("next")
        done.append(kind)
    assert done == ["draw", "announce", "call"]
    assert "Nothing waits" in terminal.refused("next")


def test_the_same_seed_is_the_same_simulated_evening() -> None:
    asked = ("tournament", "simulate", "--players", "8", "--seed", "5", "--times", "3", "--json")
    one, two = (json.loads(tavl(*asked).stdout) for _ in range(2))
    assert one == two
    assert len(one["took_ms"]) == 3
    assert sum(one["won_by_rank"]["open"].values()) == 3


def test_fewer_boards_take_longer() -> None:
    def hours(boards: str) -> int:
        told = tavl("tournament", "simulate", "--players", "16", "--seed", "1", "--boards", boards, "--json")
        return int(json.loads(told.stdout)["took_ms"][0])

    assert hours("2") > 2 * hours("8")


def test_a_simulated_evening_can_be_written_and_proved(terminal: Terminal) -> None:
    result = terminal.invoke(
        "simulate",
        "--players",
        "9",
        "--seed",
        "2",
        "--format",
        "swiss:3:rounds=3",
        "--write",
        str(terminal.file),
    )
    assert result.exit_code == 0, result.output
    assert terminal.data("verify")["proven"]
    assert terminal.data("show")["divisions"][0]["over"] == 12
    like = terminal.invoke("simulate", "--like", str(terminal.file), "--boards", "2", "--seed", "1")
    assert like.exit_code == 0, like.output
    assert "open 9" in like.output


def test_two_go_down_and_two_come_up_once_a_league_is_over(terminal: Terminal, tmp_path: Path) -> None:
    league = "league:3:members=2:boards=2"
    terminal.new("--division", f"first:{league}", division=f"elite:{league}")
    for division in ("elite", "first"):
        teams = (f"{division} {n}a/{division} {n}b" for n in range(1, 5))
        terminal.type("enter", *teams, "--here", "--division", division)
    assert "elite is not finished" in terminal.refused("promotion", "elite", "first")
    played = tmp_path / "season.tavl"
    simulated = ["simulate", "--like", str(terminal.file), "--write", str(played), "--seed", "1", "--leaves", "0"]
    told = terminal.invoke(*simulated)
    assert told.exit_code == 0, told.output
    season = Terminal(played)
    places = {id: [line["name"] for line in season.data("show", "standings", id)] for id in ("elite", "first")}
    assert season.data("promotion", "elite", "first", "--places", "1") == {
        "down": places["elite"][3:],
        "up": places["first"][:1],
        "play_off": [places["elite"][2], places["first"][1]],
    }
    shown = season.type("promotion", "elite", "first", "--no-play-off").splitlines()
    assert shown == [f"Down: {', '.join(places['elite'][2:])}", f"Up: {', '.join(places['first'][:2])}"]
    assert "too few teams" in season.refused("promotion", "elite", "first", "--places", "4")
