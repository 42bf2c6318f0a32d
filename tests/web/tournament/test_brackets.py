"""Where matches stand in a bracket: none twice, none over another, each between those that feed it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tavl.i18n import words
from tavl.tournament.draws.graph import Known, Pairing, resolve
from tavl.tournament.formats import consolation, single_elimination
from tavl.tournament.formats.double_and_triple_elimination import double_elimination
from tavl.tournament.formats.single_elimination import Lengths
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import Where
from tavl.tournament.state import Phase
from tavl.tournament.view import DivisionView, MatchView, View
from tavl.web.tournament.bracket_drawing import SCREEN, draw, wide
from tavl.web.tournament.bracket_layout import Bracket, brackets_of, halves, is_bye, parts
from tavl.web.tournament.labels import Display
from tavl.web.tournament.paper.draw_sheets import MIN_FONT, drawing_of
from tests.tournament.entrants_and_outcomes import lay_out

SEVEN = Lengths(points=7)


def shown(pairings: Sequence[Pairing]) -> tuple[MatchView, ...]:
    """As a view has them before anything is played."""
    slots = resolve(pairings, {})
    return tuple(
        MatchView(
            id=f"open/{pairing.id}",
            stage=pairing.stage,
            round=pairing.round,
            number=pairing.number,
            length=pairing.length,
            players=tuple(s.entrant if isinstance(s, Known) else None for s in slots[pairing.id]),  # type: ignore[arg-type]
            where=Where.WAITS,
            sources=pairing.sources,
        )
        for pairing in pairings
    )


def field(players: int, progressive: bool = True) -> DivisionView:
    ids = [f"e{n}" for n in range(players)]
    main = single_elimination.bracket(lay_out(ids), SEVEN)
    depth = max(pairing.round for pairing in main)
    droppers = consolation.losers(main, "main", depth - 1, progressive)
    matches = shown([*main, *consolation.losers_bracket(droppers, main, SEVEN)])
    return DivisionView(id="open", entries=tuple(ids), matches=matches, places=(), format=Format.CONSOLATION)


def display_of(division: DivisionView) -> Display:
    view = View(title="Open", sanctioned=True, departures=(), phase=Phase.OPEN, roles=(), divisions=(division,))
    return Display("open", view, {}, words("en"))


def well_laid_out(bracket: Bracket) -> None:
    for column in range(len(bracket.rounds)):
        rows = sorted(box.row for box in bracket.boxes if box.column == column)
        assert all(after - before >= 1 for before, after in pairwise(rows))
    for box in bracket.boxes:
        assert all(feed.column < box.column for feed in box.feeds)
        if box.feeds:
            assert min(feed.row for feed in box.feeds) <= box.row <= max(feed.row for feed in box.feeds)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 40, 64, 100, 128])
def test_every_match_that_is_played_stands_once_and_none_over_another(players: int) -> None:
    division = field(players)
    placed = [match.id for bracket in brackets_of(division) for match in bracket.matches]
    assert sorted(placed) == sorted(match.id for match in division.matches if not is_bye(match))
    for bracket in brackets_of(division):
        well_laid_out(bracket)


def test_a_bye_takes_no_row_and_is_said_of_whoever_has_it() -> None:
    division = field(5)
    main = brackets_of(division)[0]
    assert main.rows == 2  # of four places in the second round, one match leads to one of them
    drawing = draw(main, display_of(division))
    assert sum(line.mark == "bye" for match in drawing.matches for line in match.lines) == 3


def test_double_elimination_has_both_brackets_and_two_finals() -> None:
    pairings = double_elimination(lay_out([f"e{n}" for n in range(13)]), SEVEN)
    division = DivisionView(id="open", entries=(), matches=shown(pairings), places=(), format=Format.DOUBLE)
    found = {bracket.stage: bracket for bracket in brackets_of(division)}
    assert list(found) == ["main", "losers", "final"]
    assert [box.column for box in found["final"].boxes] == [0, 1]
    for bracket in found.values():
        well_laid_out(bracket)


@pytest.mark.parametrize("players", [8, 40, 128])
def test_on_the_big_screen_each_match_is_in_one_part_that_fits(players: int) -> None:
    for bracket in brackets_of(field(players, progressive=False)):
        cut = parts(bracket)
        assert sorted(m.id for part in cut for m in part.matches) == sorted(m.id for m in bracket.matches)
        assert all(part.rows <= 5 and len(part.rounds) <= 2 for part in cut)
        for part in cut:
            well_laid_out(part)


def test_a_sheet_of_64_has_two_sides_that_meet_in_the_final() -> None:
    main = brackets_of(field(64))[0]
    cut = halves(main)
    assert cut is not None
    left, right, final = cut
    assert (left.rows, right.rows, final.match.round) == (16, 16, 6)
    drawing = drawing_of(main, display_of(field(64)))
    assert drawing.metrics.font >= MIN_FONT
    assert drawing.metrics.small >= MIN_FONT
    assert len(drawing.matches) == 63


def test_who_comes_is_told_by_the_number_of_the_match_they_come_from() -> None:
    division = field(4)
    display = display_of(division)
    final = next(match for match in division.matches if match.round == 2 and match.stage == "main")
    third = next(match for match in division.matches if match.stage == "consolation")
    assert [display.seat(final, seat) for seat in (0, 1)] == ["Winner of 1", "Winner of 2"]
    assert [display.seat(third, seat) for seat in (0, 1)] == ["Loser of 1", "Loser of 2"]


def test_a_name_is_cut_where_there_is_no_room_for_it() -> None:
    division = field(2)
    person = "Wilhelmina Skovgaard-Thomsen von Ahlefeldt"
    display = display_of(division)
    display.name = lambda entry: person  # type: ignore[method-assign]
    line = draw(brackets_of(division)[0], display, SCREEN).matches[0].lines[0]
    assert line.whole == person
    assert line.text.endswith("…")
    assert wide(line.text, SCREEN.font) <= SCREEN.width(0)


def test_a_match_for_a_place_stands_before_the_first_round_of_its_bracket_and_everybody_reads_why():
    main = single_elimination.bracket([("e0", None), *zip("abcdefg", "hijklmn", strict=True)], SEVEN)  # type: ignore[list-item]
    below = consolation.losers_bracket(consolation.losers(main, "main", 2, True), main, SEVEN)
    added = consolation.add_play_in([*main, *below], "consolation", "main.1.1")
    assert added is not None
    matches = shown(consolation.with_changed([*main, *below], added))
    division = DivisionView(
        id="open",
        entries=("e0",),
        matches=matches,
        places=(),
        format=Format.CONSOLATION,
        last_rounds={"consolation": 4},
    )
    display = display_of(division)
    (_, bracket) = brackets_of(division)
    well_laid_out(bracket)
    assert bracket.rounds[0] == 0
    assert [display.round("open", "consolation", round) for round in bracket.rounds[:2]] == ["Play-in", "Last 16"]
    assert draw(bracket, display).heads[0].text == "Play-in"
    other = next(source.match for source in added[0].sources if source.match != "main.1.1")  # type: ignore[union-attr]
    number = display.numbers[f"open/{other}"]
    assert display.play_in(division, "consolation.0.1") == f"Consolation: Loser of {number} against Loser of 0"
