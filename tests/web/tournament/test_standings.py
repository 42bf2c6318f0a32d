"""Standings, and what the big screen and paper make of a tournament."""

from __future__ import annotations

from functools import cache

from tavl.i18n import words
from tavl.tournament import By, acts
from tavl.tournament.view import view
from tavl.web.tournament.labels import Display
from tavl.web.tournament.paper.sheets import sheets_of
from tavl.web.tournament.public_page import PublicPage
from tavl.web.tournament.screen import MAX_LINES
from tavl.web.tournament.screen import pages_of as screen_pages
from tavl.web.tournament.standings import tables_of
from tests.tournament.desk import SEED
from tests.web.tournament import tournaments
from tests.web.tournament.tournaments import Event, clock


def display_of(event: Event, language: str = "en", by: str = "") -> Display:
    return Display("id", view(event.state, By(by), event.at), event.names, words(language), len(event.log), event.at)


@cache
def the_open() -> Event:
    return tournaments.open_of_40()


def test_a_swiss_shows_its_rounds_by_place_and_the_step_that_decided() -> None:
    display = display_of(tournaments.swiss(players=8, rounds=2))
    (table,) = tables_of(display.view.divisions[0], display)
    assert table.heads == ("1", "2", "3")
    first = table.rows[0]
    assert (first.won, first.lost) == (2, 0)
    assert [cell.kind for cell in first.cells[:2]] == ["won", "won"]
    met = [int(cell.text) for cell in first.cells]
    assert len(set(met)) == 3  # nobody twice
    tied = next(row for row in table.rows if row.line.decided_by is not None)
    assert display.tie_break(tied.line).startswith(("head to head", "Buchholz", "Sonneborn-Berger"))


def test_a_group_is_a_cross_table_in_which_two_go_on() -> None:
    display = display_of(tournaments.groups())
    division = display.view.divisions[0]
    tables = tables_of(division, display)
    assert [display.stage(table.stage) for table in tables] == ["Group A", "Group B", "Group C", "Group D"]
    group = tables[0]
    assert [row.through for row in group.rows] == [True, True, False, False]
    assert [group.rows[n].cells[n].kind for n in range(4)] == ["self"] * 4
    one, two = group.rows[0].cells[1].text, group.rows[1].cells[0].text
    assert one == "–".join(reversed(two.split("–")))
    waits = next(m for m in division.matches if m.stage == "main" and None in m.players)
    assert "in Group D" in " ".join(display.seat(waits, seat) for seat in (0, 1))


def test_on_a_club_night_it_is_said_who_waits() -> None:
    event = tournaments.club_night()
    public = PublicPage(display_of(event))
    division = public.view.divisions[0]
    playing = {p for m in public.playing + public.soon + public.called for p in m.players}
    waiting = public.waiting(division)
    assert len(waiting) % 2 == 1
    assert not playing & set(waiting)


def test_lives_are_counted_down() -> None:
    display = display_of(tournaments.lives())
    (table,) = tables_of(display.view.divisions[0], display)
    assert [row.lives for row in table.rows] == sorted((row.lives or 0 for row in table.rows), reverse=True)
    assert all(row.lives == max(0, 3 - row.lost) for row in table.rows)


def test_a_match_waits_for_a_table_by_its_number() -> None:
    display = display_of(the_open())
    texts = {display.seat(m, seat) for m in display.matches.values() for seat in (0, 1)}
    assert "Winner, table 9" in texts
    assert any(text.startswith("Loser, table ") for text in texts)
    assert not any("None" in text for text in texts)


def test_a_draw_by_hand_and_a_swap_are_marked() -> None:
    event = tournaments.knock_out(4, boards=2)
    pairs = tuple((event.e(f"p{n}"), event.e(f"p{n + 1}")) for n in (0, 2))
    event.do(acts.EnterDraw("open", pairs, "lots from a bag", "kai"))
    event.do(acts.SwapEntrants("open", event.e("p0"), event.e("p2"), "brothers"))
    event.do(acts.AnnounceDraw("open", clock("10:00")))
    division = display_of(event).view.divisions[0]
    assert division.by_hand
    assert division.swaps == ((event.e("p0"), event.e("p2"), "brothers"),)
    assert division.draws[0].witness == "kai"


def test_the_seed_is_checked_against_its_promise() -> None:
    public = PublicPage(display_of(the_open()))
    (proof,) = public.proofs(public.view.divisions[0])
    assert proof.kept is True
    assert (proof.draw.seed, proof.label) == (SEED.hex(), "draw open 1")


def test_the_big_screen_has_few_lines_and_calls_come_back() -> None:
    pages = screen_pages(PublicPage(display_of(the_open())))
    assert all(len(page.lines) <= MAX_LINES for page in pages)
    kinds = [page.kind for page in pages]
    assert kinds[:4] == ["called", "playing", "soon", "called"]
    assert all("called" in kinds[n : n + 3] for n in range(len(kinds) - 2))
    assert {page.lines for page in pages if page.kind == "called"} == {pages[0].lines}


def test_paper_for_64_is_a_sheet_four_of_table_cards_and_eight_of_score_cards() -> None:
    event = tournaments.knock_out(64)
    event.draw()
    sheets = sheets_of(PublicPage(display_of(event)), lambda place: f"https://x/{place}")
    counted = {kind: sum(sheet.kind == kind for sheet in sheets) for kind in ("draw", "tables", "cards")}
    assert counted == {"draw": 1, "tables": 4, "cards": 8}


def test_receipts_and_the_report_are_for_the_staff() -> None:
    event = the_open()
    public = PublicPage(display_of(event, by="ida"))
    kinds = {sheet.kind for sheet in sheets_of(public, lambda _: "https://x", event.state)}
    assert "report" in kinds
    assert "report" not in {sheet.kind for sheet in sheets_of(public, lambda _: "https://x")}


def test_the_words_are_the_readers() -> None:
    for language, said in (("da", "Trøsterække"), ("sv", "Tröstturnering"), ("nb", "Trøsteturnering")):
        assert display_of(the_open(), language).stage("consolation") == said
