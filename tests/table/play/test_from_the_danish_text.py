"""Scenarios read off the Danish tournament rules, chapter 4, sentence by sentence. What stands elsewhere sentence by
sentence (`docs/rulebook.md` lists it by clause) is not repeated here."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules.profile import DBF_TOURNAMENT, ValidRoll
from tavl.table import acts
from tavl.table.acts import InvalidRoll, Penalty, PenaltyKind, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    MINUTE,
    OBSERVER,
    ONE,
    READER,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    TWO,
    Detail,
    act,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    tournament,
    won,
)

LEGAL = ((8, 5), (6, 5))
FULL = 14 * MINUTE


def running(**terms):
    """At a physical board, Anna's time running from instant 0."""
    return act(begun(tournament(clock=STANDARD, **terms)), acts.PressClock(TWO), at=0)


@pytest.mark.rule("T4.1.ii", shows="next step")
def test_a_clause_that_names_no_penalty_is_not_penalised_under_itself():
    """§ 4.1 (ii) says what is not allowed and, unlike § 4.2 (i), nothing of what it costs."""
    table = begun(tournament(), at=0)
    for _ in range(2):
        table = act(table, acts.RecordInfraction(rule="T4.1.ii", against=ONE), by=DIRECTOR)
    assert [proposal.rule for proposal in around(table).proposals] == ["T1.1"]


@pytest.mark.rule("T4.1.iv.c", shows="next step")
@pytest.mark.parametrize("why", [InvalidRoll.NOT_FLAT, InvalidRoll.OFF_THE_BOARD, InvalidRoll.WRONG_SIDE])
def test_with_dice_on_checkers_a_die_that_leans_or_lies_elsewhere_is_still_rolled_again(why):
    """§ 4.1 (iv) (c): "såfremt terningen ikke støttes af en lodret flade eller er faldet ned i mellemrummet"."""
    profile = opened(sitting=RECORDED, profile=_on_checkers()).terms.match.profile
    table = act(begun(opened(sitting=RECORDED, profile=profile)), game.MakePlay(ONE, LEGAL))
    assert kinds(said(table, acts.RecordInvalidRoll(TWO, why))) == ["RollInvalid"]


def _on_checkers():
    from msgspec.structs import replace

    valid: ValidRoll = replace(DBF_TOURNAMENT.valid_roll, dice_on_checkers=True)
    return replace(DBF_TOURNAMENT, valid_roll=valid)


@pytest.mark.rule("T4.1.vi", shows="allowed")
def test_who_cannot_move_is_given_the_time_and_gives_it_back():
    """§ 4.1 (vi) (b): "hvor modstanderen ikke lovligt kan rykke eller doble, og vente på, at modstanderen starter"."""
    table = act(running(detail=Detail.CUBE), acts.PressClock(ONE), at=5 * SECOND)
    assert table.clock.running == TWO
    assert refused(table, acts.PressClock(ONE), "T4.1.vi", "not_your_time", at=6 * SECOND)
    assert act(table, acts.PressClock(TWO), at=7 * SECOND).clock.running == ONE


@pytest.mark.rule("T4.3.ii", shows="allowed")
def test_where_nobody_has_written_the_times_down_the_director_sets_them_as_judged_best():
    """§ 4.3 (ii) (b): "Turneringslederen indstiller derefter tiden på spilleuret efter bedste skøn"."""
    table = act(won(running(), ONE), acts.TakeBreak(ONE))
    assert around(table).proposals == ()
    setting = acts.SetClock(rule="T4.3.ii", reason="about ten minutes each", times=(10 * MINUTE, 9 * MINUTE))
    assert refused(table, setting, "T3.7.ii", "not_your_role", by=ANNA)
    assert act(table, setting, by=DIRECTOR).clock.remaining == (10 * MINUTE, 9 * MINUTE)


