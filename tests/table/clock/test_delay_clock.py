"""Simple delay, time allotted, flags; the clock follows the game on a digital board."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.rules import Match
from tavl.rules import acts as game
from tavl.rules.profile import DBF_TOURNAMENT, ClockSetting
from tavl.table import Clock, Ruler, acts, clock_for, due
from tavl.table.acts import StopReason, Useful, Way
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    P,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    seen,
    set_to,
    tournament,
)

LEGAL = ((8, 5), (6, 5))


@pytest.mark.rule("T3.5.v")
@pytest.mark.parametrize(("used_ms", "left_ms"), [(11_900, 840_000), (12_000, 840_000), (15_000, 837_000)])
def test_a_turn_costs_what_it_takes_beyond_the_delay(used_ms, left_ms):
    """7 points at 2 minutes give 14 minutes each; 11.9 s cost nothing, 15 s cost 3 s."""
    table = begun(opened(clock=STANDARD))
    assert table.clock.remaining == (14 * MINUTE, 14 * MINUTE)
    table = act(table, game.MakePlay(ONE, LEGAL), at=used_ms)
    assert table.clock.reads(used_ms)[0] == (left_ms, 14 * MINUTE)


@pytest.mark.rule("T3.5.v")
def test_delay_is_never_saved_up():
    table = act(begun(opened(clock=STANDARD)), game.MakePlay(ONE, LEGAL), at=1 * SECOND)
    table = rolled(table, TWO, 6, 4, at=2 * SECOND)
    table = act(table, game.MakePlay(TWO, ((24, 18), (13, 9))), at=3 * SECOND)
    table = act(rolled(table, ONE, 2, 1, at=3 * SECOND), game.MakePlay(ONE, ((13, 11), (6, 5))), at=23 * SECOND)
    assert table.clock.reads(23 * SECOND)[0][ONE] == 14 * MINUTE - 8 * SECOND


@pytest.mark.rule("T3.5.v", shows="refused")
def test_a_clock_that_makes_no_sense_is_refused():
    for clock in (ClockSetting(-1, 12), ClockSetting(2, -1)):
        fault = opened(clock=clock).terms.fault
        assert (fault.code, fault.rule) == ("bad_value", "T3.5.v")


@pytest.mark.rule("T3.5.v")
@pytest.mark.parametrize("setting", [ClockSetting(3, 15), ClockSetting(0.5, 8)])
def test_a_director_gives_other_figures(setting):
    clock = opened(5, clock=setting).clock
    assert clock.remaining[0] == 5 * setting.minutes_per_point * MINUTE
    assert clock.delay[0] == setting.delay_seconds * SECOND


@pytest.mark.rule("T3.5.vi")
def test_time_is_for_the_points_that_are_still_to_play_for():
    """Ordered at 5-2 in a 9-point match: ((4 + 7) / 2) x 2 = 11 minutes each."""
    table = at_score(begun(tournament(9, ENFORCED)), (5, 2))
    table = act(table, acts.OrderUse(Useful.CLOCK, "too slow"))
    assert table.clock.remaining == (11 * MINUTE, 11 * MINUTE)
    assert clock_for(Match.start(7), STANDARD).remaining == (14 * MINUTE, 14 * MINUTE)


@pytest.mark.rule("T3.5.vi")
def test_the_director_may_set_another_time_with_their_own_order():
    table = act(begun(tournament(9, ENFORCED)), acts.OrderUse(Useful.CLOCK, "late", penalty=False, minutes=6))
    assert table.clock.remaining == (6 * MINUTE, 6 * MINUTE)
    assert around(table).sheet.uses[0].way is Way.DIRECTOR


@pytest.mark.rule("T3.5.vi", shows="refused")
def test_no_clock_is_ordered_without_time():
    table = begun(tournament(9, ENFORCED))
    assert refused(table, acts.OrderUse(Useful.CLOCK, "slow", minutes=0), "T3.5.vi", "bad_value")


@pytest.mark.rule("T2.3.i", shows="answers")
def test_a_clock_ordered_in_the_middle_runs_at_once_for_whom_the_game_waits_for():
    table = act(begun(tournament(9, ENFORCED)), acts.OrderUse(Useful.CLOCK, "slow"), at=100)
    assert (table.clock.running, table.clock.since) == (ONE, 100)
    assert table.clock.delay_left == 12 * SECOND


@pytest.mark.rule("T4.1.vi", "T4.4.ii", "T4.4.iii")
@pytest.mark.parametrize("sitting", [ENFORCED, CHALLENGE])
def test_the_clock_follows_play_double_take_and_drop(sitting):
    table = begun(opened(sitting=sitting, clock=STANDARD))
    assert table.clock.running == ONE
    table = act(table, game.MakePlay(ONE, LEGAL), at=1000)
    assert table.clock.running == TWO
    doubled = act(table, game.Double(TWO), at=2000)
    assert doubled.clock.running == ONE  # for the answer
    assert act(doubled, game.Take(ONE), at=3000).clock.running == TWO
    dropped = said(doubled, game.Drop(ONE), at=20_000)
    assert dropped[-1] == acts.ClockStopped(StopReason.GAME_OVER, (834_000, 840_000))
    assert act(doubled, game.Drop(ONE), at=20_000).clock.running is None


@pytest.mark.rule("T4.4.ii", shows="refused")
def test_doubling_is_in_ones_turn_before_rolling_and_irrevocable():
    table = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert refused(table, game.Double(ONE), "G10.2")
    assert refused(act(table, game.Double(TWO)), game.Roll(TWO), "G10.3")
    wood = act(begun(opened(sitting=RECORDED)), game.MakePlay(ONE, LEGAL))
    invalid = act(wood, acts.RecordInvalidRoll(TWO, acts.InvalidRoll.OFF_THE_BOARD))
    assert refused(invalid, game.Double(TWO), "T4.4.ii", "rolled_though_not_validly")


@pytest.mark.rule("T4.1.vi", shows="refused")
def test_on_a_digital_board_nobody_presses_and_on_a_physical_one_only_in_their_own_time():
    assert refused(begun(opened(clock=STANDARD)), acts.PressClock(ONE), "T4.1.vi", "clock_follows")
    table = act(begun(opened(sitting=RECORDED, clock=STANDARD)), acts.PressClock(TWO), at=1000)
    assert table.clock.running == ONE
    assert refused(table, acts.PressClock(TWO), "T4.1.vi", "not_your_time")
    assert act(table, acts.PressClock(ONE), at=2000).clock.running == TWO
    assert refused(opened(sitting=RECORDED, clock=STANDARD), acts.PressClock(ONE), "T4.1.vi", "game_not_begun")


@pytest.mark.rule("T4.4.iii", shows="refused")
def test_a_double_is_answered_by_who_was_doubled():
    table = act(begun(opened()), game.MakePlay(ONE, LEGAL), game.Double(TWO))
    assert refused(table, game.Take(TWO), "G10.3")


# time out


@pytest.mark.rule("T4.3.iii")
def test_time_is_out_when_a_player_or_the_director_states_it():
    table = begun(opened(clock=STANDARD, claims_flags_itself=False))
    out = 14 * MINUTE + 12 * SECOND
    for by in (BO, DIRECTOR):
        assert refused(table, acts.ClaimFlag(ONE), "T4.3.iii", "time_left", by=by, at=out - 1, left_ms=1)
        assert "claim_flag" not in offered(table, by, at=out - 1)
        assert "claim_flag" in offered(table, by, at=out)
    assert refused(table, acts.ClaimFlag(ONE), "T4.3.iii", "not_yours_to_claim", by=SPECTATOR, at=out)
    assert due(table) is None  # claimable, not automatic
    assert kinds(said(table, game.MakePlay(ONE, LEGAL), at=out + 1)) == ["Played"]


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_whose_time_is_out_has_lost_the_match():
    table = begun(opened(clock=STANDARD))
    out = 14 * MINUTE + 12 * SECOND
    events = said(table, acts.ClaimFlag(ONE), BO, at=out + 5)
    assert events[-1] == game.MatchDecided(TWO, "time", {"left_ms": -5})
    assert act(table, acts.ClaimFlag(ONE), by=BO, at=out).match.result.winner == TWO


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_online_the_server_may_claim_after_a_grace():
    table = begun(opened(clock=STANDARD, flag_grace_ms=2000))
    coming = due(table)
    assert coming.at == 14 * MINUTE + 14 * SECOND
    assert act(table, coming.action, by=SYSTEM, at=coming.at).over


def both_out():
    """Both flags have fallen, and nobody knows which was first: the director had to set a new clock."""
    table = begun(opened(3, ENFORCED, clock=STANDARD, ruler=Ruler.DIRECTOR, claims_flags_itself=False))
    return after(table, acts.ClockSet(rule="T3.7.ii", reason="new clock", times=(-1000, -1000)))


@pytest.mark.rule("T4.3.iii")
def test_if_both_are_out_the_director_is_called():
    table = act(both_out(), acts.ClaimFlag(TWO), by=ANNA)
    assert seen(table, DIRECTOR).dispute.rule == "T4.3.iii"
    assert seen(table, DIRECTOR).dispute.claim == acts.BothOut(None)
    assert refused(table, game.MakePlay(ONE, LEGAL), "T5.1")


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_both_out_with_unknown_order_goes_on_unclocked():
    table = act(both_out(), acts.ClaimFlag(TWO), by=ANNA)
    table = act(table, acts.Rule(rule="T4.3.iii", reason="nobody saw", upholds=True))
    assert table.clock is None
    assert not table.over
    assert kinds(said(table, game.MakePlay(ONE, LEGAL))) == ["Played"]


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize("winner", [ONE, TWO])
def test_both_out_in_a_gin_position_decides_it(winner):
    position = P("1:1 off:14", "6:15") if winner == ONE else P("6:9 5:6", "1:1 off:14")
    table = set_to(at_score(both_out(), (2, 2)), position, ONE)
    table = act(table, acts.ClaimFlag(TWO), by=ANNA)
    table = act(table, acts.Rule(rule="T4.3.iii", reason="gin", upholds=True))
    assert (table.match.result.winner, table.match.result.reason) == (winner, "certain_to_win")


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_both_out_with_known_order_the_first_has_lost():
    clock = Clock(remaining=(5, 5), delay=(0, 0)).started(TWO, 0).started(ONE, 100).stopped(200)
    assert (clock.remaining, clock.first_out) == ((-95, -95), TWO)
    table = begun(opened(3, clock=STANDARD, ruler=Ruler.DIRECTOR, claims_flags_itself=False))
    table = after(table, acts.ClockSet(rule="T3.7.ii", reason="x", times=(5, 5), delay=(0, 0), delay_left=0))
    table = act(table, game.MakePlay(ONE, LEGAL), at=MINUTE)
    table = act(table, acts.ClaimFlag(ONE), by=DIRECTOR, at=2 * MINUTE)
    assert table.disputes.open.claim == acts.BothOut(ONE)
    table = act(table, acts.Rule(rule="T4.3.iii", reason="seen", upholds=True))
    assert table.match.result.winner == TWO


# time is neither made nor lost

gaps = st.lists(st.integers(0, 40_000), min_size=1, max_size=20)


@settings(deadline=None, derandomize=True)
@given(gaps, st.integers(0, 20_000), st.booleans())
def test_what_passes_is_delay_or_match_time(gaps, delay, stop):
    clock = Clock(remaining=(100_000, 100_000), delay=(delay, delay)).started(ONE, 0)
    now = charged = free = 0
    for gap in gaps:
        before = clock.reads(now)
        now += gap
        after_gap = clock.reads(now)
        used = sum(before[0]) - sum(after_gap[0])
        free += before[1] - after_gap[1]
        charged += used
        assert used + (before[1] - after_gap[1]) == gap
        assert clock.running is not None
        clock = clock.started(clock.running.other, now) if not stop else clock.stopped(now).resumed(clock.running, now)
    assert charged + free == now
    assert sum(clock.reads(now)[0]) == 200_000 - charged


def test_time_in_which_nobody_could_play_is_charged_to_nobody():
    table = begun(opened(clock=STANDARD))
    table = act(table, acts.Suspend(since=5 * SECOND), by=SYSTEM, at=9 * MINUTE)
    assert refused(table, game.MakePlay(ONE, LEGAL), "T4.3.ii", "suspended")
    table = act(table, acts.Resume(), by=SYSTEM, at=9 * MINUTE)
    assert table.clock.reads(9 * MINUTE) == ((14 * MINUTE, 14 * MINUTE), 7 * SECOND)
    wood = act(begun(opened(sitting=RECORDED, clock=STANDARD)), acts.PressClock(TWO), at=0)
    wood = act(act(wood, acts.Suspend(3000), by=SYSTEM, at=MINUTE), acts.Resume(), by=SYSTEM, at=MINUTE)
    assert (wood.clock.running, wood.clock.delay_left) == (ONE, 9 * SECOND)


def test_one_player_may_have_a_delay_of_their_own():
    table = begun(opened(clock=STANDARD, delays_ms=(30_000, 12_000)))
    table = act(table, game.MakePlay(ONE, LEGAL), at=29 * SECOND)
    assert table.clock.reads(29 * SECOND) == ((14 * MINUTE, 14 * MINUTE), 12 * SECOND)


def test_a_required_clock_is_there_from_the_start():
    table = opened(profile=DBF_TOURNAMENT.vary(clock_use="requirement"), ruler=Ruler.DIRECTOR)
    assert table.clock.remaining == (14 * MINUTE, 14 * MINUTE)
    assert around(table).sheet.uses[0].way is Way.REQUIREMENT
