"""What is printed: draw sheets, cards, lists, receipts, the report. A4, one colour, each with its time and version.

A sheet is cut here and not by the browser, so that each has its foot and its number of lines is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tavl.tournament.draws.graph import Known
from tavl.tournament.matches.flow import flow_of
from tavl.tournament.money.ledger import Kind
from tavl.tournament.money.money import Amount, plain
from tavl.tournament.report.report import Report, report
from tavl.tournament.state import Tournament
from tavl.tournament.view import DivisionView, MatchView
from tavl.web.qr_codes import code_path
from tavl.web.tournament.board import Board
from tavl.web.tournament.brackets import Bracket, brackets_of, halves, is_bye, lay_out, subtree
from tavl.web.tournament.display import Display
from tavl.web.tournament.drawing import Drawing, Metrics, draw, draw_two_sided
from tavl.web.tournament.tables import Table, tables_of

T = TypeVar("T")

WIDTH, HEIGHT = 796.0, 492.0  # of a drawing on A4 landscape, in points
CENTRE, GAP = 72.0, 8.0
LEAST_FONT = 7.0
MOST_ROWS = 32  # matches of a first round on one sheet: 64 places
ONE_SIDED = 16  # rows; with more, both sides of the sheet lead to its middle
CARDS = 4  # a sheet
LINES = 44  # of a list a sheet
ACROSS, HEADED = 36, 3  # lines of standings on a sheet; those that the head of a table takes
GAMES = 9  # lines of a score card


class Card(Struct, frozen=True, kw_only=True):
    """For a table, or for a match."""

    table: str = ""
    match: MatchView | None = None
    address: str = ""
    size: int = 0
    code: str = ""


class Receipt(Struct, frozen=True):
    person: str
    amount: Amount

    @property
    def text(self) -> str:
        return plain(self.amount)


class Sheet(Struct, frozen=True, kw_only=True):
    kind: str
    form: str  # bracket, pairs, standings, tables, cards, places, schedule, receipts, report
    title: str
    sub: str = ""
    landscape: bool = False
    drawing: Drawing | None = None
    tables: tuple[Table, ...] = ()
    division: DivisionView | None = None
    cards: tuple[Card, ...] = ()
    matches: tuple[MatchView, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    receipts: tuple[Receipt, ...] = ()
    sections: tuple[tuple[str, tuple[str, ...]], ...] = ()


def sheets_of(board: Board, address: Callable[[str | None], str], tournament: Tournament | None = None) -> list[Sheet]:
    """`address` is where a table's code leads, or the board's; `tournament` is there for staff."""
    found = [*_draws(board), *_table_cards(board, address), *_score_cards(board, address), *_places(board)]
    found += _schedule(board)
    if tournament is not None:
        found += [*_receipts(board, tournament), *_report(board, tournament)]
    return found


def _cut(things: Sequence[T], most: int) -> list[tuple[T, ...]]:
    return [tuple(things[at : at + most]) for at in range(0, len(things), most)]


# Draws


def _draws(board: Board) -> Iterator[Sheet]:
    display = board.display
    for division in board.view.divisions:
        named = display.division(division.id)
        for bracket in brackets_of(division):
            for part, cut in _on_sheets(bracket):
                title = f"{named} · {display.stage(bracket.stage)}"
                yield Sheet(
                    kind="draw",
                    form="bracket",
                    title=f"{title} {part}".strip(),
                    landscape=True,
                    drawing=drawing_of(cut, display),
                    division=division,
                )
        titled = display.w("Groups") if division.through else display.w("Standings")
        for tables in _together(tables_of(division, display)):
            title = f"{named} · {titled}"
            yield Sheet(
                kind="draw", form="standings", title=title, landscape=True, tables=tuple(tables), division=division
            )
        rounds = board.rounds(division)
        if rounds:
            round, matches = rounds[0]
            for some in _cut([match for match in matches if not is_bye(match)], LINES - 14):
                title = f"{named} · {display.w('Round {n}', n=round)}"
                yield Sheet(kind="draw", form="pairs", title=title, matches=some, division=division)


def _together(tables: Sequence[Table]) -> list[list[Table]]:
    """As many groups on a sheet as have room; a long table goes on on the next."""
    found: list[list[Table]] = []
    used = ACROSS
    for table in tables:
        for rows in _cut(table.rows, ACROSS - HEADED):
            if used + len(rows) + HEADED > ACROSS:
                found.append([])
                used = 0
            found[-1].append(replace(table, rows=rows))
            used += len(rows) + HEADED
    return found


def _on_sheets(bracket: Bracket) -> list[tuple[str, Bracket]]:
    """Up to 64 places on one; of more, each half, and the last eight on a sheet of their own."""
    if bracket.rows <= MOST_ROWS:
        return [("", bracket)]
    cut = halves(bracket)
    if cut is None:
        return [("", bracket)]
    left, right, _ = cut
    last = [box.match for box in bracket.boxes if box.column >= len(bracket.rounds) - 3]
    sides = [subtree(side, [side.final]) for side in (left, right)]
    found = [each for side in sides for each in _on_sheets(side)]
    found.append(("", lay_out(bracket.stage, last, bracket.known)))
    return [(f"{n}/{len(found)}", each) for n, (_, each) in enumerate(found, start=1)]


def drawing_of(bracket: Bracket, display: Display) -> Drawing:
    """In points, as wide as the sheet."""
    cut = halves(bracket) if bracket.rows > ONE_SIDED else None
    if cut is not None:
        left, right, _ = cut
        columns = len(left.rounds)
        room = (WIDTH - CENTRE) / 2 - columns * GAP
        first = room * (0.31 if columns > 3 else 0.4)
        widths = (first, (room - first) / max(1, columns - 1))
        drawn = draw_two_sided(bracket, display, _metrics(max(left.rows, right.rows), widths), CENTRE)
        if drawn is not None:
            return drawn
    columns = len(bracket.rounds)
    return draw(bracket, display, _metrics(bracket.rows, ((WIDTH - 2 - (columns - 1) * 2 * GAP) / columns,), 2 * GAP))


def _metrics(rows: float, widths: tuple[float, ...], gap: float = GAP) -> Metrics:
    head = 18.0
    pitch = min(100.0, (HEIGHT - head) / max(rows, 1))
    above = 8.0 if pitch > 24 else 0.0
    line = min(24.0, (pitch - above) * 0.46)
    return Metrics(
        widths=widths,
        gap=gap,
        line=line,
        above=above,
        between=pitch - above - 2 * line,
        font=max(LEAST_FONT, min(12.0, line * 0.82)),
        small=LEAST_FONT,
        score=14,
        head=head,
        pad=3,
        blank=True,
    )


# Cards


def _table_cards(board: Board, address: Callable[[str | None], str]) -> Iterator[Sheet]:
    cards = []
    for place in board.view.places:
        at = address(place.id)
        size, code = code_path(at)
        cards.append(Card(table=board.display.table_number(place.id), address=at, size=size, code=code))
    for some in _cut(cards, CARDS):
        yield Sheet(kind="tables", form="tables", title=board.view.title, cards=some)


def _score_cards(board: Board, address: Callable[[str | None], str]) -> Iterator[Sheet]:
    """Of the matches that are called or can be."""
    size, code = code_path(address(None))
    wanted = [*board.called, *board.soon]
    cards = [Card(match=match, size=size, code=code) for match in wanted]
    for some in _cut(cards, CARDS):
        yield Sheet(kind="cards", form="cards", title=board.view.title, cards=some)


# Lists


def _places(board: Board) -> Iterator[Sheet]:
    display = board.display
    for division in board.view.divisions:
        lines = []
        for place in division.places:
            where = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
            for entry in place.entrants:
                mark = f" ({display.mark(place.marks[entry])})" if entry in place.marks else ""
                lines.append((where, display.name(entry) + mark))
        for some in _cut(lines, 2 * LINES):
            title = f"{display.division(division.id)} · {display.w('Places')}"
            yield Sheet(kind="places", form="places", title=title, lines=some)


def _schedule(board: Board) -> Iterator[Sheet]:
    for some in _cut(board.schedule, LINES):
        yield Sheet(kind="schedule", form="schedule", title=board.display.w("Schedule"), matches=some)


def _receipts(board: Board, tournament: Tournament) -> Iterator[Sheet]:
    """What everybody has paid, less what they were paid back: one receipt for each person and currency."""
    paid: dict[tuple[str, str], int] = {}
    for transaction in tournament.book:
        if transaction.kind in (Kind.PAYMENT, Kind.REFUND):
            for posting in transaction.postings:
                if posting.person is not None:
                    key = (posting.person, transaction.currency)
                    paid[key] = paid.get(key, 0) - posting.minor
    receipts = [Receipt(person, Amount(minor, currency)) for (person, currency), minor in paid.items() if minor > 0]
    receipts.sort(key=lambda each: board.display.people((each.person,)).casefold())
    for some in _cut(receipts, 2 * CARDS):
        yield Sheet(kind="receipts", form="receipts", title=board.view.title, receipts=some)


def _report(board: Board, tournament: Tournament) -> Iterator[Sheet]:
    sections = _sections(board.display, report(tournament), tournament)
    lines = [(title, text) for title, texts in sections for text in ("", *texts)]
    for some in _cut(lines, LINES):
        shown: list[tuple[str, tuple[str, ...]]] = []
        for title, text in some:
            if not shown or shown[-1][0] != title:
                shown.append((title, ()))
            if text:
                shown[-1] = (title, (*shown[-1][1], text))
        yield Sheet(kind="report", form="report", title=board.display.w("Report"), sections=tuple(shown))


def _sections(display: Display, made: Report, tournament: Tournament) -> list[tuple[str, list[str]]]:
    w, flow = display.w, flow_of(tournament)

    def who(*people: str) -> str:
        return display.people(people)

    def match(id: str | None) -> str:
        standing = flow.standings.get(id or "")
        known = [s.entrant for s in standing.slots if isinstance(s, Known)] if standing else []
        return " – ".join(who(*flow.members(entry)) for entry in known)

    return [
        (w("Staff"), [who(*made.directors), *([who(*made.helpers)] if made.helpers else [])]),
        (w("Entries refused"), [f"{who(*x.person.split(', '))}: {x.reason}" for x in made.refusals]),
        (w("Moved to a higher division"), [f"{who(*x.person.split(', '))}: {x.reason}" for x in made.moves]),
        (w("Disqualified or expelled"), [f"{who(x.person)} ({x.rule}): {x.reason}" for x in made.disqualifications]),
        (w("Other penalties"), [f"{who(x.person)} ({x.rule}) {x.points or ''}".strip() for x in made.penalties]),
        (w("Rulings"), [f"{match(x.match)} ({x.rule}): {x.decision}. {x.reason}" for x in made.cases]),
        (
            w("Results corrected"),
            [
                f"{match(x.match)}: {x.was[0]}–{x.was[1]} → {x.is_now[0]}–{x.is_now[1]}: {x.reason}"
                for x in made.corrections
            ],
        ),
        (
            w("Results"),
            [
                f"{who(*x.winners)} – {who(*x.losers)} {f'{x.score[0]}–{x.score[1]}' if x.score else ''}".strip()
                for x in made.results
            ],
        ),
    ]
