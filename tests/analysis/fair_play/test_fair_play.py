"""Fair-play sheets: intervals, agreement by depth, times, and what a match is compared with."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from tavl.analysis import Depth, analyse
from tavl.analysis.fair_play.fair_play import Analysed, Comparison, Sample, compare, share, sheet_of_player, sheets_of
from tavl.analysis.fair_play.fair_play_texts import NO_VERDICT, findings
from tavl.i18n import LANGUAGES, words
from tavl.notation.record import Timing, Turn
from tests.analysis.matches import played
from tests.cli.keyboard_player import tavl


@cache
def analysed(name: str = "a") -> Analysed:
    record = played()
    depths = (Depth.INSTANT, Depth.ONE_PLY)
    return Analysed(name=name, record=record, by_depth={depth: analyse(record, depth) for depth in depths})


def test_a_share_has_an_interval_that_stays_within_nothing_and_all() -> None:
    whole = share(10, 10)
    assert whole is not None
    assert (whole.value, whole.high, round(whole.low, 3)) == (1.0, 1.0, 0.722)  # Wilson's, as published in tables
    assert share(0, 0) is None


def test_a_sheet_has_pr_and_agreement_by_depth_with_intervals() -> None:
    match = analysed()
    for seat, sheet in enumerate(sheets_of(match, [match])):
        assert sheet.rating is not None
        assert sheet.rating.value == pytest.approx(match.deepest.totals[seat].performance_rating, abs=0.01)
        assert sheet.rating.low < sheet.rating.value < sheet.rating.high
        assert list(sheet.agreement) == [Depth.INSTANT, Depth.ONE_PLY]
        for found in sheet.agreement.values():
            assert 0 <= found.low <= found.value <= found.high <= 1
        assert sheet.history is None  # the match itself is no history
        assert (sheet.times.easy, sheet.times.hard) == (None, None)


def test_a_match_is_compared_with_the_players_others_and_with_everybody_elses() -> None:
    match, again = analysed(), replace(analysed(), name="b")
    first, _ = sheets_of(match, [match, again])
    assert first.history == first.rating  # the same match again
    assert first.field is not None
    assert first.beside_history.apart is False
    whole = sheet_of_player(first.player, [match, again])
    assert (whole.matches, whole.history) == (2, None)


def test_what_is_apart_by_more_than_chance_is_said_and_few_decisions_say_nothing() -> None:
    good = Sample(n=200, value=2.0, low=1.0, high=3.0)
    usual = Sample(n=800, value=9.0, low=8.0, high=10.0)
    assert compare(good, usual).apart
    assert compare(good, replace(usual, n=5)) == Comparison()
    sheet = replace(sheets_of(analysed(), [])[0], rating=good, history=usual, field=usual)
    said = findings(words("en"), sheet)
    assert said[0].startswith("Better than in their own other matches by 7.0 PR (5.6 to 8.4)")
    for language in LANGUAGES:
        assert words(language)(NO_VERDICT)
        assert len(findings(words(language), sheet)) == len(said)


def test_times_come_from_the_log_and_breaks_are_left_out() -> None:
    match = analysed()
    at = 0
    games = []
    for game in match.record.games:
        entries = []
        for entry in game.entries:
            at += 10_000
            entries.append(replace(entry, timing=Timing(at=at)) if isinstance(entry, Turn) else entry)
        games.append(replace(game, entries=tuple(entries)))
        at += 3_600_000
    timed = replace(match, record=replace(match.record, games=tuple(games)))
    first, _ = sheets_of(timed, [])
    assert first.times.n_easy + first.times.n_hard > 10
    assert (first.times.easy or 0) >= 10.0
    assert (first.times.hard or 0) < 60.0


def test_the_command_prints_sheets_and_that_they_are_no_verdict(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.analysis.matches import PLAYED

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    result = tavl("fairplay", str(PLAYED), "--depth", "instant")
    assert result.exit_code == 0, result.output
    assert "not a verdict" in result.stdout
    assert "Anna" in result.stdout
    assert tavl("fairplay", str(PLAYED), "--depth", "instant", "--player", "Nobody").exit_code == 1
    data = tavl("fairplay", str(PLAYED), "--depth", "instant", "--json").stdout.splitlines()
    assert len(data) == 2
