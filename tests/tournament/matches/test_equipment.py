"""Boards, cups, dice and baffle boxes, "hvis et sådant er tilgængeligt" (T3.1 to T3.4), and what players ask of the
director in a match (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.rules.profile import DBF_TOURNAMENT, Use
from tavl.table.acts import Equipment, Request, Way
from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.invitation import Invitation
from tavl.tournament.report.personal_data import data_of
from tavl.tournament.report.report import report
from tavl.tournament.view import view
from tests.tournament.desk import SEED, Hall, clock, knock_out

BOARD, CUPS, DICE, BOX = (
    Equipment.BOARD,
    Equipment.LIPPED_CUPS,
    Equipment.PRECISION_DICE,
    Equipment.BAFFLE_BOX,
)
FOUR = tuple(acts.Place(id=f"t{n}") for n in range(1, 5))


def drawn(places: tuple[acts.Place, ...] = FOUR, use: Use = Use.OPTION, sanctioned: bool = True, **lent: int) -> Hall:
    hall = Hall(knock_out(), profile=DBF_TOURNAMENT.vary(baffle_box=use), sanctioned=sanctioned)
    hall.do(acts.SetPlaces(places, **lent))
    for name in "abcdefgh":
        hall.enter(name)
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", clock("10:00")))
    hall.at = clock("10:00")
    return hall


def ready(hall: Hall) -> list[str]:
    return [each.id for each in hall.flow.ready]


def equipment(hall: Hall, match: str) -> tuple[Equipment, ...]:
    return hall.match(match).match.equipment


@pytest.mark.rule("T3.2", "T3.3")
@pytest.mark.parametrize(("kind", "lent", "rule"), [(CUPS, "cups", "T3.2"), (DICE, "dice", "T3.3")])
def test_one_player_demands_it_and_who_finds_none_free_gets_the_next_also_during_a_game(kind, lent, rule):
    hall = drawn(**{lent: 1})
    first, second, *_ = ready(hall)
    hall.begin(first)
    hall.begin(second)
    hall.do(acts.DemandEquipment(first, kind), by=hall.players(first)[0])
    assert equipment(hall, first) == (kind,)
    hall.do(acts.DemandEquipment(second, kind), by=hall.players(second)[1])
    assert equipment(hall, second) == ()
    assert hall.items("equipment") == []
    hall.refused(acts.GiveEquipment(second, kind), rule, "none_free", by="kai", count=1)
    hall.score(first, hall.players(first)[0], 2)
    (item,) = hall.items("equipment")
    assert (item.id, item.rule, item.people) == (second, rule, (hall.players(second)[1],))
    hall.do(item.action, by="kai")
    assert equipment(hall, second) == (kind,)
    hall.checked()


@pytest.mark.rule("T3.1", shows=("record", "next step"))
def test_a_board_that_comes_free_during_the_match_is_changed_between_two_games_only():
    hall = drawn(boards=1)
    match = ready(hall)[0]
    one, two = hall.players(match)
    hall.begin(match)
    hall.do(acts.DemandEquipment(match, BOARD), by=one)
    assert equipment(hall, match) == ()  # a game may be running: whoever brings it says that none is
    hall.refused(acts.GiveEquipment(match, BOARD), "T3.1", "game_running", by="kai")
    (item,) = hall.items("equipment")
    assert item.facts == {"kind": "board", "playing": 1}
    hall.do(item.action, by="kai")
    assert equipment(hall, match) == (BOARD,)
    hall.refused(acts.DemandEquipment(match, BOARD), "T3.1", "done_already", by=two)
    hall.checked()


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize(("size", "given"), [((44, 55), True), ((88, 66), True), ((43, 55), False), ((66, 89), False)])
def test_a_table_whose_board_has_the_size_needs_none_from_the_store(size, given):
    hall = drawn((acts.Place(id="t1", board=size), *FOUR[1:]))
    match = ready(hall)[0]
    hall.call(match, "t1")
    hall.do(acts.DemandEquipment(match, BOARD), by=hall.players(match)[0])
    assert (equipment(hall, match) == (BOARD,)) is given


@pytest.mark.rule("T3.1", "T3.2", "T3.3")
def test_who_demands_it_in_all_matches_is_called_to_a_table_that_has_it():
    places = (*FOUR[:2], acts.Place(id="t3", dice=True, cups=True), acts.Place(id="t4"))
    hall = drawn(places)
    first, second, *_ = ready(hall)
    wants = hall.players(second)[0]
    hall.refused(acts.PreferEquipment(wants, DICE), "T3.3", "not_your_entry", by=hall.players(first)[0])
    hall.do(acts.PreferEquipment(wants, DICE), by=wants)
    assert {item.id: item.facts["place"] for item in hall.items("call")}[second] == "t3"
    hall.call(second, "t3")
    assert equipment(hall, second) == (DICE,)
    assert data_of(hall.state, wants).prefers == ("precision_dice",)
    hall.do(acts.PreferEquipment(wants, DICE, on=False), by=wants)
    assert data_of(hall.state, wants).prefers == ()


@pytest.mark.rule("T3.3")
def test_a_wish_for_all_matches_is_next_in_line_where_the_call_finds_none_free():
    hall = drawn(dice=1)
    first, second, *_ = ready(hall)
    for match in (first, second):
        hall.do(acts.PreferEquipment(hall.players(match)[0], DICE), by="kai")
        hall.call(match)
    assert [equipment(hall, match) for match in (first, second)] == [(DICE,), ()]
    shown = {m.id: (m.equipment, m.equipment_asked) for m in view(hall.state, By(), hall.at).divisions[0].matches}
    assert shown[first] == ((DICE,), ())
    assert shown[second] == ((), (DICE,))
    hall.do(acts.WithdrawCall(first), by="kai")
    (item,) = hall.items("equipment")
    assert item.id == second


@pytest.mark.rule("T3.7.i")
def test_the_staff_take_equipment_away_with_a_reason_and_say_whose_demand_it_was():
    hall = drawn(cups=1)
    match = ready(hall)[0]
    one, two = hall.players(match)
    hall.call(match)
    hall.refused(acts.DemandEquipment(match, CUPS, two), "T3.2", "not_your_match", by=one)
    hall.refused(acts.DemandEquipment(match, CUPS), "T3.2", "not_your_match", by="kai")
    hall.do(acts.DemandEquipment(match, CUPS, two), by="kai")
    hall.refused(acts.TakeEquipment(match, CUPS, " "), "T3.7.i", "reason_missing")
    hall.refused(acts.TakeEquipment(match, DICE, "worn"), "T3.7.i", "nothing_changes")
    hall.do(acts.TakeEquipment(match, CUPS, "one is cracked"))
    assert equipment(hall, match) == ()
    assert hall.items("equipment") == []
    hall.checked()


@pytest.mark.rule("T3.4.i", shows=("allowed", "refused"))
def test_a_baffle_box_by_option_needs_both_players():
    hall = drawn(boxes=1)
    match = ready(hall)[0]
    one, two = hall.players(match)
    hall.call(match)
    hall.do(acts.DemandEquipment(match, BOX), by=one)
    assert equipment(hall, match) == ()
    hall.refused(acts.GiveEquipment(match, BOX), "T3.4.i", "only_as_penalty", by="kai")
    hall.do(acts.DemandEquipment(match, BOX), by=two)
    assert hall.match(match).match.box_way is Way.OPTION


@pytest.mark.rule("T3.4.i", shows="allowed")
def test_a_baffle_box_by_preference_needs_one_player():
    hall = drawn(use=Use.PREFERENCE, boxes=1)
    match = ready(hall)[0]
    hall.call(match)
    hall.do(acts.DemandEquipment(match, BOX), by=hall.players(match)[0])
    assert hall.match(match).match.box_way is Way.PREFERENCE


@pytest.mark.rule("T3.4.i", shows=("allowed", "refused"))
@pytest.mark.rule("T3.4.ii", shows=("asked", "answers"))
def test_where_boxes_are_required_nothing_is_called_without_one_and_an_exemption_gives_a_reason():
    hall = drawn((*FOUR[:2], acts.Place(id="t3", box=True)), Use.REQUIREMENT, boxes=1)
    assert [item.facts["place"] for item in hall.items("call")] == ["t3", "t1"]
    first, second, third, _ = ready(hall)
    hall.call(first, "t1")
    hall.refused(acts.CallMatch(second, "t2"), "T3.4.i", "none_free", count=1)
    hall.call(second, "t3")
    assert hall.match(first).match.box_way is Way.REQUIREMENT
    hall.refused(acts.TakeEquipment(first, BOX, ""), "T3.4.ii", "reason_missing")
    hall.do(acts.TakeEquipment(first, BOX, "a player cannot reach over it"))
    hall.call(third, "t2")
    assert equipment(hall, third) == (BOX,)


@pytest.mark.rule("T3.4.i", shows="refused")
def test_where_no_box_is_used_none_can_be_demanded():
    hall = drawn(use=Use.NONE, boxes=1, sanctioned=False)
    match = ready(hall)[0]
    one = hall.players(match)[0]
    hall.refused(acts.DemandEquipment(match, BOX), "T3.4.i", "not_used_here", by=one)
    hall.refused(acts.PreferEquipment(one, BOX), "T3.4.i", "not_used_here", by=one)


@pytest.mark.rule("T2.4.i", shows=("asked", "answers"))
@pytest.mark.rule("T3.4.i", shows="allowed")
def test_a_director_orders_a_box_for_the_rest_if_there_is_one():
    hall = drawn(boxes=1)
    first, second, *_ = ready(hall)
    hall.refused(acts.OrderBox(first, "he slides them"), "T2.4.i", "match_is")
    hall.begin(first)
    hall.begin(second)
    hall.refused(acts.OrderBox(first, ""), "T2.4.i", "reason_missing")
    hall.refused(acts.OrderBox(first, "slides the dice"), "T2.4.i", "not_your_role", by="kai")
    hall.do(acts.OrderBox(first, "slides the dice"))
    assert hall.match(first).match.box_way is Way.PENALTY
    hall.refused(acts.OrderBox(second, "slides the dice"), "T3.4.i", "none_free")


@pytest.mark.rule("T2.4.ii", shows=("asked", "answers"))
def test_a_player_asks_for_a_box_and_the_director_answers_with_a_reason():
    hall = drawn(boxes=1)
    match = ready(hall)[0]
    one, _ = hall.players(match)
    ask = acts.AskDirector(match, Request.BAFFLE_BOX, "the dice do not roll")
    hall.refused(ask, "T2.4.ii", "match_is", by=one)
    hall.begin(match)
    hall.do(ask, by=one)
    hall.refused(ask, "T2.4.ii", "asked_already", by=one)
    (item,) = hall.items("request")
    assert (item.rule, item.people, item.facts["what"]) == ("T2.4.ii", (one,), "baffle_box")
    answer = acts.AnswerRequest(match, one, Request.BAFFLE_BOX, True, "")
    hall.refused(answer, "T2.4.ii", "reason_missing")
    hall.do(acts.AnswerRequest(match, one, Request.BAFFLE_BOX, True, "seen it"))
    assert hall.match(match).match.box_way is Way.PENALTY
    assert hall.items("request") == []


@pytest.mark.rule("T1.6.iv", shows=("asked", "answers"))
@pytest.mark.rule("T1.6.v", shows="allowed")
def test_a_player_asks_with_a_reason_that_spectators_leave_their_match_and_the_answer_reaches_them():
    hall = drawn()
    match = ready(hall)[0]
    one, two = hall.players(match)
    what = Request.EXPEL_SPECTATORS
    hall.begin(match)
    hall.refused(acts.AskDirector(match, what), "T1.6.iv", "reason_missing", by=one)
    hall.refused(
        acts.AskDirector(match, what, "noise"), "T1.6.iv", "not_your_match", by=hall.players(ready(hall)[0])[0]
    )
    hall.refused(acts.AskDirector(match, what, "noise"), "T1.6.i", "not_your_role", by="siri")
    hall.do(acts.AskDirector(match, what, "two of them whisper"), by=one)
    hall.do(acts.AskDirector(match, what, "they look at my cards"), by=two)
    assert [item.facts["reason"] for item in hall.items("request")] == ["two of them whisper", "they look at my cards"]
    said = acts.AnswerRequest(match, one, what, True, "heard it")
    hall.refused(said, "T1.6.iv", "bad_value", field="spectators")
    hall.refused(acts.AnswerRequest(match, one, what, True, "heard it", (two,)), "T1.6.iv", "not_a_spectator")
    hall.do(acts.AnswerRequest(match, one, what, True, "heard it", ("siri", "tom")))
    hall.do(acts.AnswerRequest(match, two, what, False, "nobody stands behind you"))
    assert [(p.person, p.rule, p.match) for p in hall.state.penalties.values()] == [
        ("siri", "T1.6.iv", match),
        ("tom", "T1.6.iv", match),
    ]
    (mine,) = view(hall.state, By(two), hall.at).mine
    assert [(r.what, r.granted, r.answer) for r in mine.requests] == [(what, False, "nobody stands behind you")]
    assert not hasattr(view(hall.state, By(), hall.at).divisions[0].matches[0], "requests")
    assert "heard it" in str(report(hall.state))
    hall.checked()


@pytest.mark.rule("T1.6.iv", "T5.1")
def test_a_director_who_plays_the_match_does_not_answer_a_request_in_it():
    hall = Hall(knock_out())
    hall.do(acts.SetPlaces(FOUR))
    for name in ("ida", "bo"):
        hall.enter(name)
    hall.do(acts.MakeDraw("open"), by="jens", chance=SEED)
    hall.do(acts.AnnounceDraw("open", hall.at), by="jens")
    match = ready(hall)[0]
    hall.begin(match)
    hall.do(acts.AskDirector(match, Request.EXPEL_SPECTATORS, "they talk"), by="bo")
    said = acts.AnswerRequest(match, "bo", Request.EXPEL_SPECTATORS, False, "no")
    hall.refused(said, "T5.1", "party_cannot_rule", by="ida")
    hall.do(said, by="jens")


@pytest.mark.rule("T3.4.iii", "T3.5.iii", shows=("asked", "answers"))
@pytest.mark.parametrize(
    ("what", "rule"), [(Request.APPROVE_CLOCK, "T3.5.iii"), (Request.APPROVE_BAFFLE_BOX, "T3.4.iii")]
)
def test_a_match_does_not_begin_before_box_or_clock_is_approved_where_a_player_demands_it(what, rule):
    hall = drawn(clocks=1, boxes=1)
    match = ready(hall)[0]
    one, _ = hall.players(match)
    hall.call(match)
    hall.do(acts.AskDirector(match, what), by=one)
    hall.refused(acts.BeginMatch(match), rule, "awaits_approval", by="kai")
    hall.do(acts.AnswerRequest(match, one, what, True, "looked at"))
    hall.do(acts.BeginMatch(match), by="kai")
    late = acts.AskDirector(match, what)
    if what is Request.APPROVE_CLOCK:  # "skal det godkendes, inden kampen starter"
        hall.refused(late, "T3.5.iii", "match_is", by=one)
    else:  # "før kampen kan påbegyndes eller fortsætte"
        hall.do(late, by=one)


@pytest.mark.rule("T2.3.ii")
def test_what_has_an_action_of_its_own_is_not_asked_for_as_a_request():
    hall = drawn()
    match = ready(hall)[0]
    hall.begin(match)
    for what in (Request.CLOCK, Request.OBSERVER, Request.COME):
        hall.refused(acts.AskDirector(match, what), "T2.3.ii", "bad_value", by=hall.players(match)[0], field="what")


def test_an_inventory_that_cannot_be_is_refused_by_field():
    hall = Hall(knock_out())
    for field in ("clocks", "boards", "cups", "dice", "boxes"):
        hall.refused(acts.SetPlaces(FOUR, **{field: -1}), "T2.1", "bad_value", field=field)
    wrong = acts.Place(id="t1", board=(0, 55))
    hall.refused(acts.SetPlaces((wrong,)), "T3.1", "bad_value", field="board")


@pytest.mark.rule("T3.4.i", "T3.5.i", shows="refused")
@pytest.mark.parametrize("field", ["baffle_box", "clock_use"])
def test_a_sanctioned_tournament_does_not_forbid_what_two_players_may_agree_on(field):
    invitation = Invitation(profile=DBF_TOURNAMENT.vary(**{field: Use.NONE}))
    fault = invitation.fault
    assert fault is not None
    assert (fault.code, fault.rule, fault.facts) == ("departs_from_rules", "T1.1", {"field": field})
    assert replace(invitation, sanctioned=False).fault is None
