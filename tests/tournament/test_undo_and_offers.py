"""Undo takes back a whole act unless something stands on it; offers can be taken."""

from __future__ import annotations

import pytest

from tavl.rules.refusal import Refused
from tavl.tournament import actions, acts, preview
from tavl.tournament.action_candidates import TO_FILL_IN
from tavl.tournament.matches.advancement import Where
from tavl.tournament.state import Status
from tavl.tournament.tournament import decide
from tests.tournament.desk import SEED, By, Hall, fee, knock_out, kr

SEMI, OTHER, FINAL = "open/main.1.1", "open/main.1.2", "open/main.2.1"


@pytest.fixture
def hall() -> Hall:
    made = Hall(knock_out(fees=(fee(500, 50),)))
    for name in ("anna", "bo", "carl", "dan"):
        made.do(acts.CheckIn(made.enter(name)))
    made.tables(4)
    return made


def drawn(hall: Hall) -> None:
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", hall.at))


def test_a_result_is_taken_back_until_the_next_match_has_begun(hall):
    drawn(hall)
    hall.play(SEMI)
    first = hall.last_act
    hall.play(OTHER)
    hall.do(acts.Undo(hall.last_act))
    assert hall.match(OTHER).where is Where.PLAYING
    hall.score(OTHER, hall.players(OTHER)[0], 1)
    hall.begin(FINAL)
    refusal = hall.refused(acts.Undo(first), "T1.3.i", "something_stands_on_it")
    assert refusal.facts == {"what": FINAL}
    hall.checked()


def test_what_somebody_else_has_touched_since_is_not_taken_back(hall):
    drawn(hall)
    hall.call(SEMI)
    call = hall.last_act
    hall.do(acts.BeginMatch(SEMI), by="jens")
    refusal = hall.refused(acts.Undo(call), "T1.3.i", "something_stands_on_it", by="kai")
    assert refusal.facts == {"what": "match_begun (jens)"}


def test_a_draw_is_taken_back_whole_and_can_be_made_again(hall):
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.Undo(hall.last_act))
    assert hall.state.divisions["open"].pairings == ()
    drawn(hall)
    hall.checked()


def test_money_is_not_struck_out_but_booked_back(hall):
    hall.do(acts.TakePayment("anna", kr(500)), by="kai")
    hall.do(acts.Undo(hall.last_act), by="kai")
    kinds = [transaction.kind for transaction in hall.state.book[-2:]]
    assert kinds == ["payment", "correction"]
    hall.refused(acts.Undo("a999"), "T1.3.i", "cannot_be_undone")
    hall.checked()


def test_an_entry_is_taken_back_by_its_player(hall):
    entry = hall.enter("eva", approve=False)
    hall.do(acts.Undo(hall.last_act), by="eva")
    assert entry not in hall.state.entries
    assert hall.enter("eva") != entry  # numbers are not used twice
    hall.checked()


def test_a_withdrawal_is_previewed_and_taken_back(hall):
    drawn(hall)
    one, two = hall.players(SEMI)
    asked = preview(hall.state, acts.WithdrawEntry(hall.e(one)), By("ida"), hall.at)
    assert set(asked.people) == {one, two}
    hall.do(acts.WithdrawEntry(hall.e(one)))
    assert hall.match(SEMI).where is Where.WALKOVER
    hall.do(acts.Undo(hall.last_act))
    assert (hall.match(SEMI).where, hall.state.entries[hall.e(one)].status) == (Where.READY, Status.APPROVED)


@pytest.mark.parametrize("person", ["ida", "kai", "anna", "siri"])
def test_what_is_offered_can_be_done_once_it_is_filled_in(hall, person):
    drawn(hall)
    hall.begin(SEMI)
    hall.call(OTHER)
    by = By(person)
    offered = actions(hall.state, by, hall.at)
    assert offered
    for action in offered:
        answer = decide(hall.state, action, by, hall.at)
        assert not isinstance(answer, Refused) or answer.code in TO_FILL_IN, (action, answer)


def test_a_player_is_offered_their_own_match_and_a_spectator_none(hall):
    drawn(hall)
    hall.call(SEMI)
    player = hall.players(SEMI)[0]
    kinds = {type(action) for action in actions(hall.state, By(player), hall.at)}
    assert {acts.BeginMatch, acts.ReportResult, acts.WithdrawEntry} <= kinds
    assert {type(action) for action in actions(hall.state, By("siri"), hall.at)} == {acts.Enter}


def test_who_looked_before_an_undo_is_told_that_it_has_changed(hall):
    drawn(hall)
    hall.play(SEMI)
    confirmed, seen = hall.last_act, hall.match(SEMI).match.version
    hall.do(acts.Undo(confirmed))
    assert hall.match(SEMI).match.version > seen
    late = acts.CallMatch(SEMI, "t1", seen=seen)
    hall.refused(late, "T4.6", "changed_meanwhile")


def test_a_result_is_not_taken_back_once_another_match_is_called_to_its_table():
    desk = Hall(knock_out())
    for name in ("anna", "bo", "carl", "dan"):
        desk.do(acts.CheckIn(desk.enter(name)))
    desk.tables(1)
    desk.do(acts.MakeDraw("open"), chance=SEED)
    desk.do(acts.AnnounceDraw("open", desk.at))
    desk.play("open/main.1.1")
    result = desk.last_act
    desk.call("open/main.1.2", "t1")
    desk.refused(acts.Undo(result), "T1.3.i", "something_stands_on_it", what="open/main.1.2")
    desk.do(acts.WithdrawCall("open/main.1.2"), by="kai")
    desk.do(acts.Undo(result))
    assert desk.match("open/main.1.1").where == "playing"
