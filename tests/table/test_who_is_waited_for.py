"""Who is who at a table, who is waited for, and what happens automatically."""

from __future__ import annotations

from tavl.rules import acts as game
from tavl.table import By, Role, Ruler, Table, TableTerms, acts, due, person_at
from tavl.table.acts import PenaltyKind
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    MINUTE,
    OBSERVER,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    begun,
    opened,
    rolled,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, claimed, disputed, to_roll, wood

AFTER_31 = P("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 6:5")  # as Anna sees it


# who is who, and who is waited for


def test_who_somebody_is_at_a_table():
    table = act(tournament(), acts.AppointObserver("olaf"), acts.AppointReader(TWO, "rolf"))
    assert person_at(table, "bo") == person_at(table, "bo", directs=True) == BO
    assert person_at(table, "dora", directs=True) == DIRECTOR
    assert person_at(table, "dora") == By(Role.SPECTATOR, "dora")
    assert person_at(table, "olaf") == OBSERVER
    assert person_at(table, "rolf") == By(Role.READER, "rolf", TWO)
    assert person_at(Table.open(table.terms), "") == By(Role.SPECTATOR, "")
    named = act(opened(ruler=Ruler.NAMED), acts.NameRuler(ONE, "dagny"))
    assert person_at(named, "dagny").role is Role.SPECTATOR
    assert person_at(act(named, acts.NameRuler(TWO, "dagny")), "dagny").role is Role.DIRECTOR


def test_who_is_waited_for():
    assert tournament().to_act == (ONE, TWO)
    assert begun(tournament()).to_act == (ONE,)
    assert to_roll().to_act == (TWO,)
    assert act(tournament(), game.StartGame(ONE)).to_act == (ONE, TWO)
    assert won(wood(), ONE).to_act == (ONE, TWO)
    assert won(begun(tournament(3)), ONE, 3).to_act == ()
    assert Table.open(TableTerms(match=opened().terms.match)).to_act == ()
    assert act(wood(), acts.Suspend(0), by=SYSTEM).to_act == ()
    assert claimed().to_act == (ONE,)
    assert disputed().to_act == ()
    table = set_to(begun(opened(1, CHALLENGE)), P("1:2 off:13", "13:7 8:3 6:5"), ONE, D(6, 5))
    ended = act(table, game.MakePlay(ONE, ((1, 0), (1, 0))))
    assert (ended.to_act, ended.over, ended.awaits_acceptance) == ((TWO,), False, True)
    accepted = act(ended, acts.AcceptPlay(TWO))
    assert (accepted.to_act, accepted.over) == ((), True)
    decided = after(ended, game.MatchDecided(TWO, "time"))
    assert decided.over


# what comes by itself


def test_what_comes_by_itself_on_a_digital_board():
    table = opened(next_game_after_ms=3000)
    assert (due(table).at, due(table).action) == (3000, game.StartGame(ONE))
    opening = act(table, game.StartGame(ONE), at=5000)
    assert (due(opening).at, due(opening).action) == (5000, game.Roll(ONE))
    table = begun(table)
    assert due(table) is None
    dropped = act(table, game.MakePlay(ONE, LEGAL), game.Double(TWO), game.Drop(ONE), at=9000)
    assert (due(dropped).at, due(dropped).action) == (12_000, game.StartGame(TWO))  # who did not play last
    assert due(opened()) is None
    assert due(opened(sitting=RECORDED, next_game_after_ms=3000)) is None
    for unable in (
        act(table, acts.Suspend(0), by=SYSTEM),
        act(opened(next_game_after_ms=3000), acts.Abort(ONE)),
        after(opened(next_game_after_ms=3000), acts.SeatLeft(TWO)),
        won(begun(opened(3, next_game_after_ms=3000)), ONE, 3),
    ):
        assert due(unable) is None


def test_the_earliest_comes_first_and_nothing_while_nobody_can_act():
    terms = {"starts_at": 0, "late_penalties_by_themselves": True, "next_game_after_ms": 6 * MINUTE, "conduct": True}
    table = act(opened(**terms), acts.ReportAbsence(TWO, ONE), by=ANNA, at=0)
    assert (due(table).at, due(table).action) == (5 * MINUTE, acts.ApplyLatePenalty(TWO))
    later = act(opened(**{**terms, "next_game_after_ms": MINUTE}), acts.ReportAbsence(TWO, ONE), by=ANNA, at=0)
    assert (due(later).at, due(later).action) == (MINUTE, game.StartGame(ONE))
    for unable in (
        act(table, acts.Suspend(0), by=SYSTEM),
        act(table, acts.Abort(ONE)),
        after(table, acts.SeatLeft(ONE)),
        act(act(begun(opened()), acts.RaiseDispute(ONE, "T5.1")), acts.Suspend(0), by=SYSTEM),
    ):
        assert due(unable) is None
    assert due(opened(next_game_after_ms=0)).at == 0
    assert due(won(begun(opened(next_game_after_ms=0)), ONE)).at == 0


def test_the_next_game_waits_for_a_break_and_a_flag_for_its_grace():
    table = act(won(begun(opened(conduct=True, next_game_after_ms=0)), ONE), acts.TakeBreak(ONE), at=1000)
    assert due(table).at == 1000 + 5 * MINUTE
    ended = set_to(begun(opened(1, CHALLENGE, accept_after_ms=500)), P("1:2 off:13", "13:7 8:3 6:5"), ONE, D(6, 5))
    ended = act(ended, game.MakePlay(ONE, ((1, 0), (1, 0))), at=100)
    assert (due(ended).at, due(ended).action) == (600, acts.AcceptPlay(TWO))
    clock = begun(opened(clock=STANDARD, flag_grace_ms=7))
    assert (due(clock).at, due(clock).action) == (14 * MINUTE + 12 * SECOND + 7, acts.ClaimFlag(ONE))
    moved = rolled(act(clock, game.MakePlay(ONE, LEGAL), at=1), TWO, 6, 4, at=2)
    assert due(moved).action == acts.ClaimFlag(TWO)
    assert due(begun(opened(clock=STANDARD, claims_flags_itself=False))) is None


def test_a_penalty_for_lateness_comes_by_itself_only_where_it_is_kept():
    penalty = acts.Penalise(against=ONE, kind=PenaltyKind.WARNING, rule="T1.1", reason="x")
    table = act(tournament(starts_at=0, late_penalties_by_themselves=True), acts.ReportAbsence(TWO), at=0)
    assert due(table).at == 5 * MINUTE
    assert due(act(table, penalty, at=6 * MINUTE)).at == 6 * MINUTE  # never in the past
    assert due(act(table, acts.WaiveLatePenalty(TWO, "x"), at=0)) is None
