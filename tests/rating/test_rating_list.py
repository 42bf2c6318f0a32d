"""A federation's or a club's list: what counts, what does not and why, in whatever order it came."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.rating import DANISH, FIBS, Standing
from tavl.rating.counted_matches import Ending, Judge, ListError, Match, Member, Members, NotRatedReason, Period, Rules
from tavl.rating.rating_list import RatingList, compute, compute_from, ranking

CLUB = Rules(sanctioned_only=False)
FEDERATION = Rules()
ALL = Members(members=tuple(Member(person=person) for person in ("anna", "bo", "cleo", "dan")))


def match(name: str, winner: str, loser: str, *, at: int = 10, length: int = 5, **more: object) -> Match:
    return Match(id=name, ended=at, winners=(winner,), losers=(loser,), length=length, **more)  # type: ignore[arg-type]


def starting(**ratings: int) -> dict[str, Standing]:
    return {person: Standing(rating, 500) for person, rating in ratings.items()}


def rating(found: RatingList, person: str) -> int | None:
    return found.standings[person].rating


def test_two_equals_to_five_points() -> None:
    people = replace(ALL, starting=starting(anna=104310, bo=104310))
    found = compute([match("1", "anna", "bo")], people, CLUB)
    assert (rating(found, "anna"), rating(found, "bo")) == (104560, 104060)
    assert found.lines[0].counts
    assert (found.lines[0].who, found.lines[0].change) == (("anna", "bo"), 250)


def test_a_club_night_with_a_guest() -> None:
    pairs = [("anna", "bo"), ("cleo", "dan"), ("anna", "cleo"), ("bo", "dan")]
    night = [match(f"m{n:02}", *pairs[n % 4], at=n, sanctioned=False) for n in range(17)]
    night += [match(f"g{n}", "gæst", "anna", at=30 + n, sanctioned=False) for n in range(5)]
    own = compute(night, ALL, CLUB)
    assert sum(line.counts for line in own.lines) == 17
    assert [(line.because, line.who) for line in own.lines if not line.counts] == [
        (NotRatedReason.GUEST, ("gæst",))
    ] * 5
    assert "gæst" not in own.standings
    federation = compute(night, ALL, FEDERATION)
    assert [line.because for line in federation.lines] == [NotRatedReason.UNSANCTIONED] * 22
    assert {standing.rating for standing in federation.standings.values()} == {None}


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (match("1", "anna", "bo", void=True), NotRatedReason.VOID),
        (match("1", "anna", "bo", ending=Ending.WALKOVER), NotRatedReason.WALKOVER),
        (match("1", "anna", "bo", ending=Ending.DISQUALIFIED, begun=False), NotRatedReason.WALKOVER),
        (match("1", "anna", "bo", ending=Ending.DISQUALIFIED), None),
        (match("1", "anna", "bo", ending=Ending.FORFEITED), None),
        (Match(id="1", ended=1, winners=(), losers=("bo",), length=5), NotRatedReason.NO_WINNER),
        (Match(id="1", ended=1, winners=("anna", "bo"), losers=("cleo", "dan"), length=9), NotRatedReason.TEAM),
        (match("1", "anna", "bo", rated=False), NotRatedReason.UNRATED),
        (match("1", "anna", "bo", sanctioned=False), NotRatedReason.UNSANCTIONED),
        (match("1", "anna", "bo", at=-1), NotRatedReason.BEFORE_LIST),
        (match("1", "anna", "anna"), NotRatedReason.SAME_PERSON),
        (match("1", "anna", "eva"), NotRatedReason.GUEST),
        (match("1", "anna", "bo"), None),
    ],
)
def test_each_match_counts_or_does_not_because(result: Match, reason: NotRatedReason | None) -> None:
    found = Judge(ALL, FEDERATION).why_not(result)
    assert (found[0] if found else None) is reason
    assert compute([result], ALL, FEDERATION).lines[0].because is reason


@pytest.mark.rule("T1.1")
def test_an_unsanctioned_tournament_counts_for_a_club_and_not_for_the_federation() -> None:
    played = match("1", "anna", "bo", sanctioned=False)
    assert Judge(ALL, FEDERATION).why_not(played) == (NotRatedReason.UNSANCTIONED, ())
    assert Judge(ALL, CLUB).why_not(played) is None


def test_membership_is_that_of_the_day_the_match_ended() -> None:
    lapsed = Member(person="anna", periods=(Period(0, 100), Period(200)))
    people = Members(members=(lapsed, Member(person="bo")))
    verdicts = [Judge(people, FEDERATION).why_not(match("1", "anna", "bo", at=at)) for at in (99, 100, 199, 200)]
    assert verdicts == [None, (NotRatedReason.GUEST, ("anna",)), (NotRatedReason.GUEST, ("anna",)), None]


def test_matches_are_taken_in_the_order_in_which_they_ended() -> None:
    first, second = match("b", "anna", "bo", at=10), match("a", "bo", "cleo", at=20)
    found = compute([second, first], ALL, FEDERATION)
    assert [line.match for line in found.lines] == ["b", "a"]
    assert found == compute([first, second], ALL, FEDERATION)
    assert (rating(found, "anna"), rating(found, "bo"), rating(found, "cleo")) == (100250, 100001, 99749)


def test_a_late_correction_is_computed_from_its_date() -> None:
    people = replace(ALL, starting=starting(anna=108820, bo=114000))
    wrong = [
        match("1", "cleo", "dan", at=5),
        match("2", "bo", "anna", at=10, length=7),
        match("3", "bo", "cleo", at=20),
    ]
    old = compute(wrong, people, FEDERATION)
    assert (rating(old, "anna"), old.lines[1].change) == (108498, 322)
    right = [wrong[0], match("2", "anna", "bo", at=10, length=7), wrong[2]]
    new = compute_from(old, 10, right, people, FEDERATION)
    assert new == compute(right, people, FEDERATION)
    assert (rating(new, "anna"), new.lines[1].change) == (109198, 378)
    assert new.lines[0] is old.lines[0]
    assert new.standings["dan"] == old.standings["dan"]


def test_a_correction_that_reaches_back_further_is_refused() -> None:
    played = [match("1", "anna", "bo", at=5), match("2", "anna", "bo", at=10)]
    old = compute(played, ALL, FEDERATION)
    moved = [match("1", "anna", "bo", at=15), played[1]]
    with pytest.raises(ListError, match="changed_before: 1"):
        compute_from(old, 10, moved, ALL, FEDERATION)


def test_two_entries_of_one_person_are_merged() -> None:
    played = [match("1", "anna", "bo", at=1), match("2", "ann", "bo", at=2), match("3", "ann", "anna", at=3)]
    people = replace(ALL, merged={"ann": "anni", "anni": "anna"})
    found = compute(played, people, FEDERATION)
    assert [line.because for line in found.lines] == [None, None, NotRatedReason.SAME_PERSON]
    assert found.standings["anna"].matches == 2
    assert {"ann", "anni"}.isdisjoint(found.standings)
    with pytest.raises(ListError, match="merged_in_a_circle"):
        compute(played, replace(ALL, merged={"ann": "anna", "anna": "ann"}), FEDERATION)


def test_of_two_starting_ratings_that_of_the_entry_that_stays_counts() -> None:
    people = replace(ALL, starting=starting(anna=110_000, ann=90_000, zoe=95_000), merged={"ann": "anna", "zoe": "dan"})
    found = compute([], people, FEDERATION)
    assert (rating(found, "anna"), rating(found, "dan")) == (110_000, 95_000)


def test_a_merged_entry_brings_its_membership_along() -> None:
    people = Members(members=(Member(person="ann"), Member(person="bo")), merged={"ann": "anna"})
    assert Judge(people, FEDERATION).why_not(match("1", "anna", "bo")) is None


def test_the_ranking_shares_places_and_leaves_out_who_has_not_played() -> None:
    found = compute([match("1", "anna", "bo", at=1), match("2", "cleo", "bo", at=2)], ALL, FEDERATION)
    equal = replace(found, standings={**found.standings, "cleo": found.standings["anna"]})
    assert [(row.place, row.person) for row in ranking(equal, FEDERATION)] == [(1, "anna"), (1, "cleo"), (3, "bo")]
    assert ranking(found, Rules(formula=FIBS)) == ()  # too little experience


@pytest.mark.parametrize(
    ("played", "code"),
    [
        ([match("1", "anna", "bo"), match("1", "bo", "anna")], "match_twice"),
        ([match("1", "a", "b", length=0)], "bad_length"),
    ],
)
def test_what_cannot_be_is_refused(played: list[Match], code: str) -> None:
    with pytest.raises(ListError, match=code):
        compute(played, ALL, FEDERATION)


people_of_four = st.sampled_from(["anna", "bo", "cleo", "dan"])
some_matches = st.lists(
    st.tuples(people_of_four, people_of_four, st.integers(0, 50), st.sampled_from([1, 5, 7, 11]), st.booleans()),
    max_size=25,
).map(
    lambda rows: [
        match(f"m{n}", a, b, at=at, length=length, void=void) for n, (a, b, at, length, void) in enumerate(rows)
    ]
)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(some_matches, st.randoms(use_true_random=False), st.integers(0, 50), st.sampled_from([DANISH, FIBS]))
def test_computed_from_any_date_or_in_any_order_the_list_is_the_same(matches, chance, since, formula) -> None:
    rules = Rules(formula=formula)
    whole = compute(matches, ALL, rules)
    shuffled = chance.sample(matches, len(matches))
    assert compute(shuffled, ALL, rules) == whole
    stale = compute([one if one.ended < since else replace(one, void=True) for one in matches], ALL, rules)
    assert compute_from(stale, since, shuffled, ALL, rules) == whole


@settings(max_examples=100, derandomize=True, deadline=None)
@given(some_matches)
def test_in_the_danish_list_no_points_are_made_or_lost(matches) -> None:
    found = compute(matches, ALL, FEDERATION)
    assert sum(standing.points(DANISH) for standing in found.standings.values()) == 400_000
