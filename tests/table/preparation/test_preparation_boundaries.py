"""Preparation, cards, devices, seats: boundaries, and what is left alone."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.acts import Cube
from tavl.rules.profile import DBF_TOURNAMENT
from tavl.table import Clock, Ruler, Table, TableTerms, acts, due, evolve, replay
from tavl.table.acts import Equipment, Matter, Topic, Useful, Way
from tavl.table.device_batches import Batch, Sent, take
from tavl.table.disputes.score_cards import proof
from tavl.table.state_parts import Absence, Card, Claim, Consent, Device, InUse, Line, RulingLine
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    STANDARD,
    SYSTEM,
    TWO,
    act,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    said,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, between, clocked, over, wood

BOX, CLOCK = Useful.BAFFLE_BOX, Useful.CLOCK


# preparation


def test_wishes_are_settled_by_agreement_or_the_higher_die():
    table = act(tournament(), acts.Wish(ONE, Topic.DICE, "a"), acts.Wish(TWO, Topic.BOARD, "a"))
    assert table.setup.settled == ()
    table = act(table, acts.Wish(TWO, Topic.DICE, "b"))
    for roll, value in (((5, 2), "a"), ((2, 5), "b")):
        settled = act(table, acts.RollForWish(ONE, Topic.DICE), roll=roll).setup.settled
        assert [(each.topic, each.value, each.by_roll) for each in settled] == [(Topic.DICE, value, True)]
    assert act(table, acts.RollForWish(ONE, Topic.DICE), roll=(3, 3)).setup.settled == ()
    agreed = act(table, acts.Wish(TWO, Topic.DICE, "a"))
    assert [(each.value, each.by_roll) for each in agreed.setup.settled] == [("a", False)]
    assert act(agreed, acts.Wish(TWO, Topic.DICE, "c")).setup.settled == ()  # no longer
    assert len(agreed.setup.wishes) == 3
    assert kinds(said(tournament(), acts.Wish(ONE, Topic.DICE, "x" * 2000))) == ["Wished"]


def test_a_use_says_how_it_came_about():
    preferred = opened(7, RECORDED, DBF_TOURNAMENT.vary(clock_use="preference"), equipment=frozenset({"clock"}))
    assert said(preferred, acts.AskUse(ONE, CLOCK))[0] == acts.UseSet(CLOCK, Way.PREFERENCE)
    asked = act(tournament(), acts.AskUse(ONE, CLOCK))
    assert said(tournament(), acts.AskUse(ONE, CLOCK)) == [acts.UseAsked(ONE, CLOCK)]
    assert said(asked, acts.AskUse(TWO, CLOCK))[0] == acts.UseSet(CLOCK, Way.OPTION)
    assert said(asked, acts.AskUse(TWO, BOX)) == [acts.UseAsked(TWO, BOX)]
    exempted = act(
        opened(7, RECORDED, DBF_TOURNAMENT.vary(baffle_box="preference"), ruler=Ruler.DIRECTOR),
        acts.ExemptUse(BOX, "x"),
    )
    assert said(exempted, acts.AskUse(ONE, BOX)) == [acts.UseAsked(ONE, BOX)]
    ordered = said(between(equipment=frozenset({"clock"})), acts.OrderUse(CLOCK, "slow", penalty=False, minutes=1.5))
    assert ordered == [
        acts.UseSet(CLOCK, Way.DIRECTOR, 2, "slow"),
        acts.ClockBrought(DBF_TOURNAMENT.clock, (90_000, 90_000)),
    ]
    for minutes in (0.5, 1, 99_999):
        order = acts.OrderUse(CLOCK, "slow", minutes=minutes)
        assert act(begun(tournament(sitting=ENFORCED)), order).clock.remaining[0] == minutes * MINUTE
    running = said(begun(tournament(sitting=ENFORCED)), acts.OrderUse(CLOCK, "slow"))
    assert running[2] == acts.ClockResumed(ONE)
    assert len(said(act(tournament(sitting=ENFORCED), game.StartGame(ONE)), acts.OrderUse(CLOCK, "slow"))) == 2
    required = opened(7, RECORDED, DBF_TOURNAMENT.vary(clock_use="requirement"), ruler=Ruler.DIRECTOR)
    assert act(required, acts.ExemptUse(CLOCK, "it broke")).clock is None
    optional = opened(7, RECORDED, DBF_TOURNAMENT.vary(clock_use="preference"), ruler=Ruler.DIRECTOR, clock=STANDARD)
    assert act(optional, acts.ExemptUse(CLOCK, "x")).clock is not None  # they had agreed on it


def test_equipment_changes_say_why():
    table = between(equipment=frozenset(Equipment))
    assert said(table, acts.DemandEquipment(ONE, Equipment.BOARD, (88, 66))) == [
        acts.EquipmentChanged(Equipment.BOARD, "demand", (88, 66), ONE)
    ]
    assert kinds(said(table, acts.DemandEquipment(ONE, Equipment.BOARD, (44, 55)))) == ["EquipmentChanged"]
    assert said(wood(), acts.ChangeEquipment(Equipment.CLOCK)) == [acts.EquipmentChanged(Equipment.CLOCK, "director")]
    assert said(wood(), acts.ChangeEquipment(Equipment.CLOCK, True, ONE)) == [
        acts.EquipmentChanged(Equipment.CLOCK, "defect", None, ONE)
    ]
    agreed = act(wood(), acts.AskConsent(ONE, Matter.OTHER_EQUIPMENT, "lipped_cups"))
    assert said(agreed, acts.GiveConsent(TWO, 1))[1] == acts.EquipmentChanged(Equipment.LIPPED_CUPS, "agreement")
    brought = act(wood(), acts.BringEquipment(Equipment.LIPPED_CUPS))
    assert brought.setup.brought == {Equipment.LIPPED_CUPS}
    assert kinds(said(brought, acts.DemandEquipment(ONE, Equipment.LIPPED_CUPS))) == ["EquipmentChanged"]
    assert said(act(wood(), acts.WishSmokeFree(ONE)), acts.WishSmokeFree(ONE)) == []


@pytest.mark.rule("T4.1.iii")
def test_four_dice_are_picked_in_turn():
    table = act(tournament(), acts.MixDice(ONE))
    assert around(table).sheet.picks_next == TWO
    for seat, die in ((TWO, 3), (ONE, 1), (TWO, 4), (ONE, 2)):
        assert around(table).sheet.picks_next == seat
        table = act(table, acts.PickDie(seat, die))
    assert (around(table).sheet.picks_next, len(table.setup.picks)) == (None, 4)
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]
    again = act(table, acts.MixDice(TWO))
    assert (again.setup.picks, around(again).sheet.picks_next) == ((), ONE)


def test_a_featured_match_is_a_final_ruling():
    order = acts.OrderFeatured("the final", "board 1", True, False, True)
    assert said(wood(), order) == [acts.FeaturedOrdered(1, "the final", "board 1", True, False, True, "dora")]
    line = around(act(wood(), order)).rulings[0]
    assert (line.id, line.rule, line.reason, line.person, line.final) == (1, "T3.8", "the final", "dora", True)


# cards, results, devices


def test_a_card_is_clear_until_it_is_changed_after_both_were_shown():
    table = act(between(), acts.WriteScore(ONE, (2, 0)), acts.WriteScore(ONE, (1, 0)))
    assert table.cards.cards[ONE].clear  # nobody had seen the other's
    table = act(table, acts.WriteScore(TWO, (0, 1)), acts.WriteScore(ONE, (1, 0)))
    assert table.cards.cards[ONE].clear  # the same again
    changed = act(table, acts.WriteScore(TWO, (0, 2)))
    assert not changed.cards.cards[TWO].clear
    assert not act(changed, acts.WriteScore(TWO, (0, 2))).cards.cards[TWO].clear
    for score in ((7, -999), (-999, 7)):
        assert kinds(said(between(), acts.WriteScore(ONE, score))) == ["ScoreWritten"]
    money = begun(opened(None, RECORDED, profile_named("sv-grund")))
    assert kinds(said(money, acts.WriteScore(ONE, (999_999, 0)))) == ["ScoreWritten"]
    assert said(money, acts.WriteScore(ONE, (1_000_000, 0))).code == "bad_value"


@pytest.mark.rule("T4.7")
@pytest.mark.parametrize(
    ("first", "second", "score", "why", "seat"),
    [
        ((1, 0), (1, 0), (1, 0), "both_cards", None),
        ((2, 0), (1, 0), (1, 0), "card_of_the_player_behind", TWO),
        ((0, 2), (0, 1), (0, 2), "card_of_the_player_behind", ONE),
        ((1, 0), None, (1, 0), "only_card", ONE),
        (None, (0, 1), (0, 1), "only_card", TWO),
    ],
)
def test_whose_card_decides(first, second, score, why, seat):
    table = between()
    for who, card in ((ONE, first), (TWO, second)):
        table = act(table, acts.WriteScore(who, card)) if card else table
    assert (proof(table).score, proof(table).why, proof(table).seat) == (score, why, seat)


@pytest.mark.rule("T4.7")
@pytest.mark.parametrize(("first", "second"), [((1, 0), (0, 1)), ((1, 1), (1, 0)), ((1, 1), (2, 2)), (None, None)])
def test_cards_that_decide_nothing(first, second):
    table = between()
    for who, card in ((ONE, first), (TWO, second)):
        table = act(table, acts.WriteScore(who, card)) if card else table
    assert proof(table) is None


@pytest.mark.rule("T4.7")
def test_an_unclear_card_or_one_of_an_earlier_game_decides_nothing():
    table = act(between(), acts.WriteScore(ONE, (2, 0)), acts.WriteScore(TWO, (1, 1)))
    unclear = act(table, acts.WriteScore(TWO, (1, 0)))
    assert proof(unclear) is None
    later = won(act(act(between(), acts.WriteScore(ONE, (1, 0))), game.StartGame(ONE)), ONE)
    assert proof(later) is None
    only = act(later, acts.WriteScore(TWO, (2, 0)))
    assert proof(only) is None  # she has kept one too
    assert not around(only).cards.differ


def test_a_report_lasts_until_the_match_goes_on():
    table = act(over(), acts.ReportResult(ONE, (3, 0)), acts.ConfirmResult())
    reopened = act(table, acts.Rule(rule="T4.6", reason="wrong", score=(1, 0), reopens=True), game.StartGame(ONE))
    assert (reopened.cards.reported, reopened.cards.confirmed, reopened.cards.crawford_announced) == (
        None,
        False,
        False,
    )
    crawford = act(at_score(tournament(3), (2, 0)), acts.AnnounceCrawford(TWO))
    assert crawford.cards.crawford_announced
    assert said(crawford, acts.AnnounceCrawford(ONE)) == []
    assert not begun(crawford).cards.crawford_announced  # it was for that game
    money = won(begun(opened(None, RECORDED, profile_named("sv-grund"))), ONE)
    assert said(money, acts.ReportResult(ONE, (1, 0))).facts == {"length": 0}


def test_devices_that_show_the_same_do_not_differ():
    def shown(*readings):
        table = wood()
        for number, (score, cube, times) in enumerate(readings):
            reading = acts.ReportReading(device=f"d{number}", score=score, cube=cube, times=times, seat=ONE)
            table = act(table, reading)
        return around(table).devices_differ

    assert shown(((0, 0), None, (5000, 5000)), ((0, 0), None, (7000, 3000))) == ()
    assert shown(((0, 0), None, (5000, 5000)), ((0, 0), None, (7001, 5000))) == ("times",)
    assert shown(((0, 0), None, (5000, 5000)), ((0, 0), None, (5000, 7001))) == ("times",)
    assert shown(((0, 0), Cube(2), None), ((1, 0), Cube(4), (1, 1))) == ("score", "cube")
    assert shown(((0, 0), None, None)) == ()
    assert kinds(said(wood(), acts.ReportReading(device="x" * 64, score=(0, 0)), DIRECTOR)) == ["ReadingReported"]


def test_a_devices_instants_come_to_ours_by_the_quickest_way():
    table = clocked()
    first = take(table, Batch("phone", 100, (Sent(1, 50, ANNA, acts.PressClock(ONE)),)), 1100)
    assert [(type(event).__name__, at) for event, at in first.events] == [("ClockPressed", 1050), ("DeviceHeard", 1100)]
    assert first.events[-1][0] == acts.DeviceHeard("phone", 1, 1000)
    slow = take(first.table, Batch("phone", 200, (Sent(2, 150, BO, acts.PressClock(TWO)),)), 5200)
    assert slow.events[0][1] == 1150  # it was only late in coming
    quick = take(slow.table, Batch("phone", 4300, (Sent(3, 4250, ANNA, acts.PressClock(ONE)),)), 5250)
    assert quick.events[-1][0].offset == 950
    wrong = take(table, Batch("phone", 100, (Sent(1, 50, BO, acts.PressClock(TWO)),)), 1100)
    assert (list(wrong.refused), wrong.refused[1].code) == ([1], "not_your_time")
    assert wrong.events[0][0] == acts.DeviceActionRefused("phone", 1, "press_clock", "not_your_time", "T4.1.vi")
    assert wrong.table.devices[0].refused == (wrong.events[0][0],)
    assert take(table, Batch("phone", 100, ()), 1100).events == ()
    ahead = take(table, Batch("phone", 100, (Sent(1, 9999, ANNA, acts.PressClock(ONE)),)), 1100)
    assert ahead.events[0][1] == 1100  # not in the future


def test_at_first_nothing_is_written_stated_or_owed():
    fresh = tournament()
    assert (fresh.cards.cards, fresh.cards.reported, fresh.cards.confirmed) == ((None, None), None, False)
    assert (fresh.suspended, fresh.aborted, fresh.last_at, fresh.away_since) == (False, False, 0, 0)
    assert Table(terms=fresh.terms, match=fresh.match).last_at == 0
    assert (fresh.disputes.raised, fresh.disputes.lost, fresh.disputes.denied) == (0, (0, 0), (0, 0))
    assert (fresh.handling.arrangements, fresh.handling.invalid_rolls, fresh.handling.open_play) == (0, 0, False)
    assert (fresh.handling.early_roll_asked, fresh.handling.early_double) == (False, False)
    assert (fresh.corrections.cube_wrong, fresh.corrections.second_turn_begun) == (False, False)
    assert (fresh.conduct.points, fresh.conduct.breaks_taken) == ((0, 0), (0, 0))
    assert (fresh.setup.room, fresh.setup.table_name, fresh.setup.uses) == ("", "", ())
    assert Clock(remaining=(1, 1), delay=(1, 1)).since == 0
    assert Clock(remaining=(1, 1), delay=(1, 1)).delay_left == 0
    assert (Absence(5).counted, Absence(5).waived, Card(0, (0, 0)).clear) == (0, False, True)
    assert Claim(ONE, ANNA.role).since == 0
    assert (Device(id="x").sequence, Device(id="x").refused) == (0, ())
    assert (InUse(BOX, Way.OPTION).from_game, InUse(BOX, Way.OPTION).reason) == (1, "")
    assert Consent(1, Matter.PHONE, ONE, "").why == ""
    assert Line(1, ONE, acts.Request.COME, "").answer == ""
    assert RulingLine(1, "T1.1", "x", "dora", False).appealed is False


# sitting down, and the log


def test_sitting_down_and_getting_up():
    empty = Table.open(TableTerms(match=opened().terms.match))
    assert said(empty, acts.Sit(TWO, "bo"), BO) == [acts.Seated(TWO, "bo")]
    assert said(tournament(), acts.Sit(ONE, "anna"), ANNA) == []  # he sits there already
    for by in (SYSTEM, DIRECTOR):
        assert kinds(said(empty, acts.Sit(ONE, "carl"), by)) == ["Seated"]
    left = act(tournament(), acts.Leave(TWO))
    assert (left.seats, left.full) == (("anna", None), False)
    assert act(tournament(), acts.Abort(TWO)).aborted
    one_turn = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert kinds(said(one_turn, acts.Abort(ONE))) == ["Aborted"]
    two_turns = act(one_turn, game.Roll(TWO), roll=(6, 4))
    two_turns = act(two_turns, game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert said(two_turns, acts.Abort(ONE)).code == "match_must_be_played_out"
    money = opened(None, profile=profile_named("sv-grund"))
    assert said(won(begun(money), ONE), acts.Abort(ONE)).facts == {"length": 0}
    stopped = act(begun(opened(clock=STANDARD)), acts.Abort(ONE), at=1000)
    assert (stopped.clock.running, stopped.over, due(stopped)) == (None, True, None)


def test_instants_never_fall():
    table = evolve(tournament(), acts.PlaceSet("a", "1"), 500)
    assert evolve(table, acts.PlaceSet("a", "2"), 100).last_at == 500
    again = evolve(table, acts.Opened(table.terms), 100)
    assert (again.last_at, again.seats) == (500, (None, None))
    assert replay([]) is None
    assert replay([(acts.PlaceSet("a", "1"), 5)]) is None
    log = [(acts.Opened(table.terms), 5), (acts.Seated(ONE, "anna"), 6), (acts.Seated(TWO, "bo"), 7)]
    assert (replay(log).seats, replay(log).last_at) == (("anna", "bo"), 7)
    stamped = begun(opened(clock=STANDARD), at=9000)
    early = said(stamped, game.MakePlay(ONE, LEGAL), at=0)
    assert kinds(early) == ["Played"]
    assert "make_play" in offered(stamped, ANNA, at=0)
