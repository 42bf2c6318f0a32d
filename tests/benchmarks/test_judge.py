"""The outside judge's own arithmetic: order of work, going on after an end, pairing of results, interval."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import judge_cubes
from bench.cube_decisions import nearness, setting
from bench.judge import bgsage_worker, cubes, files, gnubg_worker, kinds, report, work_list
from bench.judge.work_list import Choice
from bench.kinds import chance_of_mean, families
from bench.rivals import bgsage_board

from tavl.rules import Dice, Position

START = Position.start()
A, B, C = (play.result.gnu_id for play in START.plays(Dice(6, 5))[:3])
NEVER_OVER = dict.fromkeys((A, B, C)).get


def choice(ours: str, theirs: str, position: str = START.gnu_id) -> Choice:
    """Plays at 0, 1 and 2 rolls, as letters."""
    names = {"a": A, "b": B, "c": C}
    return position, [6, 5], [names[x] for x in ours], [names[x] for x in theirs]


def test_only_plays_that_differ_are_rolled_out() -> None:
    assert work_list.plays_apart(choice("aaa", "aaa"), (2, 1, 0)) == []
    assert work_list.plays_apart(choice("aab", "aac"), (2, 1)) == [B, C]
    assert work_list.plays_apart(choice("baa", "caa"), (2, 1)) == []


def test_plays_of_one_decision_are_one_row_with_one_seed_and_deep_ones_come_first() -> None:
    choices = [choice("aaa", "aab", "first"), choice("aaa", "baa", "second"), choice("caa", "baa", "third")]
    rows = work_list.rows_for(choices, ["kind"], rounds=1)
    assert [row["task"] for row in rows] == [
        "play first 65 deep 0",
        "kind kind 0",
        "kind kind 1",
        "play first 65 deep 1",
        "kind kind 2",
        "kind kind 3",
        "play second 65 static 0",
        "play third 65 static 0",
    ]
    assert rows[0]["ids"] == [A, B]
    assert rows[0]["seed"] != rows[3]["seed"]


def test_a_decision_that_comes_up_twice_is_rolled_out_once() -> None:
    assert len(list(work_list.play_rows([choice("aaa", "aab")] * 2, 0, deep=True))) == 1


def test_static_rows_of_a_deep_decision_have_only_what_is_new_and_its_dice() -> None:
    choices = [choice("caa", "bab")]
    (deep,), (static,) = (list(work_list.play_rows(choices, 0, deep)) for deep in (True, False))
    assert deep["ids"] == [A, B]
    assert static["ids"] == [C]
    assert deep["seed"] == static["seed"]


def test_a_play_that_ends_the_game_needs_no_rollout() -> None:
    race = Position([13, 1, 1, *[0] * 23], [12, 3, *[0] * 24])
    ended = race.plays(Dice(6, 5))[0].result.gnu_id
    choices: list[Choice] = [(race.gnu_id, [6, 5], [ended] * 3, [A] * 3)]
    assert next(work_list.play_rows(choices, 0, deep=True))["ids"] == [A]


def said(task: str, ids: list[str], equities: list[float]) -> dict[str, object]:
    return {"task": task, "ids": ids, "equity": equities}


def test_the_lead_is_counted_for_the_player_and_over_all_decisions() -> None:
    results = report.results_of([said(f"play {START.gnu_id} 65 deep 0", [A, B], [-0.3, -0.1])])
    found = report.lead([choice("aaa", "aab"), choice("aaa", "aaa")], results, 2, NEVER_OVER)
    assert found.gaps == pytest.approx([0.2, 0.0])  # the opponent has less after ours
    assert found.apart == 1
    assert found.cells() == ["+0.10000", "± 0.19600"]


def test_rounds_with_other_dice_are_averaged_and_never_paired_with_each_other() -> None:
    task = f"play {START.gnu_id} 65"
    rows = [
        said(f"{task} deep 0", [A, B], [0.0, 0.1]),
        said(f"{task} deep 1", [A, B], [0.5, 0.9]),
        said(f"{task} deep 2", [A], [9.0]),
        said(f"{task} static 0", [C], [0.4]),
    ]
    results = report.results_of(rows)
    assert report.lead([choice("aaa", "aab")], results, 2, NEVER_OVER).gaps == pytest.approx([0.25])
    assert report.lead([choice("aaa", "cab")], results, 0, NEVER_OVER).gaps == pytest.approx([0.4])


def test_a_lead_ends_before_the_first_decision_that_is_not_judged() -> None:
    results = report.results_of([said("play done 65 deep 0", [A, B], [0.0, 0.1])])
    choices = [choice("aaa", "aaa"), choice("aaa", "aab", "open"), choice("aaa", "aab", "done")]
    assert report.lead(choices, results, 2, NEVER_OVER).gaps == [0.0]


def test_a_finished_game_counts_as_it_ended() -> None:
    results = report.results_of([said(f"play {START.gnu_id} 65 deep 0", [B], [-0.9])])
    found = report.lead([choice("aaa", "bbb")], results, 1, {A: -1.0}.get)
    assert found.gaps == pytest.approx([0.1])


def test_a_worker_goes_on_after_the_rows_that_are_done_and_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    gnubg_worker.append(path, {"task": "one", "ids": [A]})
    with open(path, "a") as file:
        file.write('{"task": "tw')
    wanted = [{"task": name, "ids": [A]} for name in ("one", "two", "three")]
    assert gnubg_worker.left(wanted, gnubg_worker.rows(path)) == wanted[1:]
    gnubg_worker.append(path, {"task": "two", "ids": [A]})
    assert [row["task"] for row in gnubg_worker.rows(path)] == ["one", "two"]
    assert json.loads(Path(path).read_text().splitlines()[-1]) == {"task": "two", "ids": [A]}


def test_a_decision_is_rolled_out_again_when_another_network_plays_otherwise() -> None:
    done = [{"task": "one", "ids": [A, B]}]
    assert gnubg_worker.left([{"task": "one", "ids": [B]}], done) == []
    assert gnubg_worker.left([{"task": "one", "ids": [B, C]}], done) == [{"task": "one", "ids": [B, C]}]


def test_two_runs_cannot_write_the_same_results(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    held = gnubg_worker.alone(path)
    assert held is not None
    assert gnubg_worker.alone(path) is None
    held.close()
    again = gnubg_worker.alone(path)
    assert again is not None
    again.close()


@pytest.mark.parametrize("name", [START.gnu_id, A, "cOc4YAQAz4PBHA", "bw8AAOhtTQQCAA"])
def test_the_worker_reads_position_ids_as_tavl_does(name: str) -> None:
    position = Position.from_gnu_id(name)
    assert bgsage_worker.board_of(name) == bgsage_board(position)
    assert bgsage_worker.mirrored(bgsage_worker.board_of(name)) == bgsage_board(position.mirror())


def test_what_is_kept_of_a_run_gives_the_same_leads() -> None:
    choices = [choice("aaa", "aab", "one"), choice("aaa", "aaa", "two"), choice("aab", "aac", "three")]
    results = report.results_of(
        [said("play one 65 deep 0", [A, B], [0.0, 0.1]), said("play three 65 deep 0", [B, C], [0.3, 0.1])]
    )
    leads = {ply: report.lead(choices, results, ply, NEVER_OVER) for ply in (0, 1, 2)}
    lines = report.verdict_rows({"judge": "gnubg"}, choices, leads)
    assert lines[0] == {"judge": "gnubg", "decisions": {"0": 3, "1": 3, "2": 3}, "apart": {"0": 0, "1": 0, "2": 2}}
    assert len(lines) == 3
    again = report.leads_of(lines)
    assert all(again[ply].cells() == leads[ply].cells() and again[ply].apart == leads[ply].apart for ply in leads)


def test_rounds_of_a_hard_kind_are_pooled() -> None:
    rows = [
        {"task": f"kind {A} {number}", "ids": [A], "equity": [equity], "se": [0.03]}
        for number, equity in enumerate((0.1, 0.3, 0.2, 0.2))
    ]
    equity, error, games = kinds.pooled([*rows, said("play x 65 deep 0", [A], [9.0])], "kind", 36)[A]
    assert (equity, error) == pytest.approx((0.2, 0.015))
    assert games == 144


def test_the_worker_reads_match_ids_as_tavl_writes_them() -> None:
    match = setting(START, (2, 4), 2)
    assert bgsage_worker.cube_of(cubes.key_of(match).split(":")[1]) == {
        "cube_value": 2, "owner": "player", "away1": 5, "away2": 3, "is_crawford": False,
    }  # fmt: skip
    money = bgsage_worker.cube_of(cubes.key_of(setting(START, None, 1)).split(":")[1])
    assert (money["cube_value"], money["owner"], money["away1"], money["away2"]) == (1, "centered", 0, 0)


def test_a_cube_decision_loses_by_doubling_and_by_the_answer() -> None:
    match = setting(START, None, 1)
    right, wrong = [(False, True)] * 3, [(True, False)] * 3
    key = cubes.key_of(match)
    row = {"task": f"cube {key} 0", "cube": [{"equity_nd": 0.5, "equity_dt": 0.3}]}
    head, line = cubes.cube_verdicts({}, [(match, right, wrong), (match, right, right)], [row])
    assert head == {"sample": {"fitted": {"money": 2, "match": 0}, "fresh": {"money": 0, "match": 0}}}
    assert line["gaps"] == [[0.2, 0.7]] * 3  # doubles 0.5 away for 0.3, drops 0.3 for 1
    assert "to the end" not in line
    longer = {"task": f"cube {key} 1", "cube": [{"equity_nd": 0.5, "equity_dt": 0.4}]}
    assert cubes.cube_verdicts({}, [(match, right, wrong)], [row, longer])[1]["to the end"] == [[0.1, 0.6]] * 3


def test_cube_decisions_count_up_to_the_first_that_is_not_judged() -> None:
    money, at_score = setting(START, None, 1), setting(START, (2, 4), 2)
    agreed, other = [(False, True)] * 3, [(False, True), (False, True), (True, True)]
    answers = [(at_score, agreed, agreed), (money, agreed, other), (at_score, agreed, agreed)]
    (head,) = cubes.cube_verdicts({}, answers, [])
    assert head["sample"]["fitted"] == {"money": 0, "match": 1}


def test_cube_decisions_are_rolled_out_once_each_round_where_the_answers_differ() -> None:
    match, agreed, other = setting(START, (2, 4), 2), [(False, True)] * 3, [(False, True), (False, True), (True, True)]
    assert cubes.cube_rows([(match, agreed, agreed)], 0) == []
    (row,) = cubes.cube_rows([(match, agreed, other)] * 2, 0)
    position, match_id = cubes.key_of(match).split(":")
    assert (row["ids"], row["match"], row["truncate"]) == ([position], [match_id], 11)
    (longer,) = cubes.cube_rows([(match, agreed, other)], 1)
    assert "truncate" not in longer
    assert longer["task"] != row["task"]
    assert longer["seed"] != row["seed"]


def test_the_cube_table_is_over_all_decisions_of_its_kind() -> None:
    money, at_score = (cubes.key_of(setting(START, score, 1)) for score in (None, (2, 4)))
    lines = [
        {"sample": {"fitted": {"money": 5, "match": 5}, "fresh": {"money": 10, "match": 20}}},
        {"cube": money, "part": "fresh", "gaps": [None, [0.1, 0.0], None]},
        {"cube": money, "part": "fitted", "gaps": [None, [0.2, 0.0], None]},
        {"cube": at_score, "part": "fresh", "gaps": [None, [-0.1, 0.3], None], "to the end": [None, [0.0, 0.4], None]},
    ]
    assert judge_cubes.cells(lines, "money", 0) == ["+0.00000", "+0.00000", "+0.00000", "± 0.00000", "10", "0"]
    assert judge_cubes.cells(lines, "match", 1)[:3] == ["-0.00500", "+0.01500", "+0.01000"]
    assert judge_cubes.cells(lines, "both", 1)[-2:] == ["30", "2"]
    assert judge_cubes.cells(lines, "both, fitted to", 1)[-2:] == ["10", "1"]
    assert judge_cubes.to_the_end("gnubg", lines) == ""  # one is no interval
    assert "+0.2000 ± 0.0000 each after 11 rolls" in judge_cubes.to_the_end("gnubg", [lines[0], *lines[2:] * 2])


def test_settings_of_a_real_game_follow_its_cube() -> None:
    records: list[dict[str, object]] = [
        {"p": "O", "a": "move", "id": START.gnu_id},
        {"p": "X", "a": "move", "id": A},
        {"p": "O", "a": "double", "id": B},
        {"p": "X", "a": "take"},
        {"p": "O", "a": "move", "id": B},
        {"p": "X", "a": "move", "id": C},
    ]
    found = [cubes.row_of(m, "real") for m in cubes.settings_of_game({"score": [1, 2], "records": records}, 5)]
    assert [(row["id"], row["score"], row["cube"], row["length"]) for row in found] == [
        (A, (1, 2), 1, 5),
        (C, (1, 2), 2, 5),
    ]  # nobody doubles before the first roll, and O, whose double was taken, has no cube
    assert [cubes.row_of(cubes.match_of(row), "real") for row in found] == found


def test_a_decision_is_as_near_as_its_nearest_question() -> None:
    assert nearness(0.5, 0.6, 1.0) == pytest.approx(0.1)
    assert nearness(0.5, 0.95, 1.0) == pytest.approx(0.05)
    assert nearness(0.5, -0.2, 1.0) == pytest.approx(0.7)  # nobody asks whether to take what should not be doubled


def test_cube_decisions_get_twice_the_time_of_hard_kinds() -> None:
    cube = [{"task": f"c{n}", "games": 144, "truncate": 11} for n in range(40)]
    kind = [{"task": f"k{n}", "games": 72, "plies": 1} for n in range(40)]
    found = work_list.mixed(cube, kind)
    assert [row for row in found if row in cube] == cube
    assert [row for row in found if row in kind] == kind
    first = found[: found.index(cube[-1])]
    spent = [sum(work_list.seconds(row) for row in first if row in part) for part in (cube, kind)]
    assert spent[0] / spent[1] == pytest.approx(2.0, rel=0.1)


def test_a_hard_kind_played_deep_has_dice_of_its_own_each_round() -> None:
    found = list(work_list.deep_kind_rows(["back"], ["other"]))
    assert [row["task"] for row in found[:5]] == [
        "deep back 0",
        "deep other 0",
        "deep back 1",
        "deep other 1",
        "deep back 2",
    ]
    assert len({row["seed"] for row in found}) == len(found)
    assert all(row["plies"] == 1 for row in found)
    deeper = list(work_list.deeper_kind_rows(["back"]))
    assert [row["task"] for row in deeper[:2]] == ["deeper back 0", "deeper back 1"]
    assert len({row["seed"] for row in [*found, *deeper]}) == len(found) + len(deeper)
    assert work_list.seconds(deeper[0]) > work_list.seconds(found[0]) / 2 * 3


def test_further_games_go_where_chance_is_largest() -> None:
    errors = {"sure": (0.01, 72), "unsure": (0.04, 108), "between": (0.03, 108)}
    found = list(work_list.further_kind_rows(list(errors), errors, {"unsure": 2}, 4))
    assert [row["task"] for row in found] == [
        "deeper unsure 1002",
        "deeper unsure 1003",
        "deeper between 1000",
        "deeper unsure 1004",
    ]
    assert len({row["seed"] for row in found}) == len(found)
    assert all(row["plies"] == 2 and row["games"] == work_list.DEEPER_GAMES for row in found)
    assert list(work_list.further_kind_rows(["sure"], {}, {})) == []


def test_a_process_of_bgsage_rolls_out_deep_rows_or_others() -> None:
    deep, flat = [{"task": "d", "plies": 1}], [{"task": "a"}, {"task": "b"}]
    assert bgsage_worker.shares([*flat, *deep], 7) == [(deep, 2), (flat, 5)]
    assert bgsage_worker.shares(flat, 7) == [(flat, 7)]
    assert bgsage_worker.shares([*flat, *deep], 1) == [(deep, 1), (flat, 1)]
    assert bgsage_worker.shares([], 7) == []
    deeper = [{"task": "e", "plies": 2}]
    assert bgsage_worker.shares([*flat, *deeper, *deep], 7) == [(deep, 1), (deeper, 1), (flat, 5)]
    assert bgsage_worker.shares([*deeper, *deep], 7) == [(deep, 3), (deeper, 3)]


def test_back_games_and_what_the_judges_are_most_apart_on_are_played_deep() -> None:
    kinds_rows = [{"id": name, "kind": kind} for name, kind in (("a", "ace point"), ("b", "back game"), ("c", "race"))]
    judged = [{"id": "a", "gnubg": 0.1, "bgsage": 0.1}, {"id": "c", "gnubg": 0.1, "bgsage": -0.1}]
    assert kinds.wanted_deep(kinds_rows, judged) == (["b"], ["c", "a"])


def test_the_mean_of_the_families_has_an_error_of_its_own() -> None:
    assert chance_of_mean({"tavl": (0.1, 0.0), "gnubg": (0.2, 0.03), "bgsage": (0.3, 0.04)}) == pytest.approx(0.05 / 3)


def test_a_reference_of_hard_kinds_has_each_family_once() -> None:
    row = {"id": A, "tavl": 0.1, "tavl_se": 0.01, "gnubg": 0.2, "gnubg_se": 0.03}
    assert families(row, None) == {"tavl": (0.1, 0.01), "gnubg": (0.2, 0.03)}
    judged = {"gnubg": 0.3, "gnubg_se": 0.03, "bgsage": 0.4, "bgsage_se": 0.02}
    found = families(row, judged)
    assert found["gnubg"] == pytest.approx((0.25, 0.03 / 2**0.5))
    assert found["bgsage"] == (0.4, 0.02)
    assert families(row, {**judged, "tavl": 0.15, "tavl_se": 0.001})["tavl"] == (0.15, 0.001)
    deep = {**judged, "gnubg_deep": 0.35, "gnubg_deep_se": 0.01, "bgsage_deep": 0.36, "bgsage_deep_se": 0.02}
    assert families(row, deep) == {"tavl": (0.1, 0.01), "gnubg": (0.35, 0.01), "bgsage": (0.36, 0.02)}
    deeper = {**deep, "gnubg_deeper": 0.32, "gnubg_deeper_se": 0.02, "bgsage_deeper": 0.33, "bgsage_deeper_se": 0.02}
    assert families(row, deeper) == {"tavl": (0.1, 0.01), "gnubg": (0.32, 0.02), "bgsage": (0.33, 0.02)}


def test_a_new_folder_begins_with_the_run_that_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVL_JUDGE", str(tmp_path / "new"))
    assert len(list(files.rows(files.folder() / "plays.jsonl"))) == 12_000
    (files.folder() / "plays.jsonl").unlink()
    assert not (files.folder() / "plays.jsonl").exists()  # and is not put back over what has become of it
