"""A team league: home and away, a match of several boards, match points, the table, and who goes up and down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from tavl.tournament.draws.graph import Pairing
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats import round_robin
from tavl.tournament.standings.tie_breaks import LEAGUE, Placed, Restart, Scored, TieBreak, rank

STAGE = "league"


class Board(Struct, frozen=True):
    """Points of home and away. A board lost without play is not played, and not rated."""

    points: tuple[int, int]
    winner: int | None = None  # none: who has more points
    played: bool = True

    @property
    def won_by(self) -> int | None:
        if self.winner is not None or self.points[0] == self.points[1]:
            return self.winner
        return int(self.points[1] > self.points[0])


class TeamMatch(Struct, frozen=True, kw_only=True):
    home: str
    away: str
    boards: tuple[Board, ...]
    round: int = 0

    @property
    def boards_won(self) -> tuple[int, int]:
        won = [board.won_by for board in self.boards]
        return won.count(0), won.count(1)

    @property
    def match_points(self) -> tuple[int, int]:
        """Two for more boards than the other, one each for as many."""
        home, away = self.boards_won
        return (2, 0) if home > away else (0, 2) if home < away else (1, 1)

    def scored(self) -> Scored:
        home, away = self.boards_won
        return Scored(
            one=self.home,
            two=self.away,
            winner=None if home == away else int(away > home),
            drawn=home == away,
            points=(home, away),
            round=self.round,
            played=any(board.played for board in self.boards),
        )


class Season(Struct, frozen=True, kw_only=True):
    teams: tuple[str, ...]  # in the order of their numbers
    boards: int = 4
    length: int = 11
    cycles: int = 2  # home and away

    @property
    def rounds(self) -> int:
        return len(round_robin.schedule(len(self.teams), self.cycles))

    @property
    def matches_each(self) -> int:
        return (len(self.teams) - 1) * self.cycles

    def pairings(self) -> tuple[Pairing, ...]:
        """The team matches; the home team first."""
        return round_robin.pairings(self.teams, self.length, STAGE, self.cycles)


class Line(Struct, frozen=True, kw_only=True):
    """A team in the table."""

    team: str
    place: int
    shared: bool
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    boards: tuple[int, int]
    why: Placed


class LeagueTable(Struct, frozen=True, kw_only=True):
    lines: tuple[Line, ...]
    taken_out: tuple[str, ...]  # withdrew before half their matches; none of theirs count, ratings stay


def table(
    season: Season,
    matches: Iterable[TeamMatch],
    withdrawn: Collection[str] = (),
    steps: Sequence[TieBreak] = LEAGUE,
    restart: Restart = Restart.NEVER,
    lots: Lots | None = None,
) -> LeagueTable:
    matches = list(matches)
    scored, out = round_robin.counted(withdrawn, [match.scored() for match in matches], season.matches_each)
    teams = [team for team in season.teams if team not in out]
    lines = []
    for placed in rank(teams, scored, steps, restart, lots):
        team = placed.entrant
        own = [m for m in matches if team in (m.home, m.away) and not out & {m.home, m.away}]
        points = [m.match_points[m.home != team] for m in own]
        boards = [(m.boards_won[m.home != team], m.boards_won[m.home == team]) for m in own]
        lines.append(
            Line(
                team=team,
                place=placed.place,
                shared=placed.shared,
                played=len(own),
                won=points.count(2),
                drawn=points.count(1),
                lost=points.count(0),
                match_points=sum(points),
                boards=(sum(b[0] for b in boards), sum(b[1] for b in boards)),
                why=placed,
            )
        )
    return LeagueTable(lines=tuple(lines), taken_out=tuple(sorted(out)))


class Movement(Struct, frozen=True, kw_only=True):
    down: tuple[str, ...]
    up: tuple[str, ...]
    play_off: tuple[str, str] | None  # the last who would stay against the next who would come up


def movement(upper: Sequence[str], lower: Sequence[str], places: int = 2, play_off: bool = True) -> Movement:
    """Between two divisions, each in its final order. A team taken out of the table goes down before the last: give it
    as the last of its division."""
    if len(upper) <= places + play_off or len(lower) < places + play_off:
        raise ValueError(f"too few teams for {places} to change places")
    return Movement(
        down=tuple(upper[len(upper) - places :]),
        up=tuple(lower[:places]),
        play_off=(upper[-places - 1], lower[places]) if play_off else None,
    )
