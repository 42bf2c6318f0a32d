"""A bracket as lines and texts with their places, which a template writes down as SVG.

The policy of the pages allows no styles in the text of a page, and needs none: all places are attributes.
"""

from __future__ import annotations

from msgspec import Struct

from tavl.tournament.draws.graph import WinnerOf
from tavl.tournament.matches.advancement import AT_BOARD, DECIDED, Where
from tavl.tournament.view import MatchView
from tavl.web.tournament.bracket_layout import Box, Bracket, Feed, halves, winner_of
from tavl.web.tournament.labels import Display, division_of

NARROW = frozenset("ijlftrI.,:;'’|!()[]-/ 1")
WIDE = frozenset("mwMWQO@ÆŒæ%&")


class Metrics(Struct, frozen=True, kw_only=True):
    """All in the units of the drawing: pixels, points, or parts of a screen."""

    widths: tuple[float, ...] = (192,)  # of the columns; the last one for all that follow
    gap: float = 24  # between columns
    line: float = 24  # a name
    above: float = 15  # what is said of a match stands above it; 0: nothing is
    between: float = 9  # matches
    font: float = 13.5
    small: float = 11.5
    score: float = 26
    head: float = 34  # the rounds' titles
    pad: float = 8
    blank: bool = False  # an empty line where a winner is to come, for a pen

    def width(self, column: int) -> float:
        return self.widths[min(column, len(self.widths) - 1)]

    def left(self, column: int) -> float:
        return sum(self.width(n) + self.gap for n in range(column))

    @property
    def pitch(self) -> float:
        return self.above + 2 * self.line + self.between


PAGE = Metrics()
SCREEN = Metrics(widths=(770,), gap=60, line=66, above=0, between=34, font=56, small=56, score=84, head=80, pad=18)


class BracketLine(Struct, frozen=True, kw_only=True):
    """A name in a match."""

    y: float
    text: str
    whole: str
    entry: str | None
    known: bool
    won: bool
    lost: bool
    score: str
    mark: str = ""


class Drawn(Struct, frozen=True, kw_only=True):
    """A match: its box, the two names, and what is said above it."""

    id: str
    key: str
    x: float
    y: float
    width: float
    lines: tuple[BracketLine, BracketLine]
    kind: str
    number: str
    above: str
    starts: int | None
    turned: bool = False


class Way(Struct, frozen=True):
    """From one match to the next, and who went it."""

    path: str
    entry: str | None


class Head(Struct, frozen=True):
    x: float
    text: str
    sub: str
    round: int


class Drawing(Struct, frozen=True, kw_only=True):
    width: float
    height: float
    metrics: Metrics
    matches: tuple[Drawn, ...]
    ways: tuple[Way, ...]
    heads: tuple[Head, ...]


def draw(bracket: Bracket, display: Display, metrics: Metrics = PAGE) -> Drawing:
    """From left to right."""
    columns = len(bracket.rounds)
    width = metrics.left(columns) - metrics.gap
    matches, ways = _side(bracket, display, metrics, width, False)
    heads = [
        Head(metrics.left(n), *_titles(bracket, display, round, metrics, metrics.width(n)), round)
        for n, round in enumerate(bracket.rounds)
    ]
    height = metrics.head + bracket.rows * metrics.pitch
    return Drawing(
        width=width + 2, height=height, metrics=metrics, matches=tuple(matches), ways=tuple(ways), heads=tuple(heads)
    )


def draw_two_sided(bracket: Bracket, display: Display, metrics: Metrics, centre: float) -> Drawing | None:
    """From both sides to the middle, as on a sheet of paper; none where there are no two sides."""
    cut = halves(bracket)
    if cut is None:
        return None
    left, right, final = cut
    columns = len(left.rounds)
    side = metrics.left(columns)
    width = 2 * side + centre
    matches, ways = _side(left, display, metrics, width, False)
    others, other_ways = _side(right, display, metrics, width, True)
    rows = max(left.rows, right.rows)
    middle = rows / 2
    last = Box(match=final.match, column=columns, row=middle)
    box = _drawn(last, display, metrics, side, centre - metrics.gap, False)
    joins = []
    for seat, (part, turned) in enumerate(((left, False), (right, True))):
        feed = Feed(part.final.row, columns - 1, seat, winner_of(part.final.match))
        x = side - metrics.gap if not turned else width - side + metrics.gap
        to = box.x if not turned else box.x + box.width
        joins.append(Way(_path(x, _y(feed.row, metrics), to, _y(middle, metrics)), feed.entrant))
    heads = []
    for n, round in enumerate(left.rounds):
        told = _titles(bracket, display, round, metrics, metrics.width(n))
        heads += [Head(metrics.left(n), *told, round), Head(width - metrics.left(n) - metrics.width(n), *told, round)]
    heads.append(Head(box.x, *_titles(bracket, display, bracket.rounds[-1], metrics, box.width), bracket.rounds[-1]))
    return Drawing(
        width=width,
        height=metrics.head + rows * metrics.pitch,
        metrics=metrics,
        matches=(*matches, *others, box),
        ways=(*ways, *other_ways, *joins),
        heads=tuple(heads),
    )


