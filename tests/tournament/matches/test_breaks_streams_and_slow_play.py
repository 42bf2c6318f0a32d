"""Breaks for everybody, featured boards and streams, slow play: what the desk does while matches are on."""

from __future__ import annotations

import pytest

from tavl.rules.profile import DBF_TOURNAMENT, Use
from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.matches.featured_matches import is_streamed
from tavl.tournament.matches.forecast import forecast
from tavl.tournament.matches.lateness import owed
from tavl.tournament.view import view
from tests.tournament.desk import SEED, Hall, clock, knock_out


@pytest.fixture
def hall() -> Hall:
    made = Hall(knock_out())
    places = (*(acts.Place(id=f"t{n}") for n in (1, 2, 3)), acts.Place(id="stage", featured=True))
    made.do(acts.SetPlaces((places[3], *places[:3]), clocks=1))
    for name in "abcdefgh":
        made.enter(name)
    made.do(acts.MakeDraw("open"), chance=SEED)
    made.do(acts.AnnounceDraw("open", clock("10:00")))
    made.at = clock("10:00")
    return made


@pytest.mark.rule("T2.2.iii", shows=("asked", "answers"))
def test_during_a_break_nothing_is_called_and_nobody_is_late(hall):
    match = hall.flow.ready[0].id
    hall.call(match)
    absent = hall.match(match).players[0]
    hall.do(acts.ReportAbsence(match, absent), by="kai", at="10:04")
    hall.refused(acts.SetBreak(clock("12:00"), clock("11:00")), "T2.2.iii", "bad_value", field="until")
    hall.do(acts.SetBreak(clock("10:05"), clock("11:05"), "lunch"))
    assert owed(hall.state, hall.flow, hall.match(match), absent, clock("11:05"))[1] == 5 * 60_000
    hall.at = clock("10:30")
    assert hall.items("call") == []
    called = hall.do(acts.CallMatch(hall.flow.ready[0].id, "t2"))
    assert called[0].late_from == clock("11:05")
    waiting = [m.id for m in hall.flow.ready]
    assert all(forecast(hall.state, hall.at)[m].starts >= clock("11:05") for m in waiting)
    hall.at = clock("11:05")
    assert len(hall.items("call")) == 2


@pytest.mark.rule("T3.8")
def test_a_featured_match_goes_to_the_featured_board_and_the_others_come_there_last(hall):
    matches = [m.id for m in hall.flow.ready]
    hall.refused(acts.FeatureMatch(matches[2]), "T3.8", "not_your_role", by="kai")
    hall.do(acts.FeatureMatch(matches[2]))
    calls = {item.id: item.facts["place"] for item in hall.items("call")}
    assert calls == {matches[0]: "t1", matches[1]: "t2", matches[2]: "stage", matches[3]: "t3"}
    hall.do(acts.FeatureMatch(matches[2], on=False))
    calls = {item.id: item.facts["place"] for item in hall.items("call")}
    assert calls == {matches[0]: "t1", matches[1]: "t2", matches[2]: "t3", matches[3]: "stage"}


@pytest.mark.rule("T1.7.ii")
def test_a_match_is_streamed_while_everybody_at_the_board_consents(hall):
    match = hall.flow.ready[0].id
    one, two = hall.players(match)
    hall.do(acts.FeatureMatch(match))
    hall.refused(acts.ConsentToStream(match), "T1.7.ii", "not_your_role", by="siri")
    hall.do(acts.ConsentToStream(match), by=one)
    assert not is_streamed(hall.flow, hall.match(match))
    hall.do(acts.ConsentToStream(match), by=two)
    assert next(m for m in view(hall.state, By("siri"), hall.at).divisions[0].matches if m.id == match).streamed
    hall.do(acts.ConsentToStream(match, on=False), by=one)
    assert not is_streamed(hall.flow, hall.match(match))
    hall.checked()


@pytest.mark.rule("T2.3.i", "T2.3.ii")
def test_a_question_about_slow_play_stays_on_the_list_until_it_is_answered(hall):
    match = hall.flow.ready[0].id
    one, two = hall.players(match)
    hall.refused(acts.AskForPace(match), "T2.3.ii", "match_is", by=one)
    hall.begin(match)
    hall.do(acts.AskForPace(match, "half an hour for one game"), by=one)
    (item,) = hall.items("slow")
    assert (item.id, item.rule, item.people, item.action.clock) == (match, "T2.3.ii", (one,), True)
    hall.refused(acts.AnswerPace(match, clock=True), "T2.3.i", "reason_missing")
    hall.refused(acts.AnswerPace(match, (one, "siri"), reason="slow"), "T2.3.i", "not_a_player_of_it")
    hall.do(acts.AnswerPace(match, (two,), clock=True, reason="two games in an hour"))
    assert hall.items("slow") == []
    assert hall.match(match).match.clock
    assert [(p.person, p.kind, p.rule) for p in hall.state.penalties.values()] == [(two, "warning", "T2.3.i")]
    other = hall.flow.ready[0].id
    hall.begin(other)
    hall.do(acts.AskForPace(other), by=hall.players(other)[0])
    (item,) = hall.items("slow")
    assert not item.action.clock  # the only one is in use
    hall.refused(acts.AnswerPace(other, clock=True, reason="slow"), "T3.5.i", "no_clock_free")
    hall.do(acts.AnswerPace(other, reason="nothing unusual"))
    hall.checked()


@pytest.mark.rule("T3.5.ii")
def test_a_clock_is_taken_away_with_a_reason(hall):
    match = hall.flow.ready[0].id
    hall.begin(match)
    hall.do(acts.GiveClock(match), by="kai")
    hall.refused(acts.TakeClock(match, ""), "T3.5.ii", "reason_missing")
    hall.do(acts.TakeClock(match, "it runs wrong"))
    assert not hall.match(match).match.clock


@pytest.mark.rule("T3.5.i", shows="refused")
def test_where_clocks_are_required_nothing_is_called_without_one():
    hall = Hall(knock_out(), profile=DBF_TOURNAMENT.vary(clock_use=Use.REQUIREMENT))
    hall.do(acts.SetPlaces((acts.Place(id="t1"), acts.Place(id="t2"), acts.Place(id="t3", clock=True)), clocks=1))
    for name in "abcdefgh":
        hall.enter(name)
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", hall.at))
    assert [item.facts["place"] for item in hall.items("call")] == ["t1", "t3"]
    first, second, *_ = (m.id for m in hall.flow.ready)
    hall.call(first, "t1")
    hall.refused(acts.CallMatch(second, "t2"), "T3.5.i", "no_clock_free", clocks=1)
    hall.call(second, "t3")
    assert hall.match(first).match.clock
    assert hall.match(second).match.clock