@pytest.mark.rule("T4.3.ii", shows="allowed")
def test_a_clock_is_stopped_by_either_player_whose_opponent_lifted_the_dice_and_started_it():
    """§ 4.3 (ii) (e): "Hvis en spiller har taget terningerne op og startet modstanderens ur"."""
    table = act(running(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    for seat in (ONE, TWO):
        stop = acts.StopClock(StopReason.CLOCK_STARTED_EARLY, seat)
        assert "ClockStopped" in kinds(said(table, stop, at=2 * SECOND))


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize("by", [OBSERVER, SPECTATOR, READER])
def test_time_is_not_out_because_somebody_else_says_so(by):
    """§ 4.3 (iii): "når en af spillerne eller turneringslederen konstaterer og erklærer dette"."""
    table = act(running(), acts.AppointObserver(OBSERVER.person), acts.AppointReader(ONE, READER.person))
    late = FULL + MINUTE
    assert refused(table, acts.ClaimFlag(against=ONE), "T4.3.iii", by=by, at=late)
    for who in (ANNA, BO, DIRECTOR):  # who has run out may say so too
        assert "MatchDecided" in kinds(said(table, acts.ClaimFlag(against=ONE), by=who, at=late))


@pytest.mark.rule("T4.3.iv", shows="answers")
def test_who_let_the_wrong_clock_run_may_lose_the_game_and_no_more():
    """§ 4.3 (iv): "taber partiet" stands between penalty points and the match."""
    table = act(
        running(),
        acts.Rule(rule="T4.3.iv", reason="saw it", penalties=(Penalty(TWO, PenaltyKind.LOSE_GAME),)),
        by=DIRECTOR,
    )
    assert (table.match.score, table.over) == ((1, 0), False)


@pytest.mark.rule("T4.3.v", shows="next step")
def test_either_player_restarts_the_delay_after_an_invalid_roll():
    """§ 4.3 (v): "en spiller", "for ikke negativt at påvirke den spiller, hvis tur det er"."""
    table = act(running(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    table = act(table, acts.RecordInvalidRoll(TWO, InvalidRoll.OFF_THE_BOARD), at=11 * SECOND)
    table = act(table, acts.RestartDelay(ONE), at=11 * SECOND)
    assert table.clock.running == TWO
    assert table.clock.reads(23 * SECOND) == ((FULL, FULL), 0)


@pytest.mark.rule("T4.4.iii", shows="allowed")
def test_a_take_starts_the_doublers_time_and_a_drop_stops_the_clock():
    """§ 4.4 (iii): "også starte modstanderens tid, hvis han accepterer", "også stoppe spilleuret, hvis han dropper"."""
    table = act(running(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    doubled = act(table, game.Double(TWO), at=2 * SECOND)
    assert act(doubled, game.Take(ONE), at=3 * SECOND).clock.running == TWO
    assert not act(doubled, game.Drop(ONE), at=3 * SECOND).clock.is_running


@pytest.mark.rule("T4.4.vi", shows="allowed")
def test_a_drop_at_a_wrong_level_costs_what_a_right_double_would_have_cost():
    """§ 4.4 (vi): "accepterer/dropper en dobling på et forkert niveau, er ... droppet af doblingen gyldig"."""
    table = act(begun(tournament(), at=0), game.MakePlay(ONE, LEGAL))
    table = act(table, acts.RecordDouble(TWO, 8), game.Drop(ONE))
    assert table.match.score == (0, 1)


@pytest.mark.rule("T4.4.v", shows="allowed")
def test_who_is_doubled_too_early_still_ends_the_turn_and_then_answers():
    """§ 4.4 (v): "Modstanderen er berettiget til at afslutte sin tur med viden om, at modstanderen dobler"."""
    table = act(begun(tournament(), at=0), game.Double(TWO))
    assert "make_play" in offered(table, ANNA)
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert {"take", "drop"} <= offered(table, ANNA)


@pytest.mark.rule("T4.2.iii.a", shows="answers")
def test_a_play_that_nobody_questioned_stands_after_a_double_that_was_dropped_too():
    """§ 4.2 (iii) (a): "gældende, når modstanderen har foretaget et gyldigt slag eller doblet"."""
    table = act(begun(tournament(), at=0), game.MakePlay(ONE, ((8, 4), (6, 5))))  # 3-1 was rolled
    assert "flag_play" in offered(table, BO)
    doubled = act(table, game.Double(TWO))
    assert "flag_play" not in offered(doubled, ANNA) | offered(doubled, BO)
    assert table != rolled(table, TWO, 5, 2)
