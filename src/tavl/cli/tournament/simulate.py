"""`tavl tournament simulate` and `demo`: evenings played by chance, to plan by and to try the desk with."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median
from typing import Annotated, Any

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from tavl.cli.common import _, chosen_words, fail
from tavl.cli.tournament.desk import TRY, Desk, File, Json, Language, app, opened, report, written
from tavl.cli.tournament.file import TournamentFile, now_ms
from tavl.cli.tournament.invitation import Unreadable, places_of, read_division
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import table
from tavl.i18n import Words
from tavl.i18n.wording import duration
from tavl.rules.penalties import MINUTE
from tavl.tournament import Invitation, acts
from tavl.tournament.draws.lots import Lots
from tavl.tournament.files.log import id_of
from tavl.tournament.matches.flow import Where
from tavl.tournament.money.money import Amount
from tavl.tournament.money.payouts import Fee
from tavl.tournament.simulated_tournament import (
    Keeper,
    Memory,
    Mishaps,
    Refusal,
    SimulatedTournament,
    Summary,
    prepared,
)
from tavl.tournament.simulation import Pace, field
from tavl.tournament.state import Status
from tavl.tournament.terms import DivisionTerms, Prize

MOST_PLAYERS, MOST_TIMES = 2048, 10_000
DEMO_SEED = b"tavl demo"
DEMO_PEOPLE = (
    "Anna Holm",
    "Bo Lindqvist",
    "Carl Dahl",
    "Dagny Ek",
    "Eva Friis",
    "Freja Gran",
    "Gert Hald",
    "Hans Iversen",
    "Inga Juul",
    "Johan Krogh",
    "Karin Lund",
    "Lars Moe",
    "Mia Nyberg",
    "Nils Olsen",
    "Oda Petersen",
    "Per Ravn",
    "Rikke Sand",
    "Siri Tangen",
    "Tove Ulrich",
    "Ulf Vik",
)
DEMO_STARTED = 130 * MINUTE  # ago


@app.command(
    "simulate", help=_("Play a whole tournament by chance: how long will it take with 12 boards?"), rich_help_panel=TRY
)
def simulate(
    players: Annotated[int | None, typer.Option(metavar="N", help=_("How many enter (32)."))] = None,
    format: Annotated[
        str, typer.Option(metavar="SPEC", help=_("Format and lengths: consolation:7/9:5:3, swiss:5:rounds=7."))
    ] = "consolation:7:5",
    boards: Annotated[
        int | None, typer.Option(metavar="N", help=_("How many tables; else one for every two players."))
    ] = None,
    like: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("With the divisions, entries and tables of this one."))
    ] = None,
    times: Annotated[int, typer.Option(metavar="N", help=_("So many evenings; who wins how often."))] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", help=_("The same evenings every time."))] = None,
    minutes: Annotated[float, typer.Option(metavar="N", help=_("What a point takes on the average (8)."))] = 8.0,
    late: Annotated[int, typer.Option(metavar="N", help=_("Of 1000 matches, how many somebody is late for."))] = 20,
    wrong: Annotated[int, typer.Option(metavar="N", help=_("Of 1000 results, how many are corrected later."))] = 10,
    leaves: Annotated[
        int, typer.Option(metavar="N", help=_("Of 1000 matches, after how many somebody goes home."))
    ] = 5,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the last one as a tournament's file."))
    ] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    _within(w, "--players", players, 2, MOST_PLAYERS)
    _within(w, "--boards", boards, 1, MOST_PLAYERS)
    _within(w, "--times", times, 1, MOST_TIMES)
    for name, value in (("--late", late), ("--wrong", wrong), ("--leaves", leaves)):
        _within(w, name, value, 0, 1000)
    if not 0.1 <= minutes <= 60:
        fail(w("{field} cannot be read: {found}", field="--minutes", found=minutes))
    divisions, counts, boards = _field(w, players, format, boards, like)
    chosen = secrets.randbelow(1 << 31) if seed is None else seed
    mishaps = Mishaps(late=late, wrong=wrong, leaves=leaves)
    pace = _pace(minutes)
    summaries: list[Summary] = []
    strengths: list[dict[str, int]] = []
    last: Desk | None = None
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=times * sum(counts.values()) * 2)
        for number in range(times):
            lots = Lots(f"{chosen}.{number}".encode(), "simulated evening")
            keeper = _keeper(lots) if write is not None and number == times - 1 else Memory()
            evening = _evening(w, keeper, lots, divisions, counts, boards, mishaps, pace)
            try:
                for over, of in evening.run():
                    progress.update(task, completed=number * max(1, of) + over, total=times * max(1, of))
            except Refusal as error:
                fail(str(error))
            summaries.append(evening.summary())
            strengths.append(_strengths(evening))
            if isinstance(keeper, TournamentFile):
                last = Desk(w, keeper, evening.at)
    if write is not None and last is not None:
        written(w, write, last.file, None)
    lines, data = _told(w, summaries, strengths, counts, boards)
    report(json, {"seed": chosen, **data}, [*lines, w("Seed: {seed}", seed=chosen)])


def _within(w: Words, field: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        fail(w("{field} must be from {least} to {most}.", field=field, least=least, most=most))


def _field(
    w: Words, players: int | None, format: str, boards: int | None, like: Path | None
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
        terms = _bare(read_division(f"open:{format}", lambda text: instant(w, text, now_ms())))
    except Unreadable as error:
        fail(w("{field} cannot be read: {found}", field="--format", found=error.found))
    count = players or terms.capacity or 32
    return (terms,), {"open": count}, boards or max(1, count // 2)


def _bare(terms: DivisionTerms) -> DivisionTerms:
    """Without money and pairs, which take no time."""
    return replace(terms, fees=(), prizes=(), pools=(), members=1, capacity=None, ends_at=None)


def _pace(minutes: float) -> Pace:
    usual = Pace()
    factor = minutes / 8
    shortest, longest = round(usual.shortest_game * factor), round(usual.longest_game * factor)
    return Pace(shortest_game=shortest, longest_game=longest)


def _keeper(lots: Lots) -> TournamentFile:
    drawn = Lots(lots.seed, "ids")
    return TournamentFile.new(now_ms(), lambda at: id_of(at, drawn.below(1 << 80)))


def _evening(
    w: Words,
    keeper: Keeper,
    lots: Lots,
    divisions: tuple[DivisionTerms, ...],
    counts: dict[str, int],
    boards: int,
    mishaps: Mishaps,
    pace: Pace,
) -> SimulatedTournament:
    at = now_ms()

    def person(name: str) -> str:
        return keeper.person(name, at) if isinstance(keeper, TournamentFile) else name

    director = person(w("Director"))
    invitation = Invitation(sanctioned=False, starts_at=at, divisions=divisions)
    if invitation.fault:
        fail(w.refusal(invitation.fault.code, invitation.fault.rule, invitation.fault.facts))
    entrants = [
        (person(f"{w('Player')} {id} {number}"), id, rating)
        for id, count in counts.items()
        for number, rating in enumerate(sorted(field(count, lots), reverse=True), start=1)
    ]
    create = acts.CreateTournament(w("Simulated"), invitation, (director,))
    try:
        prepared(keeper, create, entrants, places_of(boards), at)
    except Refusal as error:
        fail(str(error))
    return SimulatedTournament(keeper, director, lots, at, mishaps=mishaps, pace=pace)


def _strengths(evening: SimulatedTournament) -> dict[str, int]:
    """Of each division's winner: the how manieth by rating, from 1."""
    state = evening.state
    found = {}
    for id, winner in evening.summary().winners.items():
        ratings = sorted((e.rating or 0 for e in state.entries.values() if e.division == id), reverse=True)
        found[id] = ratings.index(state.entries[winner].rating or 0) + 1
    return found