def _titles(bracket: Bracket, display: Display, round: int, metrics: Metrics, room: float) -> tuple[str, str]:
    """What a round is called and how long its matches are, as far as there is room."""
    matches = [each for each in bracket.known if each.stage == bracket.stage and each.round == round]
    lengths = sorted({each.length for each in matches})
    to = display.w.plural("to {n} point", "to {n} points", lengths[0]) if len(lengths) == 1 else ""
    title = display.round(division_of(matches[0]), bracket.stage, round)
    fits = wide(title, metrics.font * 1.05) + wide(f" {to}", metrics.small) <= room
    return cut(title, room, metrics.font * 1.05), to if fits else ""


def _y(row: float, metrics: Metrics) -> float:
    """The line between the two names of a match in this row."""
    return metrics.head + row * metrics.pitch + (metrics.above - metrics.between) / 2


def _side(
    bracket: Bracket, display: Display, metrics: Metrics, width: float, turned: bool
) -> tuple[list[Drawn], list[Way]]:
    matches, ways = [], []
    for box in bracket.boxes:
        wide = metrics.width(box.column)
        x = metrics.left(box.column)
        x = width - x - wide if turned else x
        matches.append(_drawn(box, display, metrics, x, wide, turned))
        for feed in box.feeds:
            end = metrics.left(feed.column) + metrics.width(feed.column)
            begin, to = (width - end, x + wide) if turned else (end, x)
            ways.append(Way(_path(begin, _y(feed.row, metrics), to, _y(box.row, metrics)), feed.entrant))
    return matches, ways


def _path(x: float, y: float, to: float, down: float) -> str:
    """A line with round corners that bends shortly before its end."""
    forward = 1 if to > x else -1
    if abs(down - y) < 0.5:
        return f"M{x:g} {y:g}H{to:g}"
    bend = to - forward * min(13.0, abs(to - x) / 2)
    radius = min(6.0, abs(down - y) / 2, abs(bend - x), abs(to - bend))
    way = 1 if down > y else -1
    return (
        f"M{x:g} {y:g}H{bend - forward * radius:g}Q{bend:g} {y:g} {bend:g} {y + way * radius:g}"
        f"V{down - way * radius:g}Q{bend:g} {down:g} {bend + forward * radius:g} {down:g}H{to:g}"
    )


def _drawn(box: Box, display: Display, metrics: Metrics, x: float, width: float, turned: bool) -> Drawn:
    match = box.match
    y = _y(box.row, metrics)
    lines = tuple(_line(match, seat, display, metrics, width, y) for seat in (0, 1))
    return Drawn(
        id=match.id,
        key=key_of(match),
        x=x,
        y=y,
        width=width,
        lines=(lines[0], lines[1]),
        kind=kind_of(match),
        number=str(display.numbers.get(match.id, "")),
        above=display.state(match),
        starts=display.starts(match),
        turned=turned,
    )


def kind_of(match: MatchView) -> str:
    if match.where in AT_BOARD:
        return str(match.where)
    return "over" if match.where in DECIDED else "none" if match.where is Where.NO_MATCH else "open"


def key_of(match: MatchView) -> str:
    """What a match is known by in a page."""
    return "m-" + match.id.replace("/", "-").replace(".", "-")


def _line(match: MatchView, seat: int, display: Display, metrics: Metrics, width: float, y: float) -> BracketLine:
    entry = match.players[seat]
    whole = display.seat(match, seat)
    score = display.score(match, seat)
    over = match.where in DECIDED
    mark = display.w("bye") if entry is not None and display.had_bye(match, seat) and not score else ""
    if not metrics.above and match.where in AT_BOARD and match.place and seat == 0:
        mark = display.table(match.place)
    taken = metrics.score if score else wide(mark, metrics.small) + metrics.pad if mark else 0
    room = width - 2 * metrics.pad - taken
    if metrics.blank and entry is None and isinstance(display.source(match, seat), WinnerOf):
        whole = ""
    return BracketLine(
        y=y - metrics.line * (0.5 - seat),
        text=cut(whole, room, metrics.font),
        whole=whole,
        entry=entry,
        known=entry is not None,
        won=over and match.winner == seat,
        lost=over and match.winner == 1 - seat,
        score=score,
        mark=mark,
    )


def cut(text: str, room: float, font: float) -> str:
    """As much of a name as there is room for."""
    if wide(text, font) <= room:
        return text
    while text and wide(text + "…", font) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wide(text: str, font: float) -> float:
    """About how long a text is; the browser alone knows."""
    return font * sum(0.34 if c in NARROW else 0.86 if c in WIDE else 0.66 if c.isupper() else 0.56 for c in text)
