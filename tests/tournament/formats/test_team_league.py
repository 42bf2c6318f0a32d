"""Evening 7 with its numbers."""

from __future__ import annotations

import pytest

from tavl.tournament.draws.graph import Entry
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.league import Board, Season, TeamMatch, movement, table

TEAMS = tuple(f"team{n:02}" for n in range(1, 13))
SEASON = Season(teams=TEAMS)


def played(season: Season) -> list[TeamMatch]:
    """Every match of the season; the stronger team (the lower number) wins boards more often."""
    lots = Lots(b"seed", "season")
    found = []
    for pairing in season.pairings():
        assert isinstance(pairing.one, Entry)
        assert isinstance(pairing.two, Entry)
        home, away = pairing.one.entrant, pairing.two.entrant
        boards = tuple(
            Board((11, lots.below(11)) if lots.below(24) >= 6 + TEAMS.index(home) else (lots.below(11), 11))
            for _ in range(season.boards)
        )
        found.append(TeamMatch(home=home, away=away, boards=boards, round=pairing.round))
    return found


def test_twelve_teams_have_22_rounds_132_matches_and_528_boards() -> None:
    pairings = SEASON.pairings()
    assert (SEASON.rounds, len(pairings), len(pairings) * SEASON.boards) == (22, 132, 528)
    assert {pairing.length for pairing in pairings} == {11}
    assert SEASON.matches_each == 22


def test_two_boards_each_are_one_match_point_each() -> None:
    match = TeamMatch(home="a", away="b", boards=(Board((11, 7)), Board((5, 11)), Board((11, 10)), Board((9, 11))))
    assert match.boards_won == (2, 2)
    assert match.match_points == (1, 1)
    assert match.scored().drawn


def test_three_boards_to_one_are_two_match_points_and_a_walkover_is_a_board() -> None:
    walkover = Board((0, 0), winner=0, played=False)
    match = TeamMatch(home="a", away="b", boards=(walkover, Board((11, 3)), Board((11, 10)), Board((9, 11))))
    assert match.boards_won == (3, 1)
    assert match.match_points == (2, 0)


def test_the_table_adds_up() -> None:
    found = table(SEASON, played(SEASON))
    assert [line.played for line in found.lines] == [22] * 12
    assert sum(line.match_points for line in found.lines) == 2 * 132
    assert sum(line.boards[0] for line in found.lines) == 528
    assert all(line.won + line.drawn + line.lost == 22 for line in found.lines)
    points = [line.match_points for line in found.lines]
    assert points == sorted(points, reverse=True)


def test_a_team_that_withdraws_before_half_its_matches_is_taken_out_of_the_table() -> None:
    matches = [m for m in played(SEASON) if "team05" not in (m.home, m.away) or m.round <= 10]
    found = table(SEASON, matches, withdrawn={"team05"})
    assert found.taken_out == ("team05",)
    assert len(found.lines) == 11
    assert {line.played for line in found.lines} == {20}
    assert sum(line.match_points for line in found.lines) == 2 * 110


def test_a_team_that_withdraws_after_half_its_matches_stays_in_it() -> None:
    matches = [m for m in played(SEASON) if "team05" not in (m.home, m.away) or m.round <= 11]
    found = table(SEASON, matches, withdrawn={"team05"})
    assert found.taken_out == ()
    assert {line.team: line.played for line in found.lines}["team05"] == 11


def test_places_11_and_12_go_down_two_come_up_and_10th_plays_off_against_the_others_3rd() -> None:
    elite = [f"e{place}" for place in range(1, 13)]
    first = [f"f{place}" for place in range(1, 13)]
    found = movement(elite, first)
    assert found.down == ("e11", "e12")
    assert found.up == ("f1", "f2")
    assert found.play_off == ("e10", "f3")
    assert movement(elite, first, places=1, play_off=False).down == ("e12",)
    with pytest.raises(ValueError, match="too few teams"):
        movement(elite[:3], first)
