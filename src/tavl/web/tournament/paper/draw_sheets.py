"""Draw sheets: brackets, groups and standings, the pairs of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tavl.web.tournament.bracket_drawing import Drawing, Metrics, draw, draw_two_sided
from tavl.web.tournament.bracket_layout import Bracket, brackets_of, halves, is_bye, lay_out, subtree
from tavl.web.tournament.labels import Display
from tavl.web.tournament.paper.sheet_layout import LINES, Sheet, cut_up
from tavl.web.tournament.public_page import PublicPage
from tavl.web.tournament.standings import Table, tables_of

WIDTH, HEIGHT = 796.0, 492.0  # of a drawing on A4 landscape, in points
CENTRE, GAP = 72.0, 8.0
MIN_FONT = 7.0
MAX_ROWS = 32  # matches of a first round on one sheet: 64 places
ONE_SIDED = 16  # rows; with more, both sides of the sheet lead to its middle
ACROSS, HEADED = 36, 3  # lines of standings on a sheet; those that the head of a table takes


def draw_sheets(public: PublicPage) -> Iterator[Sheet]:
    display = public.display
    for division in public.view.divisions:
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
        for tables in _side_by_side(tables_of(division, display)):
            title = f"{named} · {titled}"
            yield Sheet(
                kind="draw", form="standings", title=title, landscape=True, tables=tuple(tables), division=division
            )
        rounds = public.rounds(division)
        if rounds:
            round, matches = rounds[0]
            for some in cut_up([match for match in matches if not is_bye(match)], LINES - 14):
                title = f"{named} · {display.w('Round {n}', n=round)}"
                yield Sheet(kind="draw", form="pairs", title=title, matches=some, division=division)


def _side_by_side(tables: Sequence[Table]) -> list[list[Table]]:
    """As many groups on a sheet as have room; a long table goes on on the next."""
    found: list[list[Table]] = []
    used = ACROSS
    for table in tables:
        for rows in cut_up(table.rows, ACROSS - HEADED):
            if used + len(rows) + HEADED > ACROSS:
                found.append([])
                used = 0
            found[-1].append(replace(table, rows=rows))
            used += len(rows) + HEADED
    return found


def _on_sheets(bracket: Bracket) -> list[tuple[str, Bracket]]:
    """Up to 64 places on one; of more, each half, and the last eight on a sheet of their own."""
    if bracket.rows <= MAX_ROWS:
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
        font=max(MIN_FONT, min(12.0, line * 0.82)),
        small=MIN_FONT,
        score=14,
        head=head,
        pad=3,
        blank=True,
    )