def _told(
    w: Words, all: list[Summary], strengths: list[dict[str, int]], counts: dict[str, int], boards: int
) -> tuple[list[str], dict[str, Any]]:
    took = sorted(each.ended_at - each.started_at for each in all)
    ninth = took[min(len(took) - 1, len(took) * 9 // 10)]

    def average(name: str) -> str:
        value = mean(getattr(each, name) for each in all)
        return w.number(value, 0 if len(all) == 1 else 1)

    spread = w(
        "{middle} in the middle, {most} in nine of ten, at most {longest}",
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
    "demo", help=_("Make a tournament in the middle of its evening, to play director in."), rich_help_panel=TRY
)
def demo(file: File, json: Json = False, language: Language = None) -> None:
    w, now = chosen_words(language), now_ms()
    lots = Lots(DEMO_SEED, "evening")
    start = now - DEMO_STARTED
    drawn = Lots(DEMO_SEED, "ids")
    keeper = TournamentFile.new(start, lambda at: id_of(at, drawn.below(1 << 80)))
    evening = _demo(keeper, lots, start, now)
    for _progress in evening.run(until=now):
        pass
    for id in keeper.state.divisions:
        keeper.keep_seed(id, None)
    _unfinished_business(evening)
    written(w, file, keeper, None)
    lines = [
        w(
            "{file} is written: {title}, with {n} players.",
            file=str(file),
            title=keeper.state.title,
            n=len(DEMO_PEOPLE),
        ),
        w("Begin with: tavl tournament shell {file}", file=str(file)),
    ]
    report(json, {"file": str(file), "tournament": keeper.stream}, lines)


def _demo(keeper: TournamentFile, lots: Lots, start: int, now: int) -> SimulatedTournament:
    kr = Amount
    division = replace(
        read_division("open:consolation:5/7:3", lambda text: now),
        fees=(Fee(price=kr(200_00, "DKK"), registration=kr(20_00, "DKK")),),
        prizes=(
            Prize(stage="main", part="70 %", places=("2/3", "1/3")),
            Prize(stage="consolation", part="30 %", places=("1",)),
        ),
    )
    invitation = Invitation(sanctioned=False, starts_at=start, divisions=(division,), observer_fee=kr(100_00, "DKK"))
    ida, kai = (keeper.person(name, start) for name in ("Ida Berg", "Kai Bruun"))
    ratings = field(len(DEMO_PEOPLE), lots)
    entrants = [(keeper.person(name, start), "open", rating) for name, rating in zip(DEMO_PEOPLE, ratings, strict=True)]
    prepared(keeper, acts.CreateTournament("Demo", invitation, (ida,)), entrants, places_of(8), start)
    evening = SimulatedTournament(
        keeper, ida, lots, start, mishaps=Mishaps(late=60, leaves=0, wrong=0), seeds=keeper.seed_of
    )
    evening.do(acts.Appoint(kai, acts.Role.HELPER))
    seed = bytes(lots.below(256) for _ in range(32))
    evening.do(acts.PromiseSeed("open"), seed)
    keeper.keep_seed("open", seed)
    for person, _division, _rating in entrants[:-1]:  # one has not paid yet
        evening.do(acts.TakePayment(person, kr(200_00, "DKK")))
    return evening


def _unfinished_business(evening: SimulatedTournament) -> None:
    """Something for every part of the desk: a result to confirm, a dispute, somebody who is late."""
    playing = [each for each in evening.flow.standings.values() if each.where is Where.PLAYING]
    if playing and playing[0].players:
        first = playing[0]
        assert first.players is not None
        evening.do(acts.ReportResult(first.id, first.players, (first.length, first.length - 2)))
    if len(playing) > 1:
        evening.tried(acts.OpenCase("T4.4.ix", "What does the cube show?", playing[1].id))
    called = [each for each in evening.flow.standings.values() if each.where is Where.CALLED and each.players]
    if called and called[0].players:
        evening.tried(acts.ReportAbsence(called[0].id, called[0].players[0]))
