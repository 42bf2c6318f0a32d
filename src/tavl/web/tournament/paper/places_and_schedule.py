"""Lists: places and the schedule."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.web.tournament.paper.sheet_layout import LINES, Sheet, cut_up
from tavl.web.tournament.public_page import PublicPage


def places(public: PublicPage) -> Iterator[Sheet]:
    display = public.display
    for division in public.view.divisions:
        lines = []
        for place in division.places:
            where = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
            for entry in place.entrants:
                mark = f" ({display.mark(place.marks[entry])})" if entry in place.marks else ""
                lines.append((where, display.name(entry) + mark))
        for some in cut_up(lines, 2 * LINES):
            title = f"{display.division(division.id)} · {display.w('Places')}"
            yield Sheet(kind="places", form="places", title=title, lines=some)


def schedule(public: PublicPage) -> Iterator[Sheet]:
    for some in cut_up(public.schedule, LINES):
        yield Sheet(kind="schedule", form="schedule", title=public.display.w("Schedule"), matches=some)
