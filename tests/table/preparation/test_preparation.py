"""Before the match: wishes, clock and baffle box, equipment, place; dice mixed between games."""

import pytest

from tavl.rules import acts as game
from tavl.rules.profile import DBF_BASIC, DBF_TOURNAMENT
from tavl.table import Ruler, acts
from tavl.table.acts import Equipment, Topic, Useful, Way
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    STANDARD,
    TWO,
    act,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    seen,
    tournament,
    won,
)

ALL = frozenset(kind.value for kind in Equipment)
BOX, CLOCK = Useful.BAFFLE_BOX, Useful.CLOCK


def invited(what, use, **terms):
    """A table whose invitation says how a clock or a baffle box is used."""
    field = "baffle_box" if what is BOX else "clock_use"
    profile = DBF_TOURNAMENT.vary(**{field: use})
    return opened(9, RECORDED, profile, ruler=Ruler.DIRECTOR, **{"equipment": ALL, **terms})


def use_of(table, what):
    return next((use for use in around(table).sheet.uses if use.what is what), None)


# wishes


@pytest.mark.rule("T3.6")
def test_both_players_wishes_are_taken_before_the_match():
    table = act(tournament(), acts.Wish(ONE, Topic.SEATS, "window"), acts.Wish(TWO, Topic.SEATS, "window"))
    (settled,) = around(table).sheet.settled
    assert (settled.value, settled.by_roll) == ("window", False)
    assert {a.topic for a in act_types(tournament(), ANNA, acts.Wish)} == set(Topic)
    assert refused(begun(tournament()), acts.Wish(ONE, Topic.SEATS, "door"), "T3.6", "match_begun")
    assert refused(tournament(), acts.Wish(ONE, Topic.SEATS, " "), "T3.6", "bad_value")


def act_types(table, by, kind):
    from tavl.table import actions

    return [action for action in actions(table, by, 0) if isinstance(action, kind)]


@pytest.mark.rule("T3.6", shows="answers")
@pytest.mark.parametrize(("dice", "value"), [((5, 2), "window"), ((2, 5), "door")])
def test_what_they_disagree_on_is_rolled_for(dice, value):
    table = act(tournament(), acts.Wish(ONE, Topic.SEATS, "window"), acts.Wish(TWO, Topic.SEATS, "door"))
    assert "roll_for_wish" in offered(table, BO)
    tie = act(table, acts.RollForWish(ONE, Topic.SEATS), roll=(3, 3))
    assert around(tie).sheet.settled == ()
    table = act(tie, acts.RollForWish(ONE, Topic.SEATS), roll=dice)
    (settled,) = around(table).sheet.settled
    assert (settled.value, settled.by_roll) == (value, True)
    assert refused(table, acts.RollForWish(ONE, Topic.SEATS), "T3.6", "nothing_to_settle")
    assert refused(table, acts.Wish(ONE, Topic.SEATS, "x"), "T3.6", "settled_by_roll")


def test_one_wish_is_nothing_to_roll_for_and_a_roll_needs_dice():
    table = act(tournament(), acts.Wish(ONE, Topic.BOARD, "the big one"))
    assert refused(table, acts.RollForWish(TWO, Topic.BOARD), "T3.6", "nothing_to_settle")
    table = act(table, acts.Wish(TWO, Topic.BOARD, "mine"))
    assert said(table, acts.RollForWish(TWO, Topic.BOARD)).code == "no_dice"
    assert said(table, acts.RollForWish(TWO, Topic.BOARD), roll=(0, 3)).code == "no_such_dice"
    assert around(act(table, acts.Wish(TWO, Topic.BOARD, "the big one"))).sheet.settled[0].value == "the big one"


# clock and baffle box: four ways and five

RULES = [(BOX, "T3.4.i"), (CLOCK, "T3.5.i")]


