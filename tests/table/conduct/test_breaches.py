"""Breaches: counted, the next step proposed, and what penalties do."""

import pytest

from tavl.table import acts
from tavl.table.acts import PenaltyKind, Request, Useful
from tavl.table.conduct.proposed_penalties import STEPS, count
from tests.table.helpers import (
    ANNA,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    OBSERVER,
    ONE,
    SPECTATOR,
    TWO,
    act,
    around,
    at_score,
    begun,
    offered,
    opened,
    refused,
    tournament,
    won,
)

REPEATED = ["T4.1.ii", "T4.2.i", "T4.2.ii", "T4.2.v", "T4.3.i"]


def breached(rule, times, against=ONE, **terms):
    table = begun(tournament(**terms))
    for _ in range(times):
        table = act(table, acts.RecordInfraction(rule=rule, against=against))
    return table


def steps(table):
    return [(p.action.kind, p.action.points) for p in around(table).proposals if isinstance(p.action, acts.Penalise)]


@pytest.mark.rule(*REPEATED)
@pytest.mark.parametrize("rule", REPEATED)
def test_a_breach_is_recorded_and_counted_for_each_player(rule):
    table = act(breached(rule, 2), acts.RecordInfraction(rule=rule, against=TWO, note="again", seat=ONE))
    assert (count(table, rule, ONE), count(table, rule, TWO)) == (2, 1)
    assert around(table).conduct.infractions[-1].note == "again"


@pytest.mark.rule(*REPEATED, shows="next step")
@pytest.mark.parametrize("rule", REPEATED)
def test_the_second_breach_proposes_a_warning_and_the_next_a_penalty_point(rule):
    assert steps(breached(rule, 1)) == []
    assert steps(breached(rule, 2)) == [(PenaltyKind.WARNING, 0)]
    assert steps(breached(rule, 3)) == [(PenaltyKind.POINTS, 1)]
    warned = act(breached(rule, 2), *[p.action for p in around(breached(rule, 2)).proposals])
    assert steps(warned) == []


@pytest.mark.rule("T1.5")
def test_another_language_is_a_breach_of_players_and_spectators_but_not_among_team_mates():
    assert count(breached("T1.5", 1), "T1.5", ONE) == 1
    table = act(begun(tournament()), acts.RecordInfraction(rule="T1.5", person="siri"))
    assert around(table).conduct.infractions[0].person == "siri"
    team = acts.RecordInfraction(rule="T1.5", against=ONE, among_team_mates=True)
    assert refused(begun(tournament(teams=True)), team, "T1.5", "team_talk_is_free")


@pytest.mark.rule("T1.5", shows="next step")
def test_repeats_of_it_mean_a_warning_then_points_then_disqualification():
    found = [steps(breached("T1.5", times)) for times in (1, 2, 3, 4)]
    kinds_of = [[kind for kind, _ in step] for step in found]
    assert kinds_of == [[], [PenaltyKind.WARNING], [PenaltyKind.POINTS], [PenaltyKind.DISQUALIFY]]
    table = act(begun(tournament()), acts.RecordInfraction(rule="T1.5", person="siri"))
    assert [p.action for p in around(table).proposals] == [acts.ExpelSpectator("siri", "T1.5")]


@pytest.mark.rule("T1.7.v")
def test_help_from_spectators_is_recorded_against_the_player():
    table = act(breached("T1.7.v", 1), acts.AppointObserver("olaf"))
    table = act(table, acts.RecordInfraction(rule="T1.7.v", against=TWO, note="a nod"), by=OBSERVER)
    assert [(b.rule, b.seat, b.role) for b in around(table).conduct.infractions] == [
        ("T1.7.v", ONE, "director"),
        ("T1.7.v", TWO, "observer"),
    ]


@pytest.mark.rule("T1.7.v", shows="next step")
@pytest.mark.rule("T1.7.vi")
def test_it_carries_the_penalties_of_t1_7_vi_and_the_director_is_asked():
    (proposal,) = around(breached("T1.7.v", 1)).proposals
    assert (proposal.rule, proposal.action.kind) == ("T1.7.vi", PenaltyKind.WARNING)
    assert around(breached("T1.7.v", 1), ANNA).proposals == ()
    assert "penalise" in offered(begun(tournament()), DIRECTOR)


