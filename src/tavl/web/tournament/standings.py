"""Standings as tables: who met whom with what result, and what decided a place."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tavl.tournament.draws.graph import Bye
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import AT_BOARD, DECIDED, Where
from tavl.tournament.view import DivisionView, MatchView, StandingsView, StandingView
from tavl.web.tournament.labels import Display

MAX_ACROSS = 12  # opponents in a cross-table; beyond that a column for each round


class Cell(Struct, frozen=True):
    """A result seen from one side. `kind`: won, lost, bye, live, self, or nothing."""

    text: str = ""
    kind: str = ""
    said: str = ""


class Row(Struct, frozen=True, kw_only=True):
    line: StandingView
    played: int
    won: int
    lost: int
    points: tuple[int, int]
    cells: tuple[Cell, ...]
    through: bool = False
    lives: int | None = None


class Table(Struct, frozen=True, kw_only=True):
    stage: str
    heads: tuple[str, ...]  # of the cells
    rows: tuple[Row, ...]
    by_round: bool
    tie_breaks: bool
    lives: bool = False


def tables_of(division: DivisionView, display: Display) -> list[Table]:
    if division.format is Format.TRIPLE:
        return [_table(division, display, _by_lives(division), len(division.stages) == 0)]
    return [_table(division, display, table, division.format is not Format.GROUPS) for table in division.tables]


def _by_lives(division: DivisionView) -> StandingsView:
    """Out after so many losses: those with fewest first."""
    lost: dict[str, int] = dict.fromkeys((entry for draw in division.draws for entry in draw.entries), 0)
    won = dict(lost)
    for match in division.matches:
        if match.where in DECIDED:
            for seat, entry in enumerate(match.players):
                if entry in lost and match.winner is not None:
                    lost[entry] += match.winner != seat
                    won[entry] += match.winner == seat
    order = sorted(lost, key=lambda entry: (lost[entry], -won[entry], entry))
    came = [(lost[entry], won[entry]) for entry in order]
    lines = tuple(
        StandingView(entrant=e, place=came.index(key) + 1, shared=came.count(key) > 1, score=str(won[e]))
        for e, key in zip(order, came, strict=True)
    )
    return StandingsView(stage=division.matches[0].stage if division.matches else "lives", lines=lines)


def _table(division: DivisionView, display: Display, table: StandingsView, whole: bool) -> Table:
    matches = [match for match in division.matches if whole or match.stage == table.stage]
    order = [line.entrant for line in table.lines]
    place = {entrant: n for n, entrant in enumerate(order, start=1)}
    rounds = sorted({match.round for match in matches})
    by_round = division.format in (Format.SWISS, Format.TRIPLE) or len(order) > MAX_ACROSS
    if division.format is Format.CLUB_NIGHT:
        by_round, rounds = True, []
    rows = []
    for line in table.lines:
        own = [match for match in matches if line.entrant in match.players]
        if by_round:
            cells = tuple(_of_round(own, round, line.entrant, place, display) for round in rounds)
        else:
            cells = tuple(_against(own, line.entrant, other, display) for other in order)
        rows.append(_row(division, line, own, cells, table))
    heads = tuple(str(round) for round in rounds) if by_round else tuple(map(str, range(1, len(order) + 1)))
    return Table(
        stage=table.stage,
        heads=heads,
        rows=tuple(rows),
        by_round=by_round,
        tie_breaks=any(line.decided_by for line in table.lines),
        lives=division.lives > 0,
    )


def _row(
    division: DivisionView, line: StandingView, own: Iterable[MatchView], cells: tuple[Cell, ...], table: StandingsView
) -> Row:
    played = won = lost = up = down = 0
    for match in own:
        if match.where not in DECIDED or match.winner is None:
            continue
        seat = match.players.index(line.entrant)
        played += 1
        won += match.winner == seat
        lost += match.winner != seat
        if match.score is not None:
            up, down = up + match.score[seat], down + match.score[1 - seat]
    groups = division.format is Format.GROUPS and bool(division.through)
    return Row(
        line=line,
        played=played,
        won=won,
        lost=lost,
        points=(up, down),
        cells=cells,
        through=groups and line.place <= division.through,
        lives=max(0, division.lives - lost) if division.lives else None,
    )


def _against(own: Iterable[MatchView], entrant: str, other: str, display: Display) -> Cell:
    if entrant == other:
        return Cell("", "self")
    met = [match for match in own if other in match.players]
    found = [_cell(match, entrant, display) for match in met]
    if not found:
        return Cell()
    return Cell(" ".join(cell.text for cell in found), found[-1].kind, ", ".join(cell.said for cell in found))


def _of_round(own: Iterable[MatchView], round: int, entrant: str, place: dict[str, int], display: Display) -> Cell:
    match = next((match for match in own if match.round == round), None)
    if match is None:
        return Cell()
    if match.where is Where.NO_MATCH or any(isinstance(source, Bye) for source in match.sources or ()):
        return Cell(display.w("bye"), "bye", display.w("bye"))
    found = _cell(match, entrant, display)
    other = match.players[1 - match.players.index(entrant)]
    number = str(place.get(other or "", ""))
    return Cell(number, found.kind, found.said)


def _cell(match: MatchView, entrant: str, display: Display) -> Cell:
    seat = match.players.index(entrant)
    said = display.sentence(match)
    if match.where in DECIDED:
        kind = "won" if match.winner == seat else "lost"
        if match.score is None:
            return Cell(display.score(match, seat) or "–", kind, said)
        return Cell(f"{match.score[seat]}–{match.score[1 - seat]}", kind, said)
    if match.where in AT_BOARD:
        return Cell("•", "live", f"{said}, {display.state(match)}")
    return Cell("", "", said)
