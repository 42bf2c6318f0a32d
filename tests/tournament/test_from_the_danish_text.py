"""Small scenarios read off the federation's own text, clause by clause."""

from __future__ import annotations

import pytest

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import Scope
from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import Known
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tests.tournament.desk import MINUTE, SEED, SYSTEM, Hall, knock_out
from tests.tournament.invariants import all_meet_all

FIRST = "open/main.1.1"


def hall(*names: str, division: DivisionTerms | None = None, tables: tuple[acts.Place, ...] = ()) -> Hall:
    """Drawn and announced."""
    desk = Hall(division or knock_out())
    for name in names or ("anna", "bo", "carl", "dan"):
        desk.enter(name)
        desk.do(acts.CheckIn(desk.e(name)))
    desk.do(acts.SetPlaces(tables or tuple(acts.Place(id=f"t{n}") for n in range(1, 5))))
    desk.do(acts.MakeDraw("open"), chance=SEED)
    desk.do(acts.AnnounceDraw("open", desk.at))
    return desk


def playing(desk: Hall, match: str = FIRST) -> tuple[str, ...]:
    desk.begin(match)
    return desk.players(match)


@pytest.mark.parametrize("rule", ["T1.2", "T4.3.iv", "T4.4.iv"])
def test_where_the_clause_says_out_of_the_tournament_nobody_is_disqualified_from_a_match_alone(rule: str) -> None:
    """§ 1.2 (iii): "diskvalificeret og udelukket fra turneringen"; § 4.3 (iv), § 4.4 (iv) likewise."""
    desk = hall()
    one, _ = playing(desk)
    out = acts.Penalise(one, PenaltyKind.DISQUALIFY, rule, "as it says", FIRST, Scope.MATCH)
    desk.refused(out, rule, "penalty_not_in_clause")
    desk.do(acts.Penalise(one, PenaltyKind.DISQUALIFY, rule, "as it says", FIRST, Scope.TOURNAMENT))
    assert desk.e(one) in desk.flow.out


@pytest.mark.rule("T1.4.i")
def test_who_was_put_out_comes_back_neither_as_a_reserve_nor_by_an_entry_that_was_waiting() -> None:
    desk = Hall(knock_out(members=2), knock_out("solo"), knock_out("side"))
    desk.enter_team(("anna", "bo"))
    desk.enter("lars", "solo")
    waiting = desk.enter("lars", "side", approve=False)
    desk.do(acts.Penalise("lars", PenaltyKind.EXPEL, "T1.7.i", "an engine", None, Scope.TOURNAMENT))
    desk.refused(acts.ReplaceMember(desk.e("anna"), "bo", "lars", "ill"), "T1.2", "expelled_person")
    desk.refused(acts.ApproveEntry(waiting), "T1.2", "expelled_person")


@pytest.mark.rule("T1.4.ii")
def test_no_place_is_offered_in_a_higher_division_that_is_full() -> None:
    desk = Hall(knock_out("low"), knock_out("high", level=1, capacity=2))
    for name, division in (("anna", "high"), ("bo", "high"), ("mia", "low")):
        desk.enter(name, division)
    desk.refused(acts.OfferHigher(desk.e("mia"), "high", "too strong"), "T1.4.ii", "division_full")
    desk.do(acts.WithdrawEntry(desk.e("bo"), "ill"), by="bo")
    desk.do(acts.OfferHigher(desk.e("mia"), "high", "too strong"))


@pytest.mark.parametrize("rule", ["T1.5", "T2.3.i", "T4.2.i", "T4.2.ii", "T4.2.iii.d", "T4.2.v", "T4.3.i"])
def test_a_repeated_breach_is_warned_of_first_and_costs_points_then(rule: str) -> None:
    """§ 1.5, § 4.2, § 4.3 (i): "kan først resultere i en advarsel og derefter i strafpoint"."""
    desk = hall()
    one, two = playing(desk)
    points = acts.Penalise(one, PenaltyKind.POINTS, rule, "again", FIRST, Scope.MATCH, 1)
    desk.refused(points, rule, "warn_first")
    desk.do(acts.Penalise(two, PenaltyKind.WARNING, rule, "the other", FIRST))
    desk.refused(points, rule, "warn_first")
    desk.do(acts.Penalise(one, PenaltyKind.WARNING, rule, "the first time", FIRST))
    desk.do(points)
    assert desk.match(FIRST).match.points == {desk.e(one): 1}


