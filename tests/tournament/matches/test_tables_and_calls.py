"""Tables, one queue for each player, lateness, observers, forecast (T2.1, T2.2, T1.3.iii)."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, due, now
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.forecast import ends_at
from tavl.tournament.matches.tables_and_calls import Call, next_calls
from tavl.tournament.view import view
from tests.tournament.desk import MINUTE, SYSTEM, By, Hall, clock, knock_out, kr

NAMES = ("anna", "bo", "carl", "dan")


def hall_of(*names: str, **invitation: object) -> Hall:
    made = Hall(knock_out(), knock_out("jackpot", length=5, priority=2), **invitation)
    for name in names or NAMES:
        made.do(acts.CheckIn(made.enter(name)))
    entries = [made.e(name) for name in names or NAMES]
    pairs = tuple(zip(entries[::2], entries[1::2], strict=True))
    made.do(acts.EnterDraw("open", pairs, "lots from a bag"))
    return made


@pytest.fixture
def hall() -> Hall:
    made = hall_of()
    made.tables(2)
    made.do(acts.AnnounceDraw("open", clock("10:00")), at="09:50")
    return made


SEMI, OTHER, FINAL = "open/main.1.1", "open/main.1.2", "open/main.2.1"


@pytest.mark.rule("T2.1")
def test_the_desk_proposes_a_free_table_for_each_match_that_is_ready(hall):
    assert next_calls(hall.state) == [Call(SEMI, "t1"), Call(OTHER, "t2")]
    hall.do(next(item.action for item in now(hall.state, hall.at) if item.kind == "call"))
    assert next_calls(hall.state) == [Call(OTHER, "t2")]
    hall.refused(acts.CallMatch(OTHER, "t1"), "T2.1", "place_taken", place="t1", match=SEMI)
    hall.refused(acts.CallMatch(OTHER, "t9"), "T2.1", "no_such_place_here")


@pytest.mark.rule("T2.1")
def test_a_smoke_free_demand_is_met_or_the_match_waits():
    hall = hall_of()
    hall.do(acts.SetPlaces((acts.Place(id="bar", smoke_free=False), acts.Place(id="hall"))))
    hall.do(acts.AnnounceDraw("open", hall.at))
    hall.do(acts.DemandSmokeFree("anna"), by="anna")
    assert next_calls(hall.state) == [Call(SEMI, "hall"), Call(OTHER, "bar")]
    assert hall.refused(acts.CallMatch(SEMI, "bar"), "T2.1", "smoke_free_demanded").facts == {"place": "bar"}
    hall.call(OTHER, "hall")
    assert next_calls(hall.state) == []  # it waits, and nobody is late for it
    hall.refused(acts.ReportAbsence(SEMI, hall.e("anna")), "T2.2.iv", "nobody_is_late", by="bo")


def test_a_player_wanted_in_two_divisions_has_one_queue_and_the_main_event_comes_first(hall):
    for name in ("anna", "carl"):
        hall.ids[name + " jackpot"] = hall.do(acts.Enter("jackpot", (name,)), by=name)[0].entry
        hall.do(acts.ApproveEntry(hall.e(name + " jackpot")))
    pair = ((hall.e("anna jackpot"), hall.e("carl jackpot")),)
    hall.do(acts.EnterDraw("jackpot", pair, "two names"))
    hall.do(acts.AnnounceDraw("jackpot", hall.at))
    assert hall.flow.queue["anna"] == [SEMI, "jackpot/main.1.1"]
    assert [call.match for call in next_calls(hall.state)] == [SEMI, OTHER]
    hall.begin(SEMI)
    hall.refused(acts.CallMatch("jackpot/main.1.1", "t2"), "T2.2.i", "plays_elsewhere", match=SEMI)
    hall.score(SEMI, "bo", 3)
    hall.play(OTHER, "dan")
    assert [call.match for call in next_calls(hall.state)] == ["open/main.2.1", "jackpot/main.1.1"]


@pytest.mark.rule("T2.2.iv", shows=("allowed", "refused"))
def test_absence_is_reported_by_a_person_and_then_counted(hall):
    hall.call(SEMI)
    hall.refused(acts.ReportAbsence(SEMI, hall.e("bo")), "T2.2.iv", "nobody_is_late", by="anna", at="09:59")
    hall.refused(acts.ReportAbsence(SEMI, hall.e("anna")), "T2.2.iv", "not_against_yourself", by="anna", at="10:06")
    hall.refused(acts.ReportAbsence(SEMI, hall.e("bo")), "T1.6.i", "not_your_match", by="carl")
    hall.do(acts.ReportAbsence(SEMI, hall.e("bo")), by="anna")
    item = next(item for item in now(hall.state, hall.at) if item.kind == "late")
    assert (item.facts, item.people) == ({"late_ms": 6 * MINUTE, "points": 1}, ("bo",))
    hall.refused(acts.WaiveLatePenalty(SEMI, hall.e("bo"), ""), "T2.2.iv", "reason_missing")
    hall.do(acts.WaiveLatePenalty(SEMI, hall.e("bo"), "the train was late"))
    hall.refused(acts.ApplyLatePenalty(SEMI, hall.e("bo")), "T2.2.iv", "nothing_owed", at="10:30")


@pytest.mark.rule("T2.2.iv", shows="allowed")
def test_above_half_the_length_the_match_is_lost_and_if_both_are_nobody_wins(hall):
    hall.call(SEMI)
    hall.do(acts.ReportAbsence(SEMI, hall.e("bo")), by="kai", at="10:05")
    hall.do(acts.ReportAbsence(SEMI, hall.e("anna")), by="kai")
    hall.do(acts.ApplyLatePenalty(SEMI, hall.e("anna")), at="10:15")
    hall.do(acts.ApplyLatePenalty(SEMI, hall.e("bo")), at="10:15")
    assert hall.match(SEMI).match.points == {hall.e("anna"): 3, hall.e("bo"): 3}
    hall.do(acts.ApplyLatePenalty(SEMI, hall.e("bo")), at="10:20")
    result = hall.match(SEMI).match.confirmed.result
    assert (result.winner, result.how, result.score) == (None, "nobody", (4, 4))  # neither has come


def test_points_are_counted_by_themselves_where_that_was_announced():
    hall = hall_of(late_by_itself=True)
    hall.tables(1)
    hall.do(acts.AnnounceDraw("open", clock("10:00")), at="09:50")
    hall.call(SEMI)
    assert due(hall.state) is None
    hall.do(acts.ReportAbsence(SEMI, hall.e("bo")), by="anna", at="10:03")
    coming = due(hall.state)
    assert (coming.at, coming.action) == (clock("10:05"), acts.ApplyLatePenalty(SEMI, hall.e("bo")))
    hall.do(coming.action, by=SYSTEM, at="10:05")
    assert due(hall.state).at == clock("10:10")


def test_nobody_was_late_while_the_desk_was_away(hall):
    hall.call(SEMI)
    hall.do(acts.ReportAbsence(SEMI, hall.e("bo")), by="anna", at="10:01")
    hall.do(acts.StateOutage(clock("10:02"), clock("10:08")), by="kai", at="10:08")
    hall.refused(acts.ApplyLatePenalty(SEMI, hall.e("bo")), "T2.2.iv", "nothing_owed", at="10:10")
    hall.do(acts.ApplyLatePenalty(SEMI, hall.e("bo")), at="10:11")


@pytest.mark.rule("T1.3.iii", shows=("asked", "answers"))
def test_an_observers_fee_is_charged_to_whom_the_director_says():
    hall = hall_of(observer_fee=kr(200))
    hall.tables(2)
    hall.do(acts.AnnounceDraw("open", hall.at))
    hall.begin(SEMI)
    hall.refused(acts.AskObserver(SEMI), "T1.3.iii", "not_your_match", by="carl")
    hall.do(acts.AskObserver(SEMI, "he rolls too fast"), by="anna")
    assert next(item.people for item in now(hall.state, hall.at) if item.kind == "observer") == ("anna",)
    hall.refused(acts.AppointObserver(SEMI, "bo", ("anna",)), "T1.3.iii", "party_cannot_observe")
    events = hall.do(acts.AppointObserver(SEMI, "ulla", ("anna", "bo")))
    assert [event.transaction.postings[0].person for event in events[1:]] == ["anna", "bo"]
    assert not [item for item in now(hall.state, hall.at) if item.kind == "observer"]
    hall.do(acts.AppointObserver(SEMI, "vera"))  # on the director's own initiative, and free


def test_a_forecast_can_be_tried_with_other_lengths_and_changes_nothing():
    """Three rounds, two points less in each, eleven minutes a point: 66 minutes earlier."""
    hall = Hall(knock_out(length=11))
    names = [f"p{n}" for n in range(8)]
    for name in names:
        hall.enter(name)
    hall.tables(4)
    entries = [hall.e(name) for name in names]
    hall.do(acts.EnterDraw("open", tuple(zip(entries[::2], entries[1::2], strict=True)), "lots"))
    hall.do(acts.AnnounceDraw("open", clock("17:02")), at="17:02")
    assert ends_at(hall.state, hall.at) == clock("23:05")
    assert ends_at(hall.state, hall.at, {("open", "main", 1): 9}) == clock("21:59")
    assert hall.match("open/main.1.1").length == 11


def test_my_evening_says_where_and_when(hall):
    (mine,) = view(hall.state, By("anna"), hall.at).mine
    assert (mine.where, mine.not_before) == (Where.READY, clock("10:00"))
    hall.call(SEMI)
    (mine,) = view(hall.state, By("anna"), hall.at).mine
    assert (mine.where, mine.place) == (Where.CALLED, "t1")
    assert view(hall.state, By("siri"), hall.at).mine == ()


@pytest.mark.rule("T2.2.i")
def test_moving_a_start_is_a_logged_act_with_a_reason(hall):
    hall.refused(acts.MoveStart(SEMI, clock("11:00"), ""), "T2.2.i", "reason_missing")
    hall.do(acts.MoveStart(SEMI, clock("11:00"), "the train from Aarhus"))
    hall.call(SEMI, at="10:00")
    hall.refused(acts.ReportAbsence(SEMI, hall.e("bo")), "T2.2.iv", "nobody_is_late", by="anna", at="10:59")
    hall.checked()