@pytest.mark.rule("T3.4.i", "T3.5.i")
@pytest.mark.parametrize("what", [BOX, CLOCK])
def test_by_agreement_by_preference_by_requirement_and_as_a_penalty(what):
    option = act(invited(what, "option"), acts.AskUse(ONE, what))
    assert use_of(option, what) is None
    assert use_of(act(option, acts.AskUse(TWO, what)), what).way is Way.OPTION
    assert use_of(act(invited(what, "preference"), acts.AskUse(TWO, what)), what).way is Way.PREFERENCE
    assert use_of(invited(what, "requirement"), what).way is Way.REQUIREMENT
    penalty = act(begun(invited(what, "option")), acts.OrderUse(what, "as a penalty"))
    assert use_of(penalty, what).way is Way.PENALTY


@pytest.mark.rule("T3.5.i")
def test_a_clock_also_whenever_the_director_says():
    table = act(invited(CLOCK, "option"), acts.OrderUse(CLOCK, "the hall closes", penalty=False))
    assert use_of(table, CLOCK).way is Way.DIRECTOR
    assert table.clock.remaining == (18 * MINUTE, 18 * MINUTE)


@pytest.mark.rule("T3.4.i", "T3.5.i", shows="refused")
@pytest.mark.parametrize(("what", "rule"), RULES)
def test_preference_and_penalty_only_if_there_is_one_and_never_where_the_rules_know_none(what, rule):
    none = invited(what, "preference", equipment=frozenset())
    assert refused(none, acts.AskUse(ONE, what), rule, "not_at_hand")
    assert refused(none, acts.OrderUse(what, "x"), rule, "not_at_hand")
    brought = act(none, acts.BringEquipment(Equipment(what.value)))
    assert kinds(said(brought, acts.AskUse(ONE, what)))[0] == "UseSet"
    basic = opened(sitting=RECORDED, profile=DBF_BASIC)
    assert refused(basic, acts.AskUse(ONE, what), rule, "not_used_here")
    assert refused(begun(invited(what, "option")), acts.AskUse(ONE, what), rule, "game_running")
    assert refused(invited(what, "requirement"), acts.AskUse(ONE, what), rule, "in_use_already")
    assert refused(invited(what, "requirement"), acts.OrderUse(what, "x"), rule, "in_use_already")


@pytest.mark.rule("T3.4.i", shows="refused")
def test_a_baffle_box_is_ordered_as_a_penalty_only():
    table = begun(invited(BOX, "option"))
    assert refused(table, acts.OrderUse(BOX, "x", penalty=False), "T3.4.i", "only_as_penalty")


@pytest.mark.rule("T3.4.ii", "T3.5.ii")
@pytest.mark.parametrize(("what", "rule"), [(BOX, "T3.4.ii"), (CLOCK, "T3.5.ii")])
def test_the_director_alone_may_exempt(what, rule):
    table = invited(what, "requirement")
    assert acts.ExemptUse(what, "…") in act_types(table, DIRECTOR, acts.ExemptUse)
    assert act_types(table, ANNA, acts.ExemptUse) == []
    assert refused(invited(what, "option"), acts.ExemptUse(what, "x"), rule, "nothing_to_exempt")


@pytest.mark.rule("T3.4.ii", "T3.5.ii", shows="answers")
@pytest.mark.parametrize("what", [BOX, CLOCK])
def test_an_exemption_is_logged_with_its_reason(what):
    table = invited(what, "requirement")
    assert said(table, acts.ExemptUse(what, "his hand")) == [acts.UseExempted(what, "his hand")]
    assert refused(table, acts.ExemptUse(what, ""), "T5.1", "reason_missing")
    exempt = act(table, acts.ExemptUse(what, "his hand"))
    assert use_of(exempt, what) is None
    assert exempt.clock is None
    preferred = act(invited(what, "preference"), acts.ExemptUse(what, "his hand"), acts.AskUse(ONE, what))
    assert use_of(preferred, what) is None  # now it takes both


@pytest.mark.rule("T3.4.iii", "T3.5.iii")
@pytest.mark.parametrize(("what", "rule"), [(BOX, "T3.4.iii"), (CLOCK, "T3.5.iii")])
def test_on_demand_the_director_is_asked_and_the_match_waits(what, rule):
    table = act(invited(what, "requirement"), acts.AskApproval(ONE, what))
    assert refused(table, game.StartGame(ONE), rule, "awaits_approval")
    assert around(table).requests[0].what.endswith(what)
    assert "approve" in offered(table, DIRECTOR)
    assert refused(table, acts.AskApproval(TWO, what), rule, "asked_already")
    assert refused(invited(what, "option"), acts.AskApproval(ONE, what), rule, "not_in_use")