@pytest.mark.rule("T1.5")
def test_a_spectator_who_speaks_another_language_is_told_before_being_sent_away() -> None:
    desk = hall()
    playing(desk)
    away = acts.ExpelSpectator("siri", "T1.5", "spoke German again")
    desk.refused(away, "T1.5", "warn_first")
    desk.do(acts.NoteBreach("siri", "T1.5", "spoke German"))
    desk.do(away)


@pytest.mark.rule("T2.1")
def test_a_smoke_free_board_demanded_after_the_call_is_not_played_at_the_smokers_table() -> None:
    """§ 2.1: "En spiller kan kræve": at any time before it begins. The call is withdrawn, and nobody was late."""
    desk = hall(tables=(acts.Place(id="s1", smoke_free=False), acts.Place(id="n1")))
    one, two = desk.players(FIRST)
    desk.call(FIRST, "s1")
    desk.do(acts.DemandSmokeFree(one), by=one)
    desk.refused(acts.BeginMatch(FIRST), "T2.1", "smoke_free_demanded", by="kai")
    desk.do(acts.WithdrawCall(FIRST, "smoke-free"), by="kai")
    desk.refused(acts.ReportAbsence(FIRST, desk.e(one)), "T2.2.iv", by=two)
    desk.call(FIRST, "n1")
    desk.do(acts.BeginMatch(FIRST), by="kai")


@pytest.mark.rule("T2.2.iv")
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_are_both_too_late_nobody_wins_whoever_is_looked_at_first(first: int) -> None:
    """§ 2.2 (iv): each has lost the match with points for more than half its length."""
    desk = hall()
    names = desk.players(FIRST)
    desk.call(FIRST)
    for name in names:
        desk.do(acts.ReportAbsence(FIRST, desk.e(name)), by="kai")
    desk.do(acts.ApplyLatePenalty(FIRST, desk.e(names[first])), at=desk.at + 20 * MINUTE)
    match = desk.match(FIRST).match
    assert match.confirmed is not None
    assert (match.confirmed.result.winner, match.confirmed.result.how) == (None, Ended.NOBODY)
    assert match.points == {desk.e(name): 4 for name in names}


@pytest.mark.rule("T2.2.iv")
def test_who_came_in_time_for_less_wins_against_who_did_not_come() -> None:
    desk = hall()
    one, two = desk.players(FIRST)
    desk.call(FIRST)
    for name in (one, two):
        desk.do(acts.ReportAbsence(FIRST, desk.e(name)), by="kai")
    desk.do(acts.Arrive(FIRST, desk.e(two)), by=two, at=desk.at + 7 * MINUTE)
    desk.do(acts.ApplyLatePenalty(FIRST, desk.e(one)), at=desk.at + 13 * MINUTE)
    match = desk.match(FIRST).match
    assert match.confirmed is not None
    assert match.confirmed.result.winner == 1
    assert match.points == {desk.e(one): 4, desk.e(two): 1}


@pytest.mark.rule("T3.8")
def test_only_a_ruling_on_board_and_stream_is_final_and_it_always_is() -> None:
    """§ 3.8: "En sådan beslutning kan ikke appelleres"; § 5.2: any other can."""
    desk = hall()
    one, _ = playing(desk)
    desk.do(acts.OpenCase("T4.4.ix", "the cube", FIRST), by=one)
    desk.refused(acts.RuleCase("c1", "T4.4.ix", "it shows 4", "I saw it", final=True), "T5.2", "bad_value")
    desk.do(acts.RuleCase("c1", "T4.4.ix", "it shows 4", "I saw it"))
    desk.do(acts.Appeal("c1"), by=one)
    desk.do(acts.OpenCase("T3.8", "not on camera", FIRST), by=one)
    desk.do(acts.RuleCase("c2", "T3.8", "on board one", "the stream"))
    desk.refused(acts.Appeal("c2"), "T3.8", "ruling_is_final", by=one)


