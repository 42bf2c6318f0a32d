"""The rating list from reports, its corrections, and the standings of a season."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.organisation import acts, decide, rating_list, season_standings, view
from tavl.organisation.acts import Admission
from tavl.organisation.charter import SanctionedClass
from tavl.organisation.state import Organisation
from tavl.rating.counted_matches import Match, NotRatedReason
from tavl.rules.refusal import Refused
from tavl.tournament import By
from tavl.tournament.standings.series import PointRules
from tests.organisation.secretariat import DAY, SYSTEM, Secretariat, federation, match, night


def ratings(organisation: Organisation) -> dict[str, int]:
    formula = organisation.charter.rules.formula
    return {p: each.points(formula) for p, each in rating_list(organisation).list.standings.items()}


@pytest.mark.rule("T5.5.ii", shows="allowed")
def test_a_report_counts_by_the_published_example_and_made_twice_changes_nothing():
    """backgammon.dk, Rangliste, Beregning af rating: 1100 against 1000 to 9 points, 3.73 or 5.27."""
    office = Secretariat()
    office.do(acts.SetStartingRating(person="anna", rating=110_000, reason="the old list"))
    final = match("open/main.1.1", "anna", "bo")
    office.receive("t1", final)
    assert ratings(office.now) == {"anna": 110_373, "bo": 99_627}
    before = office.now
    office.receive("t1", final)
    assert office.now == before
    office.do(acts.CorrectMatch(tournament="t1", match=final.id, winners=("bo",), losers=("anna",), reason="mistyped"))
    assert ratings(office.now) == {"anna": 109_473, "bo": 100_527}
    (line,) = view(office.now, By("lone"), office.at).desk.reports  # type: ignore[union-attr]
    assert [(each.match.winners, each.reason) for each in line.corrections] == [(("bo",), "mistyped")]
    office.do(acts.CorrectMatch(tournament="t1", match=final.id, void=True, reason="never played"))
    assert ratings(office.now) == {"anna": 110_000, "bo": 100_000}
    office.refused(
        acts.CorrectMatch(tournament="t1", match="x", reason="x", winners=("bo",), losers=("anna",)),
        "T4.6",
        "no_such_match",
    )
    same = acts.CorrectMatch(tournament="t1", match=final.id, void=True, reason="x")
    office.refused(same, "T4.6", "nothing_changes")
    office.check_replay()


@pytest.mark.rule("T1.1")
def test_only_members_in_sanctioned_tournaments_of_a_rated_class_count_for_the_federation():
    blitz = SanctionedClass(id="blitz", rated=False)
    office = Secretariat(federation(classes=(SanctionedClass(id="open"), blitz)))
    office.receive("t1", match("m1", "anna", "guest"), match("m2", "anna", "bo", sanctioned=False))
    office.receive("t2", match("m1", "anna", "bo"), sanctioned_class="blitz")
    office.receive("t3", match("m1", "anna", "bo"), sanctioned_class="of somebody else")
    because = {each.match: each.because for each in rating_list(office.now).list.lines}
    assert because == {
        "t1:m1": NotRatedReason.GUEST,
        "t1:m2": NotRatedReason.UNSANCTIONED,
        "t2:m1": NotRatedReason.UNRATED,
        "t3:m1": NotRatedReason.UNSANCTIONED,
    }


def test_a_file_from_elsewhere_counts_once_an_officer_has_accepted_it():
    office = Secretariat()
    office.receive("t1", match("m1", "anna", "bo"), by="mads", elsewhere=True)
    assert rating_list(office.now).list.lines == ()
    office.do(acts.AcceptReport(tournament="t1"), by="mads")
    assert [each.counts for each in rating_list(office.now).list.lines] == [True]
    office.refused(acts.AcceptReport(tournament="t1"), "T5.5.ii", "done_already")
    office.refused(acts.ReturnReport(tournament="t1", reason=""), "T5.5.ii", "reason_missing")
    office.do(acts.ReturnReport(tournament="t1", reason="table 4 is missing"))
    assert rating_list(office.now).list.lines == ()
    office.refused(acts.AcceptReport(tournament="t9"), "T5.5.ii", "no_such_report")
    refused = office.refused(
        acts.ReceiveReport(title="x", submission=acts.Submission(tournament="t")), "T5.5.ii", "officers_only", by="anna"
    )
    assert refused.facts["role"] == "member"
    office.check_replay()


PEOPLE = ("anna", "bo", "carl", "dan")


@st.composite
def _acts(draw: st.DrawFn) -> acts.AnyAction:
    who = st.sampled_from(PEOPLE)
    one, two = draw(st.permutations(PEOPLE))[:2]
    tournament = draw(st.sampled_from(("t1", "t2")))
    match draw(st.integers(0, 6)):
        case 0 | 1:
            ended = draw(st.integers(6, 9)) * DAY
            played = tuple(_match(n, *draw(st.permutations(PEOPLE))[:2], ended) for n in range(draw(st.integers(0, 3))))
            nights = (night({p: draw(st.integers(0, 2)) for p in PEOPLE[:3]}),)
            sent = acts.Submission(
                tournament=tournament, sanctioned=True, sanctioned_class="open", matches=played, nights=nights
            )
            return acts.ReceiveReport(title="T", submission=sent)
        case 2:
            return acts.CorrectMatch(tournament=tournament, match="m0", winners=(one,), losers=(two,), reason="r")
        case 3:
            return acts.ReturnReport(tournament=tournament, reason="r")
        case 4:
            since = draw(st.integers(0, 8)) * DAY
            return acts.AdmitMembers(members=(Admission(person=draw(who), since=since, rating=105_000),))
        case 5:
            return acts.MergePeople(entry=one, into=two)
        case _:
            return acts.SeparatePeople(entry=one, reason="r")


def _match(n: int, winner: str, loser: str, ended: int) -> Match:
    return match(f"m{n}", winner, loser, 5 + n, ended + n)


@settings(max_examples=60, deadline=None)
@given(st.lists(_acts(), max_size=12))
def test_whatever_happens_the_list_continued_is_the_list_computed_and_replay_gives_the_same(
    wishes: list[acts.AnyAction],
) -> None:
    office = Secretariat()
    office.do(acts.OpenSeries(series="cup", name="Cup", classes=("open",), points=PointRules(best=2)))
    kept = rating_list(office.now)
    for wish in wishes:
        by = SYSTEM if isinstance(wish, acts.ReceiveReport) else "lone"
        if not isinstance(decide(office.now, wish, By(by) if isinstance(by, str) else by, office.at), Refused):
            office.do(wish, by)
        kept = rating_list(office.now, kept)
        assert kept.list == rating_list(office.now).list
    office.check_replay()
    lines = season_standings(office.now, office.now.series["cup"])
    assert sum(len(each.by_night) for each in lines) >= len(lines)
    assert len({each.person for each in lines}) == len(lines)
    assert not {each.person for each in lines} & set(office.now.merged)


def test_a_season_counts_the_best_two_of_three_and_drops_the_worst():
    office = Secretariat()
    points = PointRules(coming=1, win=2, places=(10, 5), best=2)
    office.do(acts.OpenSeries(series="cup", name="Cup 2026", points=points, classes=("open",), until=30 * DAY))
    for number, wins in enumerate((3, 1, 2), start=1):
        nights = (night({"anna": wins, "bo": 0}, {"anna": 1, "bo": 2}),)
        office.receive(f"t{number}", nights=nights, starts_at=number * DAY)
    office.receive("t9", nights=(night({"bo": 9}),), starts_at=40 * DAY)  # after its time
    first, second = season_standings(office.now, office.now.series["cup"])
    assert (first.person, first.points, first.dropped) == ("anna", 17 + 15, ("t2/open",))
    assert (second.person, second.points) == ("bo", 12)
    office.do(acts.AddToSeries(series="cup", tournament="t9"))
    first, second = season_standings(office.now, office.now.series["cup"])
    assert (second.person, second.points) == ("bo", 6 + 19)
    office.do(acts.TakeFromSeries(series="cup", tournament="t9"))
    office.do(acts.MergePeople(entry="bo", into="anna"))
    (only,) = season_standings(office.now, office.now.series["cup"])
    assert only.points == 32
    office.check_replay()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"series": "A b"}, "bad_value"),
        ({"name": ""}, "bad_value"),
        ({"points": PointRules(win=-1)}, "bad_value"),
        ({"points": PointRules(best=0)}, "bad_value"),
        ({"since": 5, "until": 5}, "bad_value"),
        ({"classes": ("nothing",)}, "no_such_class"),
    ],
)
def test_a_series_with_a_fault_is_refused(changes: dict[str, object], code: str):
    wish = acts.OpenSeries(**{"series": "cup", "name": "Cup", **changes})  # type: ignore[arg-type]
    Secretariat().refused(wish, "T1.1", code)


def test_a_series_that_is_not_there_is_not_changed():
    office = Secretariat()
    for wish in (
        acts.ChangeSeries(series="cup", name="Cup"),
        acts.AddToSeries(series="cup", tournament="t1"),
        acts.TakeFromSeries(series="cup", tournament="t1"),
    ):
        office.refused(wish, "T1.1", "no_such_series")
    office.do(acts.OpenSeries(series="cup", name="Cup"))
    office.refused(acts.OpenSeries(series="cup", name="Cup"), "T1.1", "done_already")
    office.do(acts.AddToSeries(series="cup", tournament="t1", division="open"))
    office.do(acts.ChangeSeries(series="cup", name="Cup II"))
    assert (office.now.series["cup"].name, office.now.series["cup"].added) == ("Cup II", {"t1": "open"})
    office.check_replay()