@pytest.mark.rule("T3.4.iii", "T3.5.iii", shows="answers")
@pytest.mark.parametrize("what", [BOX, CLOCK])
def test_approved_it_goes_on_and_else_without_it(what):
    table = act(invited(what, "requirement"), acts.AskApproval(ONE, what))
    approved = act(table, acts.Approve(what, True))
    assert kinds(said(approved, game.StartGame(ONE))) == ["GameStarted"]
    assert around(approved).requests[0].granted is True
    rejected = act(table, acts.Approve(what, False, "the ramp is loose"))
    assert use_of(rejected, what) is None
    assert rejected.clock is None
    assert refused(table, acts.Approve(what, False), "T5.1", "reason_missing")
    assert said(approved, acts.Approve(what, True)).code == "nothing_asked"


def test_a_baffle_box_may_be_doubted_in_the_middle_and_a_clock_only_before():
    box = act(begun(invited(BOX, "requirement")), acts.AskApproval(ONE, BOX))
    assert refused(box, game.MakePlay(ONE), "T3.4.iii", "awaits_approval")
    assert refused(begun(invited(CLOCK, "requirement")), acts.AskApproval(ONE, CLOCK), "T3.5.iii", "match_begun")


@pytest.mark.rule("T3.4.iv", "T3.5.iv")
def test_the_set_up_sheet_shows_where_they_stand():
    sheet = around(invited(BOX, "requirement"), ANNA).sheet
    assert (sheet.baffle_box_stands, sheet.clock_stands) == ("opposite_the_inner_homes", "at_the_inner_homes")


# boards, cups, dice


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize("size", [(44, 55), (66, 88), (60, 50)])
def test_a_board_within_the_limits_may_be_demanded(size):
    table = act(tournament(equipment=ALL), acts.DemandEquipment(ONE, Equipment.BOARD, size))
    assert [(c.kind, c.why, c.size) for c in around(table).sheet.changed] == [(Equipment.BOARD, "demand", size)]


@pytest.mark.rule("T3.1", shows="next step")
def test_a_demand_outside_the_limits_or_a_change_during_a_game_is_refused():
    for size in ((43, 55), (44, 54), (66, 89), (67, 88), None):
        assert refused(
            tournament(equipment=ALL), acts.DemandEquipment(ONE, Equipment.BOARD, size), "T3.1", "board_size"
        )
    running = begun(tournament(equipment=ALL))
    assert refused(running, acts.DemandEquipment(ONE, Equipment.BOARD, (50, 60)), "T3.1", "game_running")
    assert kinds(said(won(running, ONE), acts.DemandEquipment(ONE, Equipment.BOARD, (50, 60)))) == ["EquipmentChanged"]


@pytest.mark.rule("T3.2", "T3.3")
@pytest.mark.parametrize("kind", [Equipment.LIPPED_CUPS, Equipment.PRECISION_DICE])
def test_cups_and_dice_may_be_demanded_at_any_time(kind):
    table = act(begun(tournament(equipment=ALL)), acts.DemandEquipment(TWO, kind))
    assert around(table).sheet.changed[0].kind is kind


@pytest.mark.rule("T3.2", "T3.3", shows="next step")
@pytest.mark.parametrize(("kind", "rule"), [(Equipment.LIPPED_CUPS, "T3.2"), (Equipment.PRECISION_DICE, "T3.3")])
def test_as_soon_as_they_come_free_in_the_middle_of_a_game_too(kind, rule):
    table = begun(tournament())
    assert refused(table, acts.DemandEquipment(ONE, kind), rule, "not_at_hand")
    table = act(table, acts.BringEquipment(kind))
    assert kinds(said(table, acts.DemandEquipment(ONE, kind))) == ["EquipmentChanged"]
    assert refused(table, acts.BringEquipment(kind), "T3.1", "at_hand_already")
    assert refused(table, acts.DemandEquipment(ONE, Equipment.CLOCK), "T3.7.i", "not_by_demand")


