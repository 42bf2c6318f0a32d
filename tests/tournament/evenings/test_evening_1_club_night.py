"""Evening 1: a club night. Names only, people come and go, and the desk says when it is time to finish."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tavl.rating import Standing as Rating
from tavl.rating.counted_matches import Member, Members, NotRatedReason, Rules
from tavl.rating.rating_list import compute
from tavl.tournament import actions, acts
from tavl.tournament.acts import By
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.standings.results_table import night_of, rated
from tavl.tournament.standings.series import PointRules, night_points
from tests.tournament.desk import MINUTE, Hall, clock

NIGHT = DivisionTerms(
    id="night", format=Format.CLUB_NIGHT, stages=(Stage(id="main", length=5),), ends_at=clock("22:30"), rated=True
)
LAST_WEEK = ("anna", "bo", "carl", "dan", "eva", "finn", "gert", "hans", "iben", "jan", "ole")
NEW = ("lise", "mads")  # guests


class Night(Hall):
    """Matches last from 45 to 57 minutes, as their number says."""

    shortest = 45
    leaving = "ole"

    def __init__(self) -> None:
        super().__init__(NIGHT, at="18:30", sanctioned=False)
        self.do(acts.SetStandingApproval("night", True))
        self.running: dict[str, int] = {}
        self.draws: list[tuple[int, tuple[str, ...], dict[str, int]]] = []
        self.waited: dict[str, int] = {}

    def comes(self, name: str) -> None:
        self.enter(name, "night", by="kai", approve=False)
        self.do(acts.CheckIn(self.e(name)), by="kai")

    def pair(self) -> None:
        """What the desk proposes is pressed, as long as it proposes to pair."""
        while self.items("draw"):
            free = [e for e in self.state.entries.values() if e.status == "approved" and not self.plays(e.id)]
            before = {self.name(e.id): self.waited.get(self.name(e.id), 0) for e in free}
            drawn, announced = self.do(self.items("draw")[0].action, chance=sha256(str(self.acts).encode()).digest())
            assert announced.starts_at == self.at
            for pairing in drawn.pairings:
                match = f"night/{pairing.id}"
                self.begin(match)
                self.running[match] = self.at + self.lasts()
            waits = [self.name(e.id) for e in free if not self.plays(e.id)]
            for name in waits:
                self.waited[name] = self.waited.get(name, 0) + 1
            self.draws.append((self.at, tuple(waits), before))

    def lasts(self) -> int:
        return (self.shortest + len(self.state.matches) * 7 % 13) * MINUTE

    def plays(self, entry: str) -> bool:
        return self.state.entries[entry].members[0] in self.flow.busy

    def until(self, at: str) -> None:
        while self.running and min(self.running.values()) <= clock(at):
            match = min(self.running, key=lambda match: (self.running[match], match))
            self.at = self.running.pop(match)
            one, two = self.players(match)
            wins = sum(m.outcome is not None for m in self.flow.of("night") if self.e("anna") in (m.players or ()))
            anna_loses = "anna" in (one, two) and wins >= 3
            winner = (two if one == "anna" else one) if anna_loses else "anna" if "anna" in (one, two) else one
            self.score(match, winner, 3)
            if self.leaving in (one, two) and self.at >= clock("20:45"):
                self.do(acts.WithdrawEntry(self.e(self.leaving)), by="kai")
                self.leaving = ""
            self.pair()
        self.at = clock(at)


@pytest.fixture(scope="module")
def night() -> Night:
    return evening()


def evening() -> Night:
    made = Night()
    for name in (*LAST_WEEK, *NEW):
        made.comes(name)
    made.at = clock("19:00")
    made.do(acts.MakeDraw("night"), chance=b"s" * 32)
    made.before_play = made.state  # type: ignore[attr-defined]
    paired = {entry for each in made.flow.ready for entry in each.players or ()}
    made.waited = {name: 1 for name, entry in made.ids.items() if entry not in paired}
    for each in made.flow.ready:
        made.begin(each.id)
        made.running[each.id] = made.at + made.lasts()
    made.first = made.state  # type: ignore[attr-defined]
    made.until("20:10")
    made.waits_for_kim = [n for n in made.ids if not made.plays(made.e(n))]  # type: ignore[attr-defined]
    made.comes("kim")
    made.pair()
    made.kim_meets = made.players(made.match_of("kim"))  # type: ignore[attr-defined]
    made.until("20:45")
    made.until("21:35")
    made.at_last_start = made.items("finish")  # type: ignore[attr-defined]
    made.until("21:36")
    made.then_finish = made.items("finish")  # type: ignore[attr-defined]
    made.late = made.said(acts.MakeDraw("night"), chance=b"l" * 32)  # type: ignore[attr-defined]
    made.until("22:30")
    return made


def test_steps_1_and_2_thirteen_make_six_pairs_and_one_waits(night):
    assert len(LAST_WEEK) + len(NEW) == 13
    matches = [m for m in night.flow.of("night") if m.pairing.round == 1]
    assert len(matches) == 6
    playing = {entry for m in matches for entry in m.players}
    assert len({night.e(n) for n in (*LAST_WEEK, *NEW)} - playing) == 1


def test_step_3_of_those_free_whoever_waited_least_waits(night):
    assert len(night.draws) > 10
    for _, waits, before in night.draws:
        for name in waits:
            assert before[name] == min(before.values())


def test_step_4_kim_is_paired_at_once_with_whoever_waits(night):
    assert len(night.waits_for_kim) == 1
    assert set(night.kim_meets) == {"kim", *night.waits_for_kim}


def test_step_4_ole_is_never_offered_again_and_keeps_the_results(night):
    ole = [m for m in night.flow.of("night") if night.e("ole") in (m.players or ())]
    assert ole
    assert all(m.where is Where.DONE for m in ole)
    left = night.state.entries[night.e("ole")].withdrawn_at
    assert clock("20:45") <= left < clock("21:35")
    assert max(m.match.begun_at for m in ole) < left


def test_step_5_the_last_start_is_at_21_35_and_a_minute_later_the_desk_proposes_to_finish(night):
    begun = [m.match.begun_at for m in night.flow.of("night")]
    assert max(begun) <= clock("21:35")
    assert night.at_last_start == []
    (item,) = night.then_finish
    assert (item.kind, item.action) == ("finish", acts.CloseTournament())
    assert (night.late.rule, night.late.code) == ("T2.2.i", "too_late_to_start")


def test_step_5_it_goes_on_if_it_is_told_to(night):
    told = night.said(acts.MakeDraw("night", anyway=True), chance=b"l" * 32)
    assert len(told[0].pairings) == 6


def test_step_6_22_matches_5_of_them_with_a_guest(night):
    over = [m for m in night.flow.of("night") if m.where is Where.DONE]
    assert len(over) == 22
    assert sum(bool(set(night.players(m.id)) & set(NEW)) for m in over) == 5


@pytest.mark.rule("T1.1")
def test_the_club_rates_17_and_the_federation_none(night):
    members = Members(members=tuple(Member(person=name) for name in (*LAST_WEEK, "kim")))
    club = compute(rated(night.flow), members, Rules(sanctioned_only=False)).lines
    assert sum(line.counts for line in club) == 17
    assert [line.because for line in club if not line.counts] == [NotRatedReason.GUEST] * 5
    federation = compute(rated(night.flow), members, Rules()).lines
    assert {line.because for line in federation} == {NotRatedReason.UNSANCTIONED}


def test_anna_gains_what_the_one_she_beat_loses(night):
    match = next(m for m in rated(night.flow) if m.winners == ("anna",) and m.losers[0] not in NEW)
    starting = {person: Rating(104_310, 1000, 100) for person in ("anna", match.losers[0])}
    people = Members(members=tuple(Member(person=p) for p in starting), starting=starting)
    (line,) = compute([match], people, Rules(sanctioned_only=False)).lines
    assert [standing.rating for standing in line.after] == [104_560, 104_060]


def test_anna_with_three_wins_has_four_season_points(night):
    points = night_points(night_of(night.flow, "night", "tuesday"), PointRules(coming=1, win=1))
    assert points["anna"] == 4
    assert min(points.values()) >= 1


@pytest.mark.rule("T1.1")
def test_one_button_makes_it_sanctioned_before_the_first_match_and_none_afterwards(night):
    def buttons(state):
        return [a for a in actions(state, By("ida"), night.at) if isinstance(a, acts.ChangeInvitation)]

    (button,) = buttons(night.before_play)
    assert button.invitation.sanctioned
    assert buttons(night.first) == []
    night.refused(acts.ChangeInvitation(button.invitation, "a title was at stake"), "T1.1", "invitation_frozen")


def test_it_closes_and_replays(night):
    night.do(acts.CloseTournament())
    night.three_checks()
