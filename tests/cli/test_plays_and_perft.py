"""`tavl plays` and `tavl perft`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tavl.cli.perft import leaves
from tavl.rules import ALL_ROLLS, Position
from tests.cli.keyboard_player import tavl

START = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
PERFT = Path(__file__).parent.parent / "data" / "perft.tsv"


def test_plays_lists_each_play_with_the_position_it_leads_to() -> None:
    result = tavl("plays", START, "31")
    lines = result.output.splitlines()
    assert len(lines) == 16
    assert "8/5 6/5      4HPwATDgc8EDYA" not in lines  # that would be the mover's own side of it
    play, id = lines[0].rsplit(maxsplit=1)
    assert play.strip() == "24/23 24/21"
    assert Position.from_gnu_id(id).opponent[21] == 1


@pytest.mark.parametrize("id", [START, START_XGID, START_XGID.replace(":1:00", ":-1:00"), f" {START} "])
@pytest.mark.parametrize("dice", ["31", "13", "3-1", "3 1", "1,3"])
def test_plays_reads_both_kinds_of_id_and_dice_in_any_order(id: str, dice: str) -> None:
    data = json.loads(tavl("plays", id, dice, "--json").output)
    assert (data["position"], data["dice"], data["count"]) == (START, [3, 1], 16)
    made = next(play for play in data["plays"] if play["play"] == "8/5 6/5")
    assert made["moves"] == [[8, 5], [6, 5]]
    assert made["hits"] == 0
    assert Position.from_gnu_id(made["result"]).opponent[5] == 2


def test_a_dance_is_said_in_words_and_in_data() -> None:
    closed = Position.of("25:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2").gnu_id
    assert tavl("plays", closed, "66").output == "No checker can move.\n"
    data = json.loads(tavl("plays", closed, "66", "--json").output)
    assert data["count"] == 1
    assert data["plays"][0]["moves"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plays", "x", "31"], "not a position ID: x"),
        (["plays", "", "31"], "not a position ID"),
        (["plays", "XGID=1:2:3", "31"], "not a position ID"),
        (["plays", "AAAAAAAAAAAAAA", "31"], "not a position ID"),
        (["plays", START, "71"], "not dice: 71"),
        (["plays", START, "3"], "not dice"),
        (["plays", START, "٣١"], "not dice"),
        (["plays", START], "DICE"),
        (["perft", "x"], "not a position ID: x"),
        (["perft", "a" * 5000], "not a position ID"),
        (["perft", START, "9"], "less than or equal to 3"),
        (["perft", "/"], "not a position ID"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_refused_on_stderr_with_exit_code_2(arguments: list[str], said: str) -> None:
    result = tavl(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_perft_counts_every_roll_of_a_position() -> None:
    data = json.loads(tavl("perft", START, "--json").output)
    assert list(data["counts"])[:4] == ["11", "12", "13", "14"]
    assert len(data["counts"]) == 21
    assert data["counts"]["13"] == 16
    assert data["sum"] == sum(data["counts"].values())
    assert tavl("perft").output == tavl("perft", START).output
    assert tavl("perft").output.endswith(f"all {data['sum']}\n")


def test_perft_goes_deeper_where_asked() -> None:
    start = Position.start()
    twice = sum(leaves(play.result, 1) for dice in ALL_ROLLS for play in start.plays(dice))
    assert tavl("perft", START, "2").output == f"{twice}\n"
    assert json.loads(tavl("perft", START, "2", "--json").output)["count"] == twice


def test_perft_agrees_with_the_table() -> None:
    result = tavl("perft", str(PERFT))
    assert result.exit_code == 0
    assert result.stdout == "500 positions, 10500 counts compared, 0 positions differ\n"


def test_perft_tells_where_a_table_differs(tmp_path: Path) -> None:
    heading, row, *_ = PERFT.read_text().splitlines()
    fields = row.split("\t")
    fields[heading.split("\t").index("13")] = "999"
    fields[-1] = "66"
    table = tmp_path / "wrong.tsv"
    table.write_text(f"{heading}\n" + "\t".join(fields) + "\n")
    result = tavl("perft", str(table))
    assert result.exit_code == 1
    assert f"{fields[0]} 13: " in result.stdout
    assert "expected 999" in result.stdout
    assert f"{fields[0]} 66: disagrees with the table on whether it dances" in result.stdout
    data = json.loads(tavl("perft", str(table), "--json").stdout)
    assert (data["positions"], data["compared"], data["wrong"]) == (1, 21, 1)
    assert data["results"][0]["wrong"] == {"13": 999}


def test_a_list_of_ids_without_counts_is_counted(tmp_path: Path) -> None:
    table = tmp_path / "ids.txt"
    table.write_text(f"{START}\n\n{START_XGID}\n")
    data = json.loads(tavl("perft", str(table), "--json").stdout)
    assert (data["positions"], data["compared"], data["wrong"]) == (2, 0, 0)
    assert data["results"][0]["counts"] == data["results"][1]["counts"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"positionID\t11\n{START}\tmany\n", ":2: This is not a count: many"),
        (f"{START}\nx\n", ":2: This is not a position ID"),
    ],
)
def test_a_bad_line_of_a_table_is_named(tmp_path: Path, text: str, said: str) -> None:
    table = tmp_path / "bad.tsv"
    table.write_text(text)
    result = tavl("perft", str(table))
    assert result.exit_code == 2
    assert said in result.stderr


def test_rule_is_one_of_the_commands() -> None:
    result = tavl("rule", "G4.6", "--json")
    assert json.loads(result.output)["id"] == "G4.6"


def test_help_is_there_for_every_command() -> None:
    for command in ([], ["play"], ["plays"], ["perft"], ["rule"]):
        assert tavl(*command, "--help").exit_code == 0