@pytest.mark.rule("T4.5")
def test_of_two_who_agreed_on_a_result_and_are_both_disqualified_nobody_wins() -> None:
    """§ 4.5: "diskvalificering af en eller begge spillere"."""
    desk = hall()
    one, two = playing(desk)
    for name in (one, two):
        desk.do(acts.Penalise(name, PenaltyKind.DISQUALIFY, "T4.5", "they agreed", FIRST, Scope.MATCH))
    result = desk.match(FIRST).match.confirmed
    assert result is not None
    assert (result.result.winner, result.result.how) == (None, Ended.NOBODY)
    desk.play("open/main.1.2")
    assert desk.match("open/main.2.1").where == "no_match"


def test_but_a_match_that_has_begun_since_is_left_to_the_director() -> None:
    desk = hall()
    one, two = playing(desk)
    desk.do(acts.Penalise(one, PenaltyKind.DISQUALIFY, "T4.5", "they agreed", FIRST, Scope.MATCH))
    desk.play("open/main.1.2")
    desk.begin("open/main.2.1")
    desk.do(acts.Penalise(two, PenaltyKind.DISQUALIFY, "T4.5", "they agreed", FIRST, Scope.MATCH))
    assert desk.match("open/main.2.1").where == "playing"


def test_what_is_opened_after_an_undo_takes_no_number_that_is_in_use() -> None:
    desk = hall()
    one, two = playing(desk)
    playing(desk, "open/main.1.2")
    desk.do(acts.OpenCase("T5.1", "the first", FIRST))
    opened = desk.last_act
    desk.do(acts.OpenCase("T5.1", "the second", "open/main.1.2"))
    desk.do(acts.Undo(opened))
    desk.do(acts.OpenCase("T5.1", "the third", FIRST))
    assert [case.statements[0].text for case in desk.state.cases.values()] == ["the second", "the third"]
    desk.do(acts.Penalise(one, PenaltyKind.WARNING, "T1.7.i", "one", FIRST))
    warned = desk.last_act
    desk.do(acts.Penalise(two, PenaltyKind.WARNING, "T1.7.i", "two", FIRST))
    desk.do(acts.Undo(warned))
    desk.do(acts.Penalise(one, PenaltyKind.WARNING, "T1.7.i", "three", FIRST))
    assert [penalty.reason for penalty in desk.state.penalties.values()] == ["two", "three"]
    desk.checked()


LATE = {
    "consolation": DivisionTerms(
        id="open",
        format=Format.CONSOLATION,
        stages=tuple(Stage(id=id, length=3) for id in ("main", "consolation", "last_chance")),
    ),
    "double": DivisionTerms(
        id="open",
        format=Format.DOUBLE,
        stages=tuple(Stage(id=id, length=3) for id in ("main", "losers", "final")),
    ),
}


