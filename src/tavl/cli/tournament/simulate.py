"""`tavl tournament simulate` and `demo`: simulated evenings, for planning and for trying out the desk."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from statistics import mean, median
from typing import Annotated, Any

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from tavl.cli.clock import clock_of
from tavl.cli.errors import fail
from tavl.cli.language import _, chosen_words
from tavl.cli.tournament.desk import TRY, Json, Language, app, opened, report, written
from tavl.cli.tournament.invitation import Unreadable, places_of, read_division
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import table
from tavl.cli.tournament.tournament_file import TournamentFile
from tavl.i18n import Words
from tavl.i18n.dates_and_numbers import duration
from tavl.ids import id_of
from tavl.rules.refusal import Refused
from tavl.tournament import Invitation, Tournament, acts, demonstration
from tavl.tournament.acts import AnyAction
from tavl.tournament.draws.lots import Lots
from tavl.tournament.files.archive import ArchivedPerson
from tavl.tournament.invitation import DivisionTerms
from tavl.tournament.rehearsed_evening import Mishaps, RehearsedEvening, Summary, prepared, progress
from tavl.tournament.simulation import Pace, field
from tavl.tournament.state import Status

MAX_PLAYERS, MAX_TIMES = 2048, 10_000


@app.command(
    "simulate", help=_("Simulate a whole tournament: how long will it take with 12 boards?"), rich_help_panel=TRY
)
def simulate(
    context: typer.Context,
    players: Annotated[int | None, typer.Option(metavar="N", help=_("How many enter (32)."))] = None,
    format: Annotated[
        str, typer.Option(metavar="SPEC", help=_("Format and lengths: consolation:7/9:5:3, swiss:5:rounds=7."))
    ] = "consolation:7:5",
    boards: Annotated[
        int | None, typer.Option(metavar="N", help=_("How many tables; without it, one for every two players."))
    ] = None,
    like: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("With the divisions, entries and tables of this one."))
    ] = None,
    times: Annotated[int, typer.Option(metavar="N", help=_("How many evenings; of several, who wins how often."))] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", help=_("The same evenings every time."))] = None,
    minutes: Annotated[float, typer.Option(metavar="N", help=_("Minutes a point takes on average (8)."))] = 8.0,
    late: Annotated[int, typer.Option(metavar="N", help=_("For how many of 1000 matches somebody is late."))] = 20,
    wrong: Annotated[int, typer.Option(metavar="N", help=_("How many of 1000 results are corrected later."))] = 10,
    leaves: Annotated[int, typer.Option(metavar="N", help=_("After how many of 1000 matches somebody goes home."))] = 5,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the last one as a tournament's file."))
    ] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    _within(w, "--players", players, 2, MAX_PLAYERS)
    _within(w, "--boards", boards, 1, MAX_PLAYERS)
    _within(w, "--times", times, 1, MAX_TIMES)
    for name, value in (("--late", late), ("--wrong", wrong), ("--leaves", leaves)):
        _within(w, name, value, 0, 1000)
    if not 0.1 <= minutes <= 60:
        fail(w("{field} cannot be read: {found}", field="--minutes", found=minutes))
    now = clock_of(context)
    divisions, counts, boards = _field(w, now, players, format, boards, like)
    chosen = secrets.randbelow(1 << 31) if seed is None else seed
    mishaps = Mishaps(late=late, wrong=wrong, leaves=leaves)
    pace = _pace(minutes)
    summaries: list[Summary] = []
    strengths: list[dict[str, int]] = []
    last: TournamentFile | None = None
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=times * sum(counts.values()) * 2)
        for number in range(times):
            seeded = f"{chosen}.{number}".encode()
            evening, people = _evening(w, now(), seeded, divisions, counts, boards, mishaps, pace)

            def watch(state: Tournament, action: AnyAction, at: int, number: int = number) -> None:
                if isinstance(action, acts.ReportResult):
                    over, of = progress(state)
                    bar.update(task, completed=number * of + over, total=times * of)

            evening.watch = watch
            evening.run()
            summaries.append(evening.summary())
            strengths.append(_strengths(evening))
            if write is not None and number == times - 1:
                last = _kept(evening, people)
    if write is not None and last is not None:
        written(w, write, last, None)
    lines, data = _report_lines(w, summaries, strengths, counts, boards)
    report(json, {"seed": chosen, **data}, [*lines, w("Seed: {seed}", seed=chosen)])


def _within(w: Words, field: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        fail(w("{field} must be from {least} to {most}.", field=field, least=least, most=most))


def _field(
    w: Words,
    now: Callable[[], int],
    players: int | None,
    format: str,
    boards: int | None,
    like: Path | None,
) -> tuple[tuple[DivisionTerms, ...], dict[str, int], int]:
    """Divisions, how many enter each, and tables."""
    if like is not None:
        state = opened(w, like).state
        entries = Counter(e.division for e in state.entries.values() if e.status is Status.APPROVED)
        divisions = tuple(_bare(division.terms) for division in state.divisions.values())
        counts = {each.id: players or entries[each.id] for each in divisions}
        divisions = tuple(each for each in divisions if counts[each.id] >= 2)
        if not divisions:
            fail(w.refusal("too_few_entries", "T1.1"))
        return divisions, {each.id: counts[each.id] for each in divisions}, boards or len(state.places) or 1
    try:
        terms = _bare(read_division(f"open:{format}", lambda text: instant(w, text, now())))
    except Unreadable as error:
        fail(w("{field} cannot be read: {found}", field="--format", found=error.found))
    count = players or terms.capacity or 32
    return (terms,), {"open": count}, boards or max(1, count // 2)


def _bare(terms: DivisionTerms) -> DivisionTerms:
    """Without money and pairs, which cost no time."""
    return replace(terms, fees=(), prizes=(), pools=(), members=1, capacity=None, ends_at=None)


def _pace(minutes: float) -> Pace:
    usual = Pace()
    factor = minutes / 8
    shortest, longest = round(usual.min_game_ms * factor), round(usual.max_game_ms * factor)
    return Pace(min_game_ms=shortest, max_game_ms=longest)


def _evening(
    w: Words,
    at: int,
    seed: bytes,
    divisions: tuple[DivisionTerms, ...],
    counts: dict[str, int],
    boards: int,
    mishaps: Mishaps,
    pace: Pace,
) -> tuple[RehearsedEvening, dict[str, str]]:
    """With the names of its people by id."""
    lots = Lots(seed, "field")
    drawn = Lots(seed, "people")
    people: dict[str, str] = {}

    def person(name: str) -> str:
        id = f"desk.{id_of(at, drawn.below(1 << 80))}"
        people[id] = name
        return id

    director = person(w("Director"))
    invitation = Invitation(sanctioned=False, starts_at=at, divisions=divisions)
    entrants = [
        (person(f"{w('Player')} {id} {number}"), id, rating)
        for id, count in counts.items()
        for number, rating in enumerate(sorted(field(count, lots), reverse=True), start=1)
    ]
    create = acts.CreateTournament(w("Simulated"), invitation, (director,))
    made = prepared(create, entrants, places_of(boards), at)
    if isinstance(made, Refused):
        fail(w.refusal(made.code, made.rule, made.facts))
    state, log = made
    evening = RehearsedEvening(state, director, seed, at, mishaps=mishaps, pace=pace)
    evening.log += log
    return evening, people


def _kept(evening: RehearsedEvening, people: dict[str, str]) -> TournamentFile:
    """The evening as a file. Its ids come from its seed as well."""
    drawn = Lots(evening.seed, "ids")
    file = TournamentFile.new(evening.started_at, lambda at: id_of(at, drawn.below(1 << 80)))
    file.people = {id: ArchivedPerson(id=id, name=name) for id, name in people.items()}
    for stamp, group in groupby(evening.log, key=lambda each: each[1]):
        file.append([each[0] for each in group], stamp.person, stamp.at)
    return file


def _strengths(evening: RehearsedEvening) -> dict[str, int]:
    """Of each division's winner: their rank by rating, from 1."""
    state = evening.tournament
    found = {}
    for id, winner in evening.summary().winners.items():
        ratings = sorted((e.rating or 0 for e in state.entries.values() if e.division == id), reverse=True)
        found[id] = ratings.index(state.entries[winner].rating or 0) + 1
    return found


