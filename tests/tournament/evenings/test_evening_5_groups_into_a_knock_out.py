"""Evening 5: groups into a knock-out, with a three-way tie that the invitation decides."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.standings.group_places import group_standings
from tavl.tournament.standings.results_table import finish
from tavl.tournament.standings.tie_breaks import By as Step
from tavl.tournament.standings.tie_breaks import Restart, Scope, TieBreak
from tests.tournament.desk import SEED, Hall, fee, kr

GROUPS = DivisionTerms(
    id="open",
    format=Format.GROUPS,
    groups=4,
    through=2,
    stages=(Stage(id="groups", length=7), Stage(id="main", length=7)),
    tie_breaks=(
        TieBreak(Step.SCORE),
        TieBreak(Step.HEAD_TO_HEAD, Scope.TIED),
        TieBreak(Step.POINT_DIFFERENCE, Scope.TIED),
    ),
    restart=Restart.EACH_PLACE,
    fees=(fee(100),),
    prizes=(Prize(places=("60 %", "40 %")),),
)
SCORES = {"AB": (7, 5), "BC": (7, 2), "CA": (7, 6), "AD": (7, 3), "BD": (7, 6), "CD": (7, 0)}


class Evening(Hall):
    """A, B, C and D are the members of the first group, as they were drawn."""

    def play_group_a(self) -> None:
        letters = dict(zip("ABCD", self.group("group-A"), strict=True))
        self.letters = {entry: letter for letter, entry in letters.items()}
        for (one, two), score in SCORES.items():
            players = letters[one], letters[two]
            match = next(
                m.id for m in self.flow.of("open") if m.pairing.stage == "group-A" and set(m.players) == set(players)
            )
            self.begin(match)
            self.do(acts.ReportResult(match, players, score, confirms=True))

    def group(self, name: str) -> list[str]:
        here = [m.players for m in self.flow.of("open") if m.pairing.stage == name]
        return sorted({entry for pair in here for entry in pair})


@pytest.fixture(scope="module")
def evening() -> Evening:
    desk = Evening(GROUPS)
    desk.tables(16)
    for n in range(1, 17):
        desk.do(acts.CheckIn(desk.enter(f"p{n:02}", rating=100_000 + n * 1000)))
        desk.do(acts.TakePayment(f"p{n:02}", kr(100)), by="kai")
    overall = replace(GROUPS, tie_breaks=(TieBreak(Step.SCORE), TieBreak(Step.POINT_DIFFERENCE)))
    desk.do(acts.MakeDraw("open"), chance=SEED)
    desk.do(acts.AnnounceDraw("open", desk.at))
    desk.play_group_a()
    desk.wish = acts.ChangeInvitation(replace(desk.state.invitation, divisions=(overall,)), "I would rather")  # type: ignore[attr-defined]
    desk.answer = desk.said(desk.wish)  # type: ignore[attr-defined]
    for group in ("group-B", "group-C", "group-D"):
        desk.play_on(group)
    desk.play_on("main")
    return desk


def in_letters(desk: Evening, entries: list[str]) -> str:
    return "".join(desk.letters[entry] for entry in entries)


def test_b_is_first_by_difference_among_the_tied_then_c_who_beat_a(evening):
    placed = group_standings(evening.state, "open", frozenset(), "group-A")
    assert in_letters(evening, [each.entrant for each in placed]) == "BCAD"
    first = placed[0].decided_by
    assert (first.step.by, first.step.scope, in_letters(evening, list(first.among)[:1])) == (
        Step.POINT_DIFFERENCE,
        Scope.TIED,
        "B",
    )
    assert first.value == "3"
    assert placed[1].decided_by.step.by is Step.HEAD_TO_HEAD


@pytest.mark.parametrize(
    ("terms", "order"),
    [
        ({"restart": Restart.NEVER}, "BACD"),
        ({"tie_breaks": (TieBreak(Step.SCORE), TieBreak(Step.POINT_DIFFERENCE))}, "ABCD"),
    ],
)
def test_other_rules_would_have_sent_others(evening, terms, order):
    division = evening.state.divisions["open"]
    other = replace(evening.state, divisions={"open": replace(division, terms=replace(GROUPS, **terms))})
    placed = group_standings(other, "open", frozenset(), "group-A")
    through = in_letters(evening, [each.entrant for each in placed][:2])
    assert set(through) == set(order[:2])


def test_step_3_the_rule_is_frozen_once_it_was_drawn(evening):
    assert (evening.answer.code, evening.answer.facts) == ("invitation_frozen", {"field": "open"})


def test_a_change_before_the_draw_is_an_event_that_everybody_sees():
    desk = Hall(GROUPS)
    overall = replace(GROUPS, tie_breaks=(TieBreak(Step.SCORE), TieBreak(Step.POINT_DIFFERENCE)))
    change = acts.ChangeInvitation(replace(desk.state.invitation, divisions=(overall,)), "")
    desk.refused(change, "T1.1", "reason_missing")
    desk.do(replace(change, reason="a misprint"))
    assert [reason for _, reason in desk.state.changes] == ["a misprint"]


def test_winners_meet_seconds_of_other_groups_and_nobody_their_own_before_the_final(evening):
    groups = {entry: name for name in "ABCD" for entry in evening.group(f"group-{name}")}
    for each in evening.flow.of("open"):
        if each.pairing.stage == "main" and each.pairing.round < 3:
            assert len({groups[entry] for entry in each.players}) == 2
    first = [m for m in evening.flow.of("open") if (m.pairing.stage, m.pairing.round) == ("main", 1)]
    places = {
        e.entrant: e.place
        for name in "ABCD"
        for e in group_standings(evening.state, "open", frozenset(), f"group-{name}")
    }
    assert all(sorted(places[entry] for entry in m.players) == [1, 2] for m in first)


def test_31_matches_and_everybody_has_a_place(evening):
    over = Counter(m.pairing.stage == "main" for m in evening.flow.of("open") if m.where is Where.DONE)
    assert (over[False], over[True]) == (24, 7)
    assert sum(len(place.entrants) for place in finish(evening.flow, "open")) == 16


def test_the_evening_closes(evening):
    evening.do(acts.AwardPrizes("open"))
    evening.pay_everybody()
    evening.do(acts.CloseTournament())
    evening.three_checks()
