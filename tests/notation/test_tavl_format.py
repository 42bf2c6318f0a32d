"""Our own files: logs of every release, and a table's events."""

from __future__ import annotations

import json
from pathlib import Path

from tavl.notation.file_formats import read
from tavl.notation.problems import ProblemCode
from tavl.notation.record import Ending, Turn

GOLDEN = Path(__file__).parents[1] / "store" / "golden" / "match-0.1.0.jsonl"


def test_the_golden_log_is_read_as_the_match_that_was_played() -> None:
    (record,) = read(GOLDEN.read_bytes())
    assert record.length == 3
    assert [player.name for player in record.players] == ["anna", "bo"]
    assert not record.problems
    turns = [entry for game in record.games for entry in game.entries if isinstance(entry, Turn)]
    assert len(turns) == 44
    assert turns[0].timing is not None
    assert turns[0].timing.at == 1700000005000
    assert [game.result and game.result.ending for game in record.games] == [Ending.DROPPED, Ending.BORNE_OFF]
    state = json.loads(GOLDEN.with_name("match-0.1.0.state.json").read_text())["table:golden"]
    assert record.winner == state["winner"]
    assert [game.crawford for game in record.games] == state["crawford"]


def test_a_downloaded_match_is_read_as_the_log_is() -> None:
    events = [json.loads(line)["event"] for line in GOLDEN.read_text().splitlines()[1:-1]]
    downloaded = {
        "version": len(events),
        "events": [{"version": event["version"], "at": event["at"], "event": event["body"]} for event in events],
    }
    (record,) = read(json.dumps(downloaded).encode())
    assert record == read(GOLDEN.read_bytes())[0]


def test_a_line_that_cannot_be_read_is_told_and_the_rest_kept() -> None:
    lines = GOLDEN.read_text().splitlines()
    (record,) = read("\n".join([*lines, '{"event": 3}']).encode())
    assert [(problem.at, problem.code) for problem in record.problems] == [
        (len(lines) + 1, ProblemCode.UNREADABLE_LINE)
    ]