@pytest.mark.rule("T1.7.vi", shows="answers")
@pytest.mark.parametrize(
    ("kind", "points", "winner"),
    [
        (PenaltyKind.WARNING, 0, None),
        (PenaltyKind.POINTS, 1, None),
        (PenaltyKind.DISQUALIFY, 0, TWO),
        (PenaltyKind.EXPEL, 0, TWO),
        (PenaltyKind.EXCLUDE, 0, TWO),
    ],
)
def test_the_director_picks_a_penalty_and_its_consequence_for_the_match_is_applied(kind, points, winner):
    penalty = acts.Penalise(against=ONE, kind=kind, rule="T1.7.vi", reason="signals", points=points)
    table = act(breached("T1.7.v", 1), penalty)
    assert (table.match.result.winner if table.match.result else None) == winner
    assert table.match.score == (0, points)
    assert around(table).conduct.penalties[0].reason == "signals"


@pytest.mark.rule("T2.3.i")
def test_slow_play_asks_the_director_for_a_warning_or_a_clock():
    table = breached("T2.3.i", 1, equipment=frozenset({"clock"}))
    assert [type(p.action).__name__ for p in around(table).proposals] == ["Penalise", "OrderUse"]


@pytest.mark.rule("T2.3.i", shows="answers")
def test_he_warns_or_orders_a_clock_or_both():
    table = at_score(breached("T2.3.i", 1, length=9, equipment=frozenset({"clock"})), (5, 2))
    warn, order = (p.action for p in around(table).proposals)
    both = act(table, warn, order)
    assert both.conduct.penalties[0].kind is PenaltyKind.WARNING
    assert both.clock.remaining == (11 * MINUTE, 11 * MINUTE)
    assert around(both).sheet.uses[0].from_game == 1


@pytest.mark.rule("T2.4.i")
@pytest.mark.parametrize("rule", ["T4.1.i", "T4.1.iv.a"])
def test_doubtful_rolls_ask_the_director_for_a_baffle_box(rule):
    (proposal,) = around(breached(rule, 1, equipment=frozenset({"baffle_box"}))).proposals
    assert (proposal.rule, proposal.action) == ("T2.4.i", acts.OrderUse(Useful.BAFFLE_BOX, rule))


@pytest.mark.rule("T2.4.i", shows="answers")
def test_the_record_shows_the_order_and_from_which_game():
    table = won(breached("T4.1.iv.a", 1, equipment=frozenset({"baffle_box"})), ONE)
    table = act(table, acts.OrderUse(Useful.BAFFLE_BOX, "T4.1.iv.a"))
    (use,) = around(table).sheet.uses
    assert (use.way, use.from_game, use.reason) == ("penalty", 2, "T4.1.iv.a")
    assert around(table).sheet.dice_rule == "T4.1.iv.b"
    assert around(table).proposals == ()


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ({"rule": "T9.9", "against": ONE}, "T1.1"),
        ({"rule": "T3.8", "against": ONE}, "T1.1"),
        ({"rule": "T4.2.i"}, "T1.2"),
        ({"rule": "T4.2.i", "person": "siri"}, "T1.6.i"),
        ({"rule": "T4.2.i", "against": ONE, "note": "x" * 2001}, "T5.1"),
    ],
)
def test_a_breach_that_makes_no_sense_is_refused(what, rule):
    assert refused(begun(tournament()), acts.RecordInfraction(**what), rule)


def test_nobody_records_a_breach_of_their_own_and_spectators_none():
    own = acts.RecordInfraction(rule="T4.2.i", against=ONE, seat=ONE)
    assert refused(begun(tournament()), own, "T1.2", "not_against_yourself")
    spectators = acts.RecordInfraction(rule="T4.2.i", against=ONE)
    assert refused(begun(tournament()), spectators, "T1.6.i", "not_your_role", by=SPECTATOR)


def test_an_opponent_who_keeps_quiet_about_a_crawford_double_may_lose_the_match():
    (proposal,) = around(breached("T4.4.iv", 1)).proposals
    assert act(breached("T4.4.iv", 1), proposal.action).match.result.winner == TWO


def test_every_step_stands_under_a_clause_that_exists():
    from tavl.rules.clauses import clause

    assert all(clause(rule).id == rule for rule in STEPS)
    assert Request.COME in Request


def test_conduct_is_kept_where_somebody_rules_and_not_at_a_casual_table():
    assert refused(begun(opened()), acts.TakeBreak(ONE), "T2.2.ii", "not_kept_here")
    casual = offered(begun(opened()), ANNA)
    assert casual == {"abort", "make_play"}
    assert "ask_consent" in offered(begun(opened(conduct=True)), ANNA)
    assert "ask_consent" in offered(begun(tournament(sitting=ENFORCED)), ANNA)