@pytest.mark.parametrize("format", LATE)
@pytest.mark.parametrize("players", [7, 13])
def test_who_loses_to_a_late_entrant_finds_a_place_where_the_others_drop(format: str, players: int) -> None:
    desk = hall(*(f"p{n}" for n in range(players)), division=LATE[format])
    desk.enter("late")
    bye = next(each for each in desk.flow.of("open") if each.where == "no_match" and each.pairing.stage == "main")
    desk.do(acts.PlaceLateEntry(desk.e("late"), bye.id, reason="their train was late"))
    desk.play_on()
    stood = {
        slot.entrant
        for each in desk.flow.of("open")
        if each.pairing.stage in ("consolation", "losers")
        for slot in each.slots
        if isinstance(slot, Known)
    }
    late = desk.match(bye.id)
    assert late.players is not None
    assert late.outcome is not None
    assert late.outcome.winner is not None
    assert late.players[1 - late.outcome.winner] in stood
    desk.checked()


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.GROUPS])
def test_two_who_change_places_where_everybody_meets_everybody_change_them_in_all_matches(format: Format) -> None:
    stages = tuple(Stage(id=id, length=3) for id in ("groups", "main"))
    terms = DivisionTerms(id="open", format=format, stages=stages, groups=2 if format is Format.GROUPS else None)
    desk = hall(*(f"p{n}" for n in range(6)), division=terms)
    here = desk.state.divisions["open"].pairings
    one = here[0].sources[0]
    others = [s for p in here if p.stage != here[0].stage or format is Format.ROUND_ROBIN for s in p.sources]
    two = next(s for s in others if hasattr(s, "entrant") and s != one)
    desk.do(acts.SwapEntrants("open", one.entrant, two.entrant, "they travel together"))  # type: ignore[union-attr]
    after = desk.state.divisions["open"].pairings
    for stage in dict.fromkeys(p.stage for p in after if all(hasattr(s, "entrant") for s in p.sources)):
        all_meet_all([p for p in after if p.stage == stage], 1)
    desk.play(next(each.id for each in desk.flow.ready))
    swapped = acts.SwapEntrants("open", one.entrant, two.entrant, "back again")  # type: ignore[union-attr]
    begun = {entry for each in desk.flow.of("open") if each.match.players for entry in each.match.players}
    if {one.entrant, two.entrant} & begun:  # type: ignore[union-attr]
        desk.refused(swapped, "T1.1", "match_begun")


WARNED_THEN_POINTS = ["T4.2.i", "T4.2.ii", "T4.2.iii.d", "T4.2.v", "T4.3.i"]


@pytest.mark.rule(*WARNED_THEN_POINTS)
@pytest.mark.parametrize("rule", WARNED_THEN_POINTS)
def test_what_is_done_again_and_again_is_warned_of_then_costs_points_and_no_more(rule: str) -> None:
    """§ 4.2 (i), (ii), (iii) (d), (v), § 4.3 (i): "først ... en advarsel og derefter ... strafpoint"."""
    desk = hall()
    one, _ = playing(desk)
    points = acts.Penalise(one, PenaltyKind.POINTS, rule, "again", FIRST, points=1)
    desk.refused(points, rule, "warn_first")
    desk.do(acts.Penalise(one, PenaltyKind.WARNING, rule, "twice by now", FIRST))
    desk.do(points)
    assert desk.match(FIRST).match.points == {desk.e(one): 1}
    for kind in (PenaltyKind.LOSE_GAME, PenaltyKind.LOSE_MATCH, PenaltyKind.DISQUALIFY):
        desk.refused(acts.Penalise(one, kind, rule, "again", FIRST), rule, "penalty_not_in_clause")


@pytest.mark.rule("T4.3.iv", shows="answers")
def test_who_lets_the_wrong_clock_run_may_be_given_any_of_six_penalties_and_a_game_lost_ends_no_match() -> None:
    """§ 4.3 (iv): "advarsel, ... strafpoint, taber partiet, taber kampen eller diskvalificeres fra turneringen. I
    særlige tilfælde ... udelukkes midlertidigt eller permanent"."""
    kinds = [PenaltyKind.WARNING, PenaltyKind.LOSE_GAME, PenaltyKind.LOSE_MATCH]
    for kind in kinds:
        desk = hall()
        one, _ = playing(desk)
        desk.do(acts.Penalise(one, kind, "T4.3.iv", "saw it", FIRST))
        assert (desk.match(FIRST).where == "done") == (kind is PenaltyKind.LOSE_MATCH)
    desk = hall()
    one, two = playing(desk)
    desk.do(acts.Penalise(one, PenaltyKind.POINTS, "T4.3.iv", "saw it", FIRST, points=2))
    for until in (desk.at + MINUTE, None):
        out = acts.Penalise(two, PenaltyKind.EXCLUDE, "T4.3.iv", "saw it", None, Scope.LATER, until=until)
        assert not isinstance(desk.said(out), Refused)
    expelled = acts.Penalise(two, PenaltyKind.EXPEL, "T4.3.iv", "saw it", FIRST, Scope.TOURNAMENT)
    desk.refused(expelled, "T4.3.iv", "penalty_not_in_clause")


