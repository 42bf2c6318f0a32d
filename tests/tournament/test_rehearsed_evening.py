"""Whole tournaments of every format by chance, with lateness, wrong results and people who leave: each ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tavl.rules.refusal import Refused
from tavl.tournament import Tournament, acts, replay
from tavl.tournament.draws.lots import Lots
from tavl.tournament.files import trf
from tavl.tournament.files.calendar import calendar_file
from tavl.tournament.files.csv_format import read as read_sheet
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.exports import (
    entries_sheet,
    money_sheet,
    results_sheet,
    standings_sheet,
    trf_file,
)
from tavl.tournament.files.sheet_columns import ENTRIES, RESULTS, STANDINGS
from tavl.tournament.invitation import DivisionTerms, Format, Invitation, Stage
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.rehearsed_evening import Mishaps, RehearsedEvening, prepared, progress
from tavl.tournament.simulation import field
from tavl.tournament.standings.results_table import finish
from tavl.tournament.state import Phase

STAGES = {
    Format.ELIMINATION: ("main",),
    Format.CONSOLATION: ("main", "consolation", "last_chance"),
    Format.DOUBLE: ("main", "losers", "final"),
    Format.TRIPLE: ("lives",),
    Format.SWISS: ("swiss",),
    Format.ROUND_ROBIN: ("main",),
    Format.GROUPS: ("groups", "main"),
}
MISHAPS = Mishaps(late=100, wrong=80, leaves=20)


def evening(format: Format, players: int, seed: int, tables: int = 4) -> RehearsedEvening:
    lots = Lots(b"seed %d" % seed, "evening")
    division = DivisionTerms(
        id="open",
        format=format,
        stages=tuple(Stage(id=stage, length=3) for stage in STAGES[format]),
        rounds=4 if format is Format.SWISS else None,
        groups=2 if format is Format.GROUPS else None,
    )
    create = acts.CreateTournament("Evening", Invitation(sanctioned=False, divisions=(division,)), ("ida",))
    people = [(f"p{n}", "open", rating) for n, rating in enumerate(field(players, lots))]
    made = prepared(create, people, [acts.Place(id=str(n)) for n in range(1, tables + 1)], 0)
    assert not isinstance(made, Refused)
    state, log = made
    found = RehearsedEvening(state, "ida", b"seed %d" % seed, 0, mishaps=MISHAPS)
    found.log += log
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("format", STAGES)
def test_every_format_comes_to_its_end_and_replays(format: Format, seed: int) -> None:
    run = evening(format, 11, seed)

    def nobody_plays_twice(tournament: Tournament, action: Any, at: int) -> None:
        flow = flow_of(tournament)
        held = [each for each in flow.standings.values() if each.where in (Where.CALLED, Where.PLAYING)]
        people = Counter(person for each in held for person in flow.people(each))
        assert max(people.values(), default=0) <= 1

    run.watch = nobody_plays_twice
    state = run.run()
    assert state.phase is Phase.CLOSED
    over, of = progress(state)
    assert over == of > 0
    order = finish(flow_of(state), "open")
    places = [entry for place in order for entry in place.entrants]
    assert all(place.settled for place in order)
    assert len(places) == len(set(places)) == 11, "a full finishing order"
    assert replay(run.log) == state


def test_mishaps_happen_and_are_counted() -> None:
    found = [evening(Format.CONSOLATION, 16, seed) for seed in range(4)]
    for each in found:
        each.run()
    summaries = [each.summary() for each in found]
    assert sum(each.late for each in summaries) > 0
    assert sum(each.corrected for each in summaries) > 0
    assert sum(each.withdrawn for each in summaries) > 0
    assert all(set(each.winners) == {"open"} for each in summaries)


def test_the_same_seed_is_the_same_evening() -> None:
    logs = []
    for _ in range(2):
        run = evening(Format.CONSOLATION, 9, 5)
        run.run()
        logs.append(run.log)
    assert logs[0] == logs[1]


def test_its_sheets_are_read_back_and_its_trf_file_agrees_with_itself() -> None:
    run = evening(Format.SWISS, 9, 1)
    state = run.run()
    names = {f"p{n}": f"Player {n}" for n in range(9)}
    taken = read_sheet(RESULTS, results_sheet(state, names))
    played = [row for row in taken.rows if row["how"] == "played"]
    assert len(played) == sum(
        each.where is Where.DONE and each.match.confirmed.result.how == "played" for each in flow_of(state).of("open")
    )  # type: ignore[union-attr]
    assert len(read_sheet(ENTRIES, entries_sheet(state, names)).rows) == 9 - run.summary().withdrawn
    assert len(read_sheet(STANDINGS, standings_sheet(state, "open", names)).rows) == 9
    assert money_sheet(state, names).startswith(b"number,")
    report = trf.read(trf_file(state, "open", names))
    assert report.system is trf.System.SWISS
    assert len(report.players) == 9
    assert all(len(player.rounds) == 4 for player in report.players)


def test_a_knock_out_has_no_trf_file_and_an_unfinished_one_has_a_calendar() -> None:
    run = evening(Format.ELIMINATION, 8, 1)
    state = run.run(until=35 * 60_000)
    over, of = progress(state)
    assert 0 < over < of
    with pytest.raises(FileError):
        trf_file(state, "open", {})
    text = calendar_file(state, "tournament/x", {"p1": "Anna"}, run.at).decode()
    assert text.count("BEGIN:VEVENT") == of - over
