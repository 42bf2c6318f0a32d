"""Evening 11: two of the staff at once. Nothing is lost, and every act is under its person's name."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, now
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.preview import preview
from tavl.tournament.view import view
from tests.tournament.desk import SEED, By, Hall


@pytest.fixture
def hall() -> Hall:
    """A Swiss of eight: tables 7 to 10 play the first round."""
    made = Hall(DivisionTerms(id="open", format=Format.SWISS, rounds=3, stages=(Stage(id="swiss", length=7),)))
    for name in ("anna", "bo", "carl", "dan", "eva", "finn", "gert", "hans"):
        made.do(acts.CheckIn(made.enter(name)))
    made.do(acts.SetPlaces(tuple(acts.Place(id=f"t{n}") for n in range(7, 11))))
    made.do(acts.MakeDraw("open"), chance=SEED)
    made.do(acts.AnnounceDraw("open", made.at))
    for match in [each.id for each in made.flow.ready]:
        made.begin(match)
    return made


def at_table(hall: Hall, table: str) -> str:
    return next(each.id for each in hall.flow.standings.values() if each.match.place == table)


def report(hall: Hall, match: str, score: tuple[int, int], by: str, seen: int | None = None) -> list[object]:
    players = hall.match(match).players
    assert players is not None
    return hall.do(acts.ReportResult(match, players, score, seen=seen), by=by)


@pytest.mark.rule("T4.6")
def test_two_different_results_are_both_kept_and_none_is_published(hall):
    table7 = at_table(hall, "t7")
    seen = hall.match(table7).match.version
    report(hall, table7, (7, 5), "ida", seen)
    report(hall, table7, (5, 7), "jens", seen)
    standing = hall.match(table7)
    assert standing.where is Where.DIFFERS
    assert [(r.by, r.result.score) for r in standing.match.reports] == [("ida", (7, 5)), ("jens", (5, 7))]
    item = now(hall.state, hall.at)[0]
    assert (item.kind, item.id, item.people) == ("results_differ", table7, ("ida", "jens"))
    public = view(hall.state, By("siri"), hall.at).divisions[0].matches
    assert next(m for m in public if m.id == table7).score is None


def test_the_next_round_waits_for_the_table_that_is_not_settled(hall):
    table7 = at_table(hall, "t7")
    report(hall, table7, (7, 5), "ida")
    report(hall, table7, (5, 7), "jens")
    for table in ("t8", "t9", "t10"):
        match = at_table(hall, table)
        hall.score(match, hall.players(match)[0], 3)
    hall.refused(acts.MakeDraw("open"), "T4.6", "waits_for_match", match=table7)


@pytest.mark.rule("T4.6")
def test_the_same_result_twice_confirms_it(hall):
    table8 = at_table(hall, "t8")
    assert [event.__class__.__name__ for event in report(hall, table8, (7, 3), "ida")] == ["ResultReported"]
    events = report(hall, table8, (7, 3), "jens")
    assert [event.__class__.__name__ for event in events] == ["ResultReported", "ResultConfirmed"]
    assert hall.match(table8).where is Where.DONE


@pytest.mark.rule("T4.6")
def test_the_desk_and_both_phones_confirm_each_other(hall):
    table9 = at_table(hall, "t9")
    one, two = hall.players(table9)
    report(hall, table9, (7, 6), "kai")
    report(hall, table9, (7, 6), one)
    assert hall.match(table9).where is Where.DONE
    assert report(hall, table9, (7, 6), two, seen=0) == [hall.log[-1][0]]  # it changes nothing any more
    assert len(hall.match(table9).match.reports) == 3


@pytest.mark.rule("T4.6")
def test_the_director_asks_and_settles_what_differed(hall):
    table7 = at_table(hall, "t7")
    report(hall, table7, (7, 5), "ida")
    report(hall, table7, (5, 7), "jens")
    for name in hall.players(table7):
        report(hall, table7, (7, 5), name)
    hall.refused(acts.ConfirmResult(table7), "T4.6", "results_differ")
    hall.do(acts.ConfirmResult(table7, report=1, reason="both cards say so"), by="jens")
    assert hall.match(table7).match.confirmed.result.score == (7, 5)


def test_a_published_result_contradicted_by_one_who_had_not_seen_it_is_taken_off_the_board(hall):
    table7 = at_table(hall, "t7")
    seen = hall.match(table7).match.version
    players = hall.match(table7).players
    hall.do(acts.ReportResult(table7, players, (7, 5), confirms=True, seen=seen), by="ida")
    hall.do(acts.ReportResult(table7, players, (5, 7), confirms=True, seen=seen), by="jens")
    assert hall.match(table7).where is Where.DIFFERS
    assert hall.match(table7).outcome is None


def test_undo_takes_back_ones_own_acts_only_and_says_what_stands_on_them(hall):
    matches = [at_table(hall, f"t{n}") for n in range(7, 11)]
    for match in matches:
        hall.score(match, hall.players(match)[0], 3, by="jens")
    scored = [act.id for act in hall.state.journal if act.person == "jens"]
    hall.do(acts.MakeDraw("open"), by="ida", chance=SEED)
    hall.do(acts.CheckIn(hall.enter("iben")), by="jens")
    told = hall.refused(acts.Undo(hall.state.journal[-1].id), "T1.3.i", "not_your_act", by="ida", person="jens")
    assert told.facts == {"person": "jens"}
    asked = preview(hall.state, acts.Undo(hall.state.journal[-1].id), By("jens"), hall.at)
    assert asked.people == ("iben",)
    hall.do(acts.Undo(hall.state.journal[-1].id), by="jens")
    assert not hall.state.entries[hall.e("iben")].checked_in
    refusal = hall.refused(acts.Undo(scored[-1]), "T1.3.i", "something_stands_on_it", by="jens")
    assert refusal.facts == {"what": "draw of round 2 (ida)"}
    hall.checked()


@pytest.mark.rule("T1.3.i", "T1.6.i")
def test_a_player_has_no_desk_and_a_spectator_no_score(hall):
    table7 = at_table(hall, "t7")
    player = hall.players(table7)[0]
    players = hall.match(table7).players
    hall.refused(acts.ConfirmResult(table7), "T1.3.i", "not_your_role", by=player)
    hall.refused(acts.MakeDraw("open"), "T1.3.i", by=player)
    hall.refused(acts.ReportResult(table7, players, (7, 5)), "T1.6.i", by="siri")
    other = hall.players(at_table(hall, "t8"))[0]
    hall.refused(acts.ReportResult(table7, players, (7, 5)), "T1.6.i", "not_your_match", by=other)


@pytest.mark.rule("T5.1", shows="answers")
def test_a_director_does_not_rule_in_their_own_match(hall):
    hall.do(acts.StateLicences(("ida", "jens", "anna")), by=By("", acts.Office.FEDERATION))
    hall.do(acts.Appoint("anna", acts.Role.DIRECTOR))
    match = hall.match_of("anna")
    (opened,) = hall.do(acts.OpenCase("T4.7", "the score", match), by="anna")
    hall.refused(acts.RuleCase(opened.case, "T4.7", "5-4", "her card"), "T5.1", "party_cannot_rule", by="anna")
    hall.do(acts.RuleCase(opened.case, "T4.7", "5-4", "the card of the player behind"), by="jens")
    assert hall.state.cases[opened.case].ruled_by == "jens"
    players = hall.match(match).players
    hall.do(acts.ReportResult(match, players, (7, 5), confirms=True), by="anna")
    hall.refused(acts.ConfirmResult(match), "T5.1", "party_cannot_rule", by="anna")


def test_every_act_is_under_its_persons_name(hall):
    report(hall, at_table(hall, "t7"), (7, 5), "ida")
    report(hall, at_table(hall, "t8"), (7, 5), "jens")
    assert [(act.person, act.events) for act in hall.state.journal[-2:]] == [
        ("ida", ("result_reported",)),
        ("jens", ("result_reported",)),
    ]
    hall.three_checks()
