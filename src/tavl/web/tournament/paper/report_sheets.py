"""The report to the federation, on paper."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.tournament.draws.graph import Known
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.report.report import Report, report
from tavl.tournament.state import Tournament
from tavl.web.tournament.labels import Display
from tavl.web.tournament.paper.sheet_layout import LINES, Sheet, cut_up
from tavl.web.tournament.public_page import PublicPage


def report_sheets(public: PublicPage, tournament: Tournament) -> Iterator[Sheet]:
    sections = _sections(public.display, report(tournament), tournament)
    lines = [(title, text) for title, texts in sections for text in ("", *texts)]
    for some in cut_up(lines, LINES):
        shown: list[tuple[str, tuple[str, ...]]] = []
        for title, text in some:
            if not shown or shown[-1][0] != title:
                shown.append((title, ()))
            if text:
                shown[-1] = (title, (*shown[-1][1], text))
        yield Sheet(kind="report", form="report", title=public.display.w("Report"), sections=tuple(shown))


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