@pytest.mark.rule("T3.3")
def test_two_dice_are_shared_with_a_clock_else_each_has_two():
    assert around(tournament()).sheet.dice_in_play == 4
    assert around(tournament(clock=STANDARD)).sheet.dice_in_play == 2


# featured


@pytest.mark.rule("T3.8")
def test_the_director_orders_a_featured_match_and_nobody_else():
    order = acts.OrderFeatured("the final", "board 1", streamed=True, filmed=True)
    table = act(tournament(), order)
    (line,) = around(table).rulings
    assert (line.rule, line.final) == ("T3.8", True)
    assert around(table).sheet.featured[0].board == "board 1"
    assert refused(tournament(), order, "T3.8", "not_your_role", by=ANNA)


@pytest.mark.rule("T3.8", shows="answers")
def test_an_appeal_against_it_is_refused():
    table = act(tournament(), acts.OrderFeatured("the final", streamed=True))
    assert refused(table, acts.Appeal(ONE, 1), "T3.8", "ruling_is_final")
    assert "appeal" not in offered(table, ANNA)
    other = act(table, acts.Rule(rule="T1.1", reason="x"))
    appealed = act(other, acts.Appeal(ONE, 2))
    assert appealed.disputes.rulings[1].appealed
    assert refused(appealed, acts.Appeal(TWO, 2), "T5.2", "appealed_already")
    assert refused(appealed, acts.Appeal(TWO, 3), "T5.2", "no_such_ruling")


# mixing


@pytest.mark.rule("T4.1.iii")
def test_before_any_game_a_player_may_have_the_dice_mixed():
    assert kinds(said(tournament(), acts.MixDice(ONE))) == ["MixingAsked"]
    assert kinds(said(won(begun(tournament()), ONE), acts.MixDice(TWO))) == ["MixingAsked"]
    assert refused(begun(tournament()), acts.MixDice(ONE), "T4.1.iii", "game_running")
    assert refused(opened(sitting=CHALLENGE, conduct=True), acts.MixDice(ONE), "T4.1.i", "dice_fall_by_themselves")
    table = act(tournament(), acts.MixDice(ONE))
    assert refused(table, acts.MixDice(TWO), "T4.1.iii", "dice_being_mixed")
    assert refused(table, game.StartGame(ONE), "T4.1.iii", "dice_being_mixed")
    assert around(table).sheet.picks_next == TWO


@pytest.mark.rule("T4.1.iii", shows="answers")
def test_the_other_picks_first_then_in_turn():
    table = act(tournament(), acts.MixDice(ONE))
    assert refused(table, acts.PickDie(ONE, 1), "T4.1.iii", "other_picks_first")
    for seat, die in ((TWO, 3), (ONE, 1), (TWO, 4)):
        table = act(table, acts.PickDie(seat, die))
    assert refused(table, acts.PickDie(ONE, 3), "T4.1.iii", "die_taken", die=3)
    table = act(table, acts.PickDie(ONE, 2))
    assert [(pick.seat, pick.die) for pick in around(table).sheet.picks] == [(TWO, 3), (ONE, 1), (TWO, 4), (ONE, 2)]
    assert refused(table, acts.PickDie(TWO, 1), "T4.1.iii", "nothing_to_choose")
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]


# place


@pytest.mark.rule("T2.1")
def test_each_match_shows_its_room_and_table_and_who_wants_no_smoke():
    table = act(tournament(), acts.SetPlace("Hall B", "12"), acts.WishSmokeFree(TWO))
    for by in (ANNA, BO, DIRECTOR):
        sheet = around(table, by).sheet
        assert (sheet.room, sheet.table, sheet.smoke_free) == ("Hall B", "12", (TWO,))
    assert said(table, acts.WishSmokeFree(TWO)) == []
    assert refused(table, acts.SetPlace("x" * 2001, ""), "T5.1", "text_too_long")


def test_the_sheet_names_the_rules_and_the_languages():
    sheet = around(tournament(languages=("en", "da"))).sheet
    assert (sheet.profile, sheet.languages) == ("dbf-tournament", ("en", "da"))
    assert seen(opened(sitting=ENFORCED)).around is None