def _report_lines(
    w: Words, all: list[Summary], strengths: list[dict[str, int]], counts: dict[str, int], boards: int
) -> tuple[list[str], dict[str, Any]]:
    took = sorted(each.ended_at - each.started_at for each in all)
    ninth = took[min(len(took) - 1, len(took) * 9 // 10)]

    def average(name: str) -> str:
        value = mean(getattr(each, name) for each in all)
        return w.number(value, 0 if len(all) == 1 else 1)

    spread = w(
        "{middle} in the middle, nine of ten within {most}, at most {longest}",
        middle=_hours(round(median(took))),
        most=_hours(ninth),
        longest=_hours(took[-1]),
    )
    fewest, most = min(each.matches_each[0] for each in all), max(each.matches_each[1] for each in all)
    rows = [
        (w("players"), ", ".join(f"{id} {count}" for id, count in counts.items())),
        (w("tables"), str(boards)),
        (w("time"), spread if len(all) > 1 else _hours(took[0])),
        (w("matches played"), average("played")),
        (w("walkovers"), average("walkovers")),
        (w("stopped and void"), average("void")),
        (w("byes"), average("byes")),
        (w("rematches"), average("rematches")),
        (w("late"), average("late")),
        (w("corrections"), average("corrected")),
        (w("went home"), average("withdrawn")),
        (w("matches for each"), f"{fewest}-{most}"),
        (w("longest wait"), _hours(max(each.longest_wait for each in all))),
    ]
    lines = table(rows)
    wins: dict[str, dict[int, int]] = {}
    for id in counts:
        places = Counter(each[id] for each in strengths if id in each)
        wins[id] = dict(sorted(places.items()))
        best = [f"{place}: {times}" for place, times in sorted(places.items())[:12]]
        if best:
            lines.append(w("{division} was won by number (by rating): {list}", division=id, list=", ".join(best)))
    summaries = all if len(all) == 1 else []
    return lines, {"took_ms": took, "boards": boards, "won_by_rank": wins, "evenings": summaries}


def _hours(ms: int) -> str:
    """3:25"""
    return duration(ms // 60_000 * 1000)


# a tournament to try the desk with


@app.command(
    "demo",
    help=_("Try being the director of a tournament in the middle of its evening, in the browser."),
    rich_help_panel=TRY,
)
def demo(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help=_("Write it to a file, for the terminal's desk."))
    ] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    if file is None:
        from tavl.cli.serve import serve_and_open  # here, so that other commands need not wait for the server

        serve_and_open("/tournaments/demo#start")
        return
    evening, people = _demo(w, clock_of(context)())
    keeper = _kept(evening, people)
    written(w, file, keeper, None)
    lines = [
        w(
            "{file} is written: {title}, with {n} players.",
            file=str(file),
            title=keeper.state.title,
            n=len(keeper.state.entries),
        ),
        w("Begin with: tavl tournament shell {file}", file=str(file)),
    ]
    report(json, {"file": str(file), "tournament": keeper.stream}, lines)


def _demo(w: Words, at: int) -> tuple[RehearsedEvening, dict[str, str]]:
    drawn = Lots(demonstration.SEED, "people")
    names = ("Ida Berg", *demonstration.NAMES)
    people = {f"desk.{id_of(at - demonstration.BEGAN_AGO, drawn.below(1 << 80))}": name for name in names}
    ida, *others = people
    made = demonstration.demonstration(w("Demonstration"), ida, others, at)
    if isinstance(made, Refused):
        fail(w.refusal(made.code, made.rule, made.facts))
    return made, people