@pytest.mark.rule("T4.4.iv", shows="refused")
def test_who_keeps_quiet_about_a_double_in_the_crawford_game_loses_the_match_or_is_out_and_nothing_less() -> None:
    """§ 4.4 (iv): "kan det medføre, at en sådan spiller taber kampen og eventuelt diskvalificeres"."""
    desk = hall()
    one, _ = playing(desk)
    for kind, points in ((PenaltyKind.WARNING, 0), (PenaltyKind.POINTS, 1), (PenaltyKind.LOSE_GAME, 0)):
        penalty = acts.Penalise(one, kind, "T4.4.iv", "saw it", FIRST, points=points)
        desk.refused(penalty, "T4.4.iv", "penalty_not_in_clause")
    desk.do(acts.Penalise(one, PenaltyKind.LOSE_MATCH, "T4.4.iv", "saw it", FIRST))
    assert desk.match(FIRST).where == "done"


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_match_lost_on_time_counts_is_rated_and_its_loser_drops() -> None:
    """§ 4.3 (iii): "Spilleren, hvis tid er opbrugt, har tabt kampen"; § 4.5 names it beside a match played out."""
    stages = (Stage(id="main", length=7), Stage(id="consolation", length=5))
    names = [f"p{n}" for n in range(8)]
    desk = hall(*names, division=DivisionTerms(id="open", format=Format.CONSOLATION, stages=stages))
    one, two = playing(desk)
    players = desk.match(FIRST).players
    assert players is not None
    lost = acts.ReportResult(FIRST, players, (3, 2), Ended.FORFEIT, 1, "time", confirms=True)
    desk.do(lost)
    change = desk.change(FIRST, **{one: 100_000, two: 100_000})
    assert change[0] > 0 > change[1]
    stands = {slot.entrant for m in desk.flow.of("open") for slot in m.slots if isinstance(slot, Known)}
    assert {desk.e(one), desk.e(two)} <= stands
    below = [m for m in desk.flow.of("open") if m.pairing.stage == "consolation"]
    assert any(Known(desk.e(one)) in m.slots for m in below)


@pytest.mark.rule("T4.4.iv", "T4.4.vii", shows="allowed")
def test_a_match_whose_last_game_is_corrected_goes_on_in_the_tournament_too() -> None:
    """§ 4.4 (iv) (c): "korrigeres spillernes scorekort ... og kampen genoptages"."""
    desk = hall()
    one, two = playing(desk)
    desk.score(FIRST, one, 5)
    assert desk.match("open/main.2.1").slots[0] == Known(desk.e(one))
    desk.refused(acts.ReopenResult(FIRST), "T1.3.i", "not_your_role")
    desk.do(acts.ReopenResult(FIRST), by=SYSTEM)
    assert desk.match(FIRST).where == "playing"
    assert desk.match("open/main.2.1").where == "waits"
    desk.score(FIRST, two, 6)

    # where the winner has begun the next match, it is a question to the director
    desk.play("open/main.1.2")
    desk.begin("open/main.2.1")
    desk.do(acts.ReopenResult(FIRST), by=SYSTEM)
    assert desk.match(FIRST).where == "done"
    (item,) = desk.items("correction")
    assert (item.rule, item.facts, set(item.people)) == ("T4.4.iv", {"case": ""}, {one, two})
    desk.do(acts.RefuseCorrection(FIRST, "both agreed to play on"))
    assert desk.items("correction") == []
    desk.checked()
