"""Whole tournaments of every format by chance, with lateness, wrong results and people who leave: each ends."""

from __future__ import annotations

from collections import Counter

import pytest

from tavl.tournament import acts, replay
from tavl.tournament.draws.lots import Lots
from tavl.tournament.files import trf
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.exports import (
    calendar_file,
    entries_sheet,
    money_sheet,
    results_sheet,
    standings_sheet,
    trf_file,
)
from tavl.tournament.files.sheet import read as read_sheet
from tavl.tournament.files.sheets import ENTRIES, RESULTS, STANDINGS, results_of
from tavl.tournament.matches.flow import Where, flow_of
from tavl.tournament.simulated_tournament import Memory, Mishaps, SimulatedTournament, prepared
from tavl.tournament.simulation import field
from tavl.tournament.standings.results_table import finish
from tavl.tournament.terms import DivisionTerms, Format, Invitation, Stage

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


def evening(format: Format, players: int, seed: int, tables: int = 4) -> tuple[Memory, SimulatedTournament]:
    lots = Lots(b"seed %d" % seed, "evening")
    division = DivisionTerms(
        id="open",
        format=format,
        stages=tuple(Stage(id=stage, length=3) for stage in STAGES[format]),
        rounds=4 if format is Format.SWISS else None,
        groups=2 if format is Format.GROUPS else None,
    )
    keeper = Memory()
    create = acts.CreateTournament("Evening", Invitation(sanctioned=False, divisions=(division,)), ("ida",))
    people = [(f"p{n}", "open", rating) for n, rating in enumerate(field(players, lots))]
    prepared(keeper, create, people, [acts.Place(id=str(n)) for n in range(1, tables + 1)], 0)
    return keeper, SimulatedTournament(keeper, "ida", lots, 0, mishaps=MISHAPS)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("format", STAGES)
def test_every_format_comes_to_its_end_and_replays(format: Format, seed: int) -> None:
    keeper, run = evening(format, 11, seed)
    for _ in run.run():
        busy = Counter(
            person
            for each in run.flow.standings.values()
            if each.where in (Where.CALLED, Where.PLAYING)
            for person in run.flow.people(each)
        )
        assert max(busy.values(), default=0) <= 1, "nobody plays twice at once"
    over, of = run.progress()
    assert over == of > 0
    assert all(place.settled for place in finish(run.flow, "open"))
    places = [entry for place in finish(run.flow, "open") for entry in place.entrants]
    assert len(places) == len(set(places)) == 11, "a full finishing order"
    assert replay(keeper.log) == keeper.state


def test_the_same_lots_are_the_same_evening() -> None:
    logs = []
    for _ in range(2):
        keeper, run = evening(Format.CONSOLATION, 9, 5)
        assert list(run.run())
        logs.append(keeper.log)
    assert logs[0] == logs[1]


def test_its_sheets_are_read_back_and_its_trf_file_agrees_with_itself() -> None:
    keeper, run = evening(Format.SWISS, 9, 1)
    assert list(run.run())
    state = keeper.state
    names = {f"p{n}": f"Player {n}" for n in range(9)}
    taken = read_sheet(RESULTS, results_sheet(state, names))
    assert len(results_of(taken)) == len(taken.rows)
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
    keeper, run = evening(Format.ELIMINATION, 8, 1)
    for over, _of in run.run():
        if over == 2:
            break
    with pytest.raises(FileError):
        trf_file(keeper.state, "open", {})
    text = calendar_file(keeper.state, "tournament/x", {"p1": "Anna"}, run.at).decode()
    assert text.count("BEGIN:VEVENT") == 5
