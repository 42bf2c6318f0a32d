"""Evening 7: a team league at home and away, with sealed line-ups, a postponed match and a team that withdraws."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tavl.tournament import acts, due
from tavl.tournament.acts import By
from tavl.tournament.acts.appointments import Reminder
from tavl.tournament.acts.results import BoardResult, Ended
from tavl.tournament.draws.lots import Lots
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.money import ledger
from tavl.tournament.standings.results_table import finish, rated, season_end, table
from tavl.tournament.view import view
from tests.tournament.desk import MINUTE, SEED, SYSTEM, Hall, fee, kr

DAY = 24 * 60 * MINUTE
ELITE = DivisionTerms(
    id="elite",
    format=Format.LEAGUE,
    stages=(Stage(id="league", length=11),),
    members=4,
    reserves=1,
    boards=4,
    cycles=2,
    take_out=True,
    fees=(fee(5100, 600),),
    prizes=(Prize(stage="league", places=("50 %", "30 %", "20 %")),),
)
FIRST = replace(ELITE, id="first", cycles=1, fees=(), prizes=())
BOARDS = tuple(BoardResult(score=score) for score in ((11, 7), (5, 11), (11, 10), (9, 11)))


class League(Hall):
    """Team 1 has five members, and Jens, who is a director, is its captain."""

    def __init__(self, *divisions: DivisionTerms, teams: int = 12) -> None:
        super().__init__(*divisions)
        for division in divisions:
            self.do(acts.SetStandingApproval(division.id, True))
            for n in range(1, teams + 1):
                self.team(division.id, n)
            self.do(acts.MakeDraw(division.id), chance=SEED)
            self.do(acts.AnnounceDraw(division.id, self.at))

    def team(self, division: str, n: int) -> None:
        members = tuple(f"{division}-{n}{letter}" for letter in ("abcde" if n == 1 else "abcd"))
        members = ("jens", *members[1:]) if (division, n) == ("elite", 1) else members
        self.enter_team(members, division, approve=False, name=f"{division}-{n}")
        for item in self.items("owes"):
            self.do(item.action, by="kai")

    def line_ups(self, match: str) -> None:
        for entry in self.match(match).players:
            people = self.state.entries[entry].members[:4]
            self.do(acts.NameLineUp(match, entry, people), by="ida" if "jens" in people else people[0])

    def boards(self, match: str, boards: tuple[BoardResult, ...] = BOARDS) -> None:
        self.do(acts.ReportResult(match, self.match(match).players, (0, 0), boards=boards, confirms=True))

    def play_league(self, division: str, rounds: int = 99) -> None:
        """Who has the lower number wins boards more often."""
        for each in [m for m in self.flow.of(division) if m.where is Where.READY and m.pairing.round <= rounds]:
            self.line_ups(each.id)
            home = int(self.state.entries[each.players[0]].id[1:])
            lots = Lots(b"boards", each.id)
            boards = [(11, lots.below(11)) if lots.below(30) > home else (lots.below(11), 11) for _ in range(4)]
            self.at += MINUTE
            self.boards(each.id, tuple(BoardResult(score=board) for board in boards))


def first_match(desk: League) -> str:
    return next(m.id for m in desk.flow.of("elite") if desk.e("elite-1") in m.players)


@pytest.fixture
def league() -> League:
    return League(ELITE, teams=6)


def test_step_2_line_ups_are_sealed_until_both_are_in(league):
    match = first_match(league)
    one, two = league.match(match).players
    people = {entry: league.state.entries[entry].members[:4] for entry in (one, two)}
    captain = {entry: next(p for p in members if p != "jens") for entry, members in people.items()}
    league.do(acts.NameLineUp(match, one, people[one]), by=captain[one])

    def seen(who: str) -> dict[str, tuple[str, ...]]:
        here = view(league.state, By(who), league.at).divisions[0].matches
        return next(m for m in here if m.id == match).line_ups

    assert (seen(captain[one]), seen(captain[two]), seen("siri"), seen("ida")) == ({one: people[one]}, {}, {}, {})
    league.refused(acts.NameLineUp(match, two, people[two]), "T1.1", "not_your_entry", by=captain[one])
    league.refused(acts.NameLineUp(match, two, people[two][:3]), "T1.1", "wrong_members", by=captain[two])
    league.do(acts.NameLineUp(match, two, people[two]), by=captain[two])
    assert seen("siri") == people
    league.refused(acts.NameLineUp(match, one, people[one]), "T1.1", "line_ups_opened", by=captain[one])


def test_step_2_a_board_lost_without_play_is_a_walkover_and_unrated(league):
    match = first_match(league)
    league.line_ups(match)
    league.refused(
        acts.ReportResult(match, league.match(match).players, (0, 0), boards=BOARDS[:3]), "T4.6", "boards_missing"
    )
    walkover = BoardResult(score=(0, 0), winner=0, how=Ended.WALKOVER)
    league.boards(match, (walkover, *BOARDS[1:]))
    assert league.match(match).match.confirmed.result.score == (2, 2)
    lines = {m.id: m for m in rated(league.flow)}
    assert [lines[f"{match}.b{n}"].begun for n in (1, 2, 3, 4)] == [False, True, True, True]


def test_two_boards_each_are_a_match_point_each_and_half_a_win(league):
    match = first_match(league)
    league.line_ups(match)
    league.boards(match)
    result = league.match(match).match.confirmed.result
    assert (result.score, result.winner, result.how) == ((2, 2), None, Ended.DRAWN)
    scores = {each.entrant: each.score for each in table(league.flow, "elite")}
    assert [scores[entry] for entry in league.match(match).players] == ["0.5", "0.5"]


def test_a_board_of_1150_against_1080_to_11(league):
    match = first_match(league)
    league.line_ups(match)
    league.boards(match)
    winner, loser = (league.match(match).match.line_ups[entry][0] for entry in league.match(match).players)
    assert league.change(f"{match}.b1", **{winner: 115_000, loser: 108_000}) == (477, -477)


def test_step_3_a_captain_asks_the_director_postpones_and_the_deadline_reminds(league):
    match = first_match(league)
    until = league.at + 14 * DAY
    league.do(acts.AskPostponement(match, "two are ill", until), by="jens")
    (item,) = league.items("postpone")
    assert (item.id, item.people, item.action.until) == (match, ("jens",), until)
    postpone = acts.PostponeMatch(match, "two are ill", until)
    league.refused(postpone, "T5.1", "party_cannot_rule", by="jens")
    league.do(postpone, by="ida")
    assert league.items("postpone") == []
    assert due(league.state).action == acts.Remind(match, Reminder.DEADLINE)
    assert due(league.state).at == until - DAY
    league.do(due(league.state).action, by=SYSTEM, at=until - DAY)
    assert due(league.state).action == acts.Remind(match, Reminder.PASSED)


def test_step_3_a_postponement_can_be_refused_with_a_reason(league):
    match = first_match(league)
    league.do(acts.AskPostponement(match, "two are ill"), by="jens")
    league.refused(acts.RefusePostponement(match, ""), "T2.2.i", "reason_missing")
    league.do(acts.RefusePostponement(match, "you have five members"))
    assert not league.match(match).match.postponement_asked
    assert not league.match(match).match.postponed


def test_step_4_a_team_that_withdraws_before_half_is_taken_out_and_ratings_stay(league):
    league.play_league("elite", rounds=4)
    before = len(rated(league.flow))
    gone = league.e("elite-3")
    league.do(acts.WithdrawEntry(gone, "no drivers"), by="elite-3a")
    order = finish(league.flow, "elite")
    assert order[-1].entrants == (gone,)
    assert gone not in [each.entrant for each in table(league.flow, "elite")]
    assert sum(len(place.entrants) for place in order) == 6
    counted = [each for each in league.flow.of("elite") if each.where is Where.DONE and gone not in each.players]
    points = sum(float(each.score) for each in table(league.flow, "elite"))
    assert points == len(counted)  # a win for each match that counts, half for each side of a draw
    assert len(rated(league.flow)) == before


def test_step_4_after_half_its_matches_what_is_left_is_lost(league):
    league.play_league("elite", rounds=5)
    league.do(acts.WithdrawEntry(league.e("elite-3"), "no drivers"), by="elite-3a")
    assert league.e("elite-3") in [each.entrant for each in table(league.flow, "elite")]
    left = [m for m in league.flow.of("elite") if m.where is Where.WALKOVER]
    assert len(left) == 5


@pytest.fixture(scope="module")
def season() -> League:
    desk = League(ELITE, FIRST)
    desk.play_league("elite")
    desk.play_league("first")
    return desk


def test_22_rounds_132_team_matches_528_boards(season):
    elite = season.flow.of("elite")
    assert max(m.pairing.round for m in elite) == 22
    assert len([m for m in elite if m.where is Where.DONE]) == 132
    assert sum(len(m.match.confirmed.result.boards) for m in elite) == 528
    assert sum(m.id.startswith("elite/") for m in rated(season.flow)) == 528
    homes = [m.pairing.one.entrant for m in elite]
    assert {homes.count(entry) for entry in homes} == {11}


def test_two_go_down_two_come_up_and_tenth_plays_off_against_the_others_third(season):
    upper, lower = ([e for place in finish(season.flow, id) for e in place.entrants] for id in ("elite", "first"))
    moved = season_end(season.flow, "elite", "first")
    assert (moved.down, moved.up) == (tuple(upper[10:]), tuple(lower[:2]))
    assert moved.play_off == (upper[9], lower[2])
    assert all(a.first <= b.first for a, b in pairwise(finish(season.flow, "elite")))


def test_pool_and_registration_and_the_season_closes(season):
    assert -ledger.balance(season.state.book, "pool.elite", "DKK") == kr(54_000)
    assert -ledger.balance(season.state.book, "registration", "DKK") == kr(7_200)
    season.do(acts.AwardPrizes("elite"))
    season.pay_everybody()
    season.do(acts.CloseTournament())
    season.three_checks()
