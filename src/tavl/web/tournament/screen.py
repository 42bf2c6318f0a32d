"""The big screen: pages that turn by themselves, to be read at twelve metres, of fourteen lines at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tavl.tournament.matches.advancement import AT_BOARD, Where
from tavl.tournament.view import DivisionView, MatchView
from tavl.web.tournament.bracket_drawing import SCREEN, Drawing, draw
from tavl.web.tournament.bracket_layout import Bracket, brackets_of, parts
from tavl.web.tournament.labels import Display
from tavl.web.tournament.public_page import PublicPage
from tavl.web.tournament.standings import tables_of

MAX_LINES = 12  # below a title
BETWEEN_CALLS = 2
FEW = 6  # lines that can be written larger


class ScreenLine(Struct, frozen=True, kw_only=True):
    """What stands at the left (a table, a time, a place), in the middle, and at the right."""

    key: str
    left: str = ""
    time: int | None = None
    text: str
    right: str = ""
    strong: str = ""  # the part of the text that is strong: who won


class Page(Struct, frozen=True, kw_only=True):
    key: str
    kind: str
    title: str
    lines: tuple[ScreenLine, ...] = ()
    drawing: Drawing | None = None

    @property
    def few(self) -> bool:
        return 0 < len(self.lines) <= FEW


def pages_of(public: PublicPage) -> list[Page]:
    """In the order in which they turn. While somebody is called, the calls come back after every second page."""
    called = _lists("called", public.display.w("Called now"), [_call(public.display, m) for m in public.called])
    others = list(_others(public))
    if not called:
        return others or [Page(key="empty", kind="list", title=public.view.title)]
    if not others:
        return called
    return [page for n, other in enumerate(others) for page in (*(called if n % BETWEEN_CALLS == 0 else ()), other)]


def _others(public: PublicPage) -> Iterator[Page]:
    display = public.display
    w = display.w
    yield from _lists("playing", w("Being played"), [_call(display, match) for match in public.playing])
    soon = [_line(display, match, time=display.starts(match)) for match in public.soon[:MAX_LINES]]
    yield from _lists("soon", w("Next"), soon)
    waiting = [
        ScreenLine(key=entry, text=display.name(entry))
        for division in public.view.divisions
        for entry in public.waiting(division)
    ]
    yield from _lists("waiting", w("Waiting for an opponent"), waiting)
    results = [_result(display, match) for match in public.results[:MAX_LINES]]
    yield from _lists("results", w("Latest results"), results)
    for division in public.view.divisions:
        yield from _brackets(display, division)
        yield from _standings(public, division)


def _lists(kind: str, title: str, lines: Sequence[ScreenLine]) -> list[Page]:
    cut = [lines[at : at + MAX_LINES] for at in range(0, len(lines), MAX_LINES)]
    return [
        Page(
            key=f"{kind}-{n}", kind=kind, title=title if len(cut) == 1 else f"{title} {n}/{len(cut)}", lines=tuple(some)
        )
        for n, some in enumerate(cut, start=1)
    ]


def _call(display: Display, match: MatchView) -> ScreenLine:
    names = f"{display.seat(match, 0)} – {display.seat(match, 1)}"
    return ScreenLine(key=match.id, left=display.table_number(match.place), text=names, right=display.where(match))


def _line(display: Display, match: MatchView, time: int | None) -> ScreenLine:
    names = f"{display.seat(match, 0)} – {display.seat(match, 1)}"
    return ScreenLine(key=match.id, time=time, text=names, right=display.where(match))


def _result(display: Display, match: MatchView) -> ScreenLine:
    winner = match.winner if match.winner is not None else 0
    score = f"{display.score(match, winner)}–{display.score(match, 1 - winner)}".rstrip("–")
    return ScreenLine(
        key=match.id,
        left=score,
        strong=display.seat(match, winner),
        text=f" – {display.seat(match, 1 - winner)}",
        right=display.where(match),
    )


def _brackets(display: Display, division: DivisionView) -> Iterator[Page]:
    """Part by part: those in which something is being played or about to be, and the end."""
    for bracket in brackets_of(division):
        cut = parts(bracket)
        title = display.stage(bracket.stage)
        if len(display.view.divisions) > 1:
            title = f"{display.division(division.id)} · {title}"
        last = cut[-1] if cut else None
        for n, part in enumerate(cut, start=1):
            if part is last or _is_open(part):
                key = f"{division.id}-{bracket.stage}-{n}"
                where = "" if len(cut) == 1 else f" {n}/{len(cut)}"
                yield Page(key=key, kind="bracket", title=f"{title}{where}", drawing=draw(part, display, SCREEN))


def _is_open(part: Bracket) -> bool:
    return any(match.where in (*AT_BOARD, Where.READY) for match in part.matches)


def _standings(public: PublicPage, division: DivisionView) -> Iterator[Page]:
    display = public.display
    for table in tables_of(division, display):
        lines = [
            ScreenLine(
                key=row.line.entrant,
                left=str(row.line.place),
                text=display.name(row.line.entrant),
                right=f"{row.won}–{row.lost}",
            )
            for row in table.rows
        ]
        title = display.stage(table.stage) if division.through else display.w("Standings")
        yield from _lists(f"{division.id}-{table.stage}", title, lines)
    settled = [place for place in public.places(division) if place.settled]
    if settled:
        lines = [
            ScreenLine(
                key=entry,
                left=f"{place.first}",
                text=display.name(entry),
                right=display.mark(place.marks[entry]) if entry in place.marks else "",
            )
            for place in settled
            for entry in place.entrants
        ]
        yield from _lists(f"{division.id}-places", display.w("Places"), lines)
