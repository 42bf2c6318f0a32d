"""Error rates: on decisions of a line each, and on a real match whose numbers eXtreme Gammon itself has shown."""

from __future__ import annotations

import pytest

from tavl import Dice
from tavl.analysis import DecisionKind, ErrorClass, class_of, count_turns, error_totals, stored_decisions
from tavl.analysis.decisions.counted_decisions import play_counts
from tavl.notation.file_formats import read
from tavl.notation.record import (
    AnyEntry,
    Candidate,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    GameRecord,
    MatchRecord,
    PlayAnalysis,
    Turn,
    Unit,
)
from tavl.rules.seat import Seat
from tests.notation.test_corpus import CORPUS


def turn(*equities: float, played: int = 0, cube: CubeAnalysis | None = None, counts: bool | None = None) -> Turn:
    candidates = tuple(
        Candidate(moves=((24 - number, 23 - number),), equity=each) for number, each in enumerate(equities)
    )
    analysis = PlayAnalysis(candidates=candidates, played=played, unit=Unit.EMG, counts=counts)
    return Turn(seat=Seat.FIRST, dice=Dice(3, 1), moves=((24, 23),), analysis=analysis if equities else None, cube=cube)


def cube(
    no_double: float, take: float, drop: float = 1.0, error: float | None = 0.0, unit: Unit = Unit.EMG
) -> CubeAnalysis:
    return CubeAnalysis(no_double=no_double, double_take=take, double_drop=drop, error=error, unit=unit)


def act(action: CubeActionKind, error: float) -> CubeAction:
    return CubeAction(seat=Seat.FIRST, action=action, cube=cube(0.5, 0.7, error=error))


def record(*entries: AnyEntry) -> MatchRecord:
    return MatchRecord(length=7, games=(GameRecord(entries=entries),))


def judged(*entries: AnyEntry) -> list[tuple[DecisionKind, float, bool]]:
    return [(each.kind, each.error, each.counts) for each in stored_decisions(record(*entries))]


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (0.0, ErrorClass.NONE),
        (0.0199, ErrorClass.INACCURACY),
        (0.02, ErrorClass.MISTAKE),
        (0.0799, ErrorClass.MISTAKE),
        (0.08, ErrorClass.BLUNDER),
    ],
)
def test_errors_are_classed_at_20_and_80_thousandths(error: float, found: ErrorClass) -> None:
    assert class_of(error) is found


def test_a_play_loses_what_the_best_is_better() -> None:
    assert judged(turn(0.5, 0.25, played=1)) == [(DecisionKind.PLAY, 0.25, True)]


@pytest.mark.parametrize(
    ("equities", "counts"),
    [((0.5,), False), ((0.5, 0.5), False), ((1.0, 0.99995), False), ((0.5, 0.499), True)],
)
def test_a_play_counts_where_there_was_something_to_lose(equities: tuple[float, ...], counts: bool) -> None:
    assert judged(turn(*equities)) == [(DecisionKind.PLAY, 0.0, counts)]


def test_the_program_that_wrote_the_file_knows_what_counts() -> None:
    assert judged(turn(0.5, 0.25, counts=False)) == [(DecisionKind.PLAY, 0.0, False)]


@pytest.mark.parametrize(
    ("found", "counts"),
    [
        (cube(0.0, -0.4), False),  # far from a double
        (cube(0.5, 0.31), True),
        (cube(0.5, 0.3), False),
        (cube(1.15, 1.6), True),  # too good, by little
        (cube(1.3, 2.0), False),
        (cube(0.7, 0.95, error=0.25), True),  # missed by far
    ],
)
def test_not_doubling_counts_where_it_was_close_or_wrong(found: CubeAnalysis, counts: bool) -> None:
    assert judged(turn(cube=found)) == [(DecisionKind.DOUBLE, found.error, counts)]


def test_doubles_and_answers_always_count() -> None:
    kinds = [CubeActionKind.DOUBLE, CubeActionKind.TAKE, CubeActionKind.DROP, CubeActionKind.BEAVER]
    found = judged(*(act(kind, 0.125) for kind in kinds))
    assert found == [(DecisionKind.DOUBLE, 0.125, True), *[(DecisionKind.TAKE, 0.125, True)] * 3]


def test_what_was_never_played_or_never_looked_at_is_no_decision() -> None:
    unplayed = Turn(seat=Seat.FIRST, dice=Dice(3, 1), moves=None, analysis=turn(0.5, 0.25).analysis)
    assert judged(unplayed, turn(), act(CubeActionKind.DOUBLE, 0.0), turn(cube=cube(0.5, 0.6, unit=Unit.MWC))) == [
        (DecisionKind.DOUBLE, 0.0, True)
    ]


def test_rates_are_500_times_by_decision_and_1000_times_by_roll_of_both() -> None:
    entries = [turn(0.5, 0.4, played=1), turn(0.5), turn(0.5, 0.25), act(CubeActionKind.TAKE, 0.02)]
    other = Turn(seat=Seat.SECOND, dice=Dice(3, 1), moves=())
    match = record(*entries, other)
    totals = error_totals(stored_decisions(match), Seat.FIRST, count_turns(match))
    assert (totals.plays, totals.doubles, totals.takes, totals.turns) == (2, 0, 1, 4)
    assert (totals.mistakes, totals.blunders) == (1, 1)
    assert totals.performance_rating == pytest.approx(500 * 0.12 / 3)
    assert totals.snowie_error_rate == pytest.approx(1000 * 0.12 / 4)


def test_nothing_decided_is_no_rate() -> None:
    totals = error_totals([], Seat.FIRST, 0)
    assert (totals.performance_rating, totals.snowie_error_rate) == (None, None)


# Real matches.

here = pytest.mark.skipif(not (CORPUS / "files").is_dir(), reason="needs the corpus: set TAVL_CORPUS")
SHOWN = {  # by XG's statistics of this match: plays, doubles, takes and drops, error, error of plays and doubles, PR
    Seat.FIRST: (85, 3, 2, 0.070, 0.070, 0.0, 0.39),
    Seat.SECOND: (64, 13, 2, 0.066, 0.058, 0.008, 0.42),
}


@here
@pytest.mark.parametrize("seat", SHOWN)
def test_pr_is_what_xg_shows_for_the_same_match(seat: Seat) -> None:
    """The numbers were published with the match (kevung/blunderDB, testdata/stats_reference)."""
    (path,) = CORPUS.glob("files/*charlot1-charlot2*.xg")
    (match,) = read(path.read_bytes())
    found = error_totals(stored_decisions(match), seat, count_turns(match))
    pr = found.performance_rating
    assert pr is not None
    assert SHOWN[seat] == (
        *(found.plays, found.doubles, found.takes),
        *(round(found.error, 3), round(found.play_error, 3), round(found.double_error, 3), round(pr, 2)),
    )


@here
def test_what_counts_is_found_from_the_equities_nearly_as_xg_has_it() -> None:
    """Of 809 plays two differ: XG knew more candidates than it stored, or drew the line elsewhere."""
    agree = differ = 0
    for path in CORPUS.glob("files/*.xg"):
        for game in read(path.read_bytes())[0].games:
            for entry in game.entries:
                if isinstance(entry, Turn) and entry.analysis and entry.moves is not None:
                    stored, bare = entry.analysis.counts, PlayAnalysis(candidates=entry.analysis.candidates)
                    agree += play_counts(bare) == stored
                    differ += play_counts(bare) != stored
    assert differ <= 2
    assert agree > 800
