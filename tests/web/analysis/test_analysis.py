"""The analysis on the web: a match is dropped, its curve and every decision are seen; a position is set up by hand."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tavl.analysis import Analyst, Depth, analyse
from tavl.i18n import words
from tavl.notation.file_formats import read
from tavl.web.analysis import positions
from tavl.web.analysis.match import AnalysedMatch, match_view
from tests.analysis.matches import ODD, PLAYED, match_in
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways, small_targets
from tests.web.server_and_player import Player
from tests.web.table.test_ends_of_games import resign
from tests.web.two_players import in_turn, quick_turn, sit_two_down

DROP = """async ([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  document.querySelector("#drop").dispatchEvent(
    new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
}"""
OPENING_31 = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def seen(text: str) -> AnalysedMatch:
    record = match_in(text)
    return match_view(analyse(record, Depth.INSTANT), record, words("en"))


# What the page is given


def test_a_step_for_each_decision_worth_a_look_and_one_for_the_end_of_a_game() -> None:
    match = seen(ODD)
    kinds = [step.kind for step in match.steps if step.game == 0]
    assert kinds[-3:] == ["take", "play", "end"]
    assert kinds.count("play") == 5
    assert match.steps[len(kinds) - 1].board.score == (2, 0)
    illegal = [step.illegal for step in match.steps if step.illegal]
    assert [text[text.index("(") :] for text in illegal] == ["(G5.2).", "(G1.1)."]


def test_positions_are_seen_by_the_first_seat_and_a_play_leads_to_the_next_one() -> None:
    steps = [step for step in seen(PLAYED.read_text()).steps if step.game == 0 and step.kind == "play"]
    assert {step.seat for step in steps} == {0, 1}
    assert steps[0].board.opening
    for one, other in pairwise(steps[:6]):
        sides = (step.board.position.split(" | ")[one.seat] for step in (one, other))
        assert next(sides) != next(sides)


def test_where_the_cube_cannot_be_turned_it_is_said() -> None:
    asked = positions.AskPosition(position="6:2 | 6:2", length=1)
    step = positions.evaluated(positions.situation_of(asked), words("en"), Analyst(Depth.ONE_PLY)).step
    assert step.cube is None
    assert step.reasons[0].startswith("The cube cannot be turned here")


# In the browser


def drop(player: Player, text: str, name: str = "played.mat") -> Player:
    player.go("/analysis").ready()
    player.choose("At a glance")
    player.page.evaluate(DROP, [name, text])
    player.page.wait_for_url("**/analysis/*")
    expect(player.page.locator("#analysed")).to_be_visible()
    return player.ready()


def test_a_dropped_match_is_analysed_and_gone_through_by_keys(somebody: Somebody) -> None:
    anna = drop(somebody(width=1366, height=768), PLAYED.read_text())
    page = anna.page
    expect(page.locator(".players tbody tr")).to_have_count(2)
    expect(page.locator("#chart path.line")).to_have_count(1)
    expect(page.locator("#chart .blunder")).not_to_have_count(0)
    # It opens at the first blunder: what was played and what was best, as arrows and in words.
    expect(page.locator("#verdict .grade")).to_have_text("Blunder")
    expect(page.locator("tavl-board .arrow.best")).not_to_have_count(0)
    expect(page.locator("tavl-board .arrow.played")).not_to_have_count(0)
    expect(page.locator("#verdict tr.best .play")).not_to_be_empty()
    expect(page.locator("#verdict .reasons li")).not_to_have_count(0)
    first = int(page.url.split("#")[1])
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#{first + 1}")
    page.keyboard.press("ArrowDown")  # to the next error; how bad it is depends on the network
    expect(page.locator("#verdict .grade")).to_have_text(re.compile("Mistake|Blunder"))
    page.keyboard.press("Home")
    expect(page.locator("#step-number")).to_contain_text("1 of")
    expect(page.locator("#slider")).to_have_value("0")
    # The list is the curve in words; a filter, and a press on a line.
    anna.choose("Cube")
    expect(page.locator("#list .dice").first).to_be_empty()
    anna.choose("All")
    page.locator("#list li button").nth(4).click()
    expect(page.locator("#step-number")).to_contain_text("5 of")
    # All rolls of a position.
    page.get_by_text("All 21 rolls", exact=True).click()
    expect(page.locator(".roll-map button")).to_have_count(21)
    assert page.locator("#list .chance").first.inner_text().endswith("%")
    # The same play over other scores; a note of one's own, which stays and goes into the file; a picture.
    page.get_by_text("Over other scores", exact=True).click()
    expect(page.locator(".score-map button")).to_have_count(50)
    page.get_by_text("My note", exact=True).click()
    page.locator("#note-text").fill("Look at the [bar] first")
    anna.button("Save").click()
    expect(page.locator("#toast")).to_have_text("Saved.")
    assert violations_light_and_dark(anna) == []
    with page.expect_download() as picture:
        anna.button("PNG").click()
    assert picture.value.path().read_bytes()[:4] == b"\x89PNG"
    # Another play is tried, answered and followed; the line is kept beside the match.
    title = page.locator("#verdict .trial-title")
    anna.button("Try another play").click()
    expect(title).to_contain_text("plays")
    played = page.locator("#verdict .candidates button.play").nth(1)
    other = played.inner_text()
    played.click()
    expect(title).to_contain_text("rolls")
    anna.button("31").click()
    expect(title).to_contain_text("plays 31")
    page.locator("#verdict .candidates button.play").first.click()
    expect(title).to_contain_text("rolls")
    anna.button("Take back").click()
    expect(title).to_contain_text("plays 31")
    page.locator("#verdict .candidates button.play").first.click()
    expect(title).to_contain_text("rolls")
    anna.button("Keep this line").click()
    expect(page.locator("#toast")).to_have_text("The line is kept.")
    expect(page.locator("#list .side-line button")).to_contain_text(other)
    page.locator("#list .side-line button").click()
    expect(page.locator("#verdict .entry")).to_have_count(2)
    page.locator("#verdict .entry").last.click()
    expect(page.locator("#verdict .entry").last).to_have_attribute("aria-current", "")
    assert violations_light_and_dark(anna) == []
    page.reload()
    anna.ready()
    expect(page.locator("#note-text")).to_have_value("Look at the [bar] first")
    expect(page.locator("#verdict .side-lines li")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save with notes (.sgf)").click()
    text = saved.value.path().read_text()
    assert "Look at the [bar\\] first" in text
    (record,) = read(text.encode())
    assert [len(line) for game in record.games for entry in game.entries for line in entry.side_lines] == [2]
    page.locator("#verdict .side-lines").get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("#list .side-line")).to_have_count(0)


def test_an_analysis_is_shared_by_its_link_and_read_on_a_phone_in_another_language(somebody: Somebody) -> None:
    anna = drop(somebody(), ODD, "odd.mat")
    expect(anna.page.locator("#problems summary")).to_have_text("2 odd things in the file")
    bo = somebody(width=320, height=640, has_touch=True, is_mobile=True, locale="da-DK")
    bo.go(anna.page.url.split("#")[0] + "#3").ready()
    expect(bo.page.locator("#step-number")).to_contain_text("3 af")
    expect(bo.page.locator("#remove")).to_have_count(0)  # it is Anna's
    assert sideways(bo) == []
    assert [each for each in small_targets(bo, 44) if "over place" not in each] == []  # nothing is moved there
    before = bo.page.locator("#verdict").inner_text()
    bo.page.locator("#next-error").tap()
    expect(bo.page.locator("#verdict")).not_to_have_text(before)


def test_after_a_match_one_press_leads_to_its_analysis(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "profile": "dbf-basic"})
    resign("Gammon")(anna, bo)
    anna.button("Analyse").click()
    anna.page.wait_for_url("**/analysis/*")
    expect(anna.page.locator("#analysed")).to_be_visible()
    once = anna.page.url.split("#")[0]
    anna.page.go_back()
    anna.page.get_by_role("link", name="Look at it again").click()
    anna.ready().button("Analyse").click()
    anna.page.wait_for_url("**/analysis/*")
    assert anna.page.url.split("#")[0] == once  # the same match is analysed once


def test_what_is_no_match_is_refused_in_words(somebody: Somebody) -> None:
    anna = somebody(expects=("422",)).go("/analysis").ready()
    anna.page.evaluate(DROP, ["letter.txt", "Dear Bo"])
    expect(anna.page.locator("#problem")).to_have_text("letter.txt is not a match file or a position that tavl knows.")


def test_a_position_is_pasted_changed_by_hand_and_evaluated(somebody: Somebody) -> None:
    anna = somebody().go("/analysis").ready()
    page = anna.page
    page.locator("#text").fill(OPENING_31)
    anna.button("Analyse").click()
    page.wait_for_url("**/analysis/position?id=*")
    anna.ready()
    expect(page.locator("#verdict tr.best .play")).to_have_text("8/5 6/5")
    expect(page.locator("tavl-board .arrow.best")).to_have_count(2)
    anna.choose("Take away")
    page.locator("tavl-board .place[data-place='6']").click(force=True)
    page.locator("[name=brush][value=mine]").check(force=True)  # "White" stands in the dialog for playing on too
    page.locator("tavl-board .place[data-place='5']").press("Enter")  # by keys as by mouse
    expect(page.locator("#answer")).to_be_hidden()
    page.get_by_label("Die 1").select_option("")
    anna.button("What to do?").click()
    expect(page.locator("#verdict .right-cube")).to_be_visible()
    assert "XGID=-b---AD-C---eE---c-e----B-" in page.locator("#id").input_value()


@pytest.mark.rule("T1.6.ii")
def test_a_position_of_a_match_that_is_played_for_the_rating_is_told_to_nobody(somebody: Somebody) -> None:
    """Whoever sits there could ask from another window."""
    stranger = somebody(expects=("409",)).go("/analysis/position").ready()
    anna, bo = sit_two_down(somebody, {"length": 1, "aids": False})
    for _ in range(5):  # past the opening
        quick_turn(in_turn(anna, bo, asked=("roll", "play")))
    ids = anna.page.evaluate("fetch(location.pathname + '/position.json').then((answer) => answer.json())")
    stranger.page.locator("#id").fill(ids["xgid"])
    stranger.button("Use").click()
    expect(stranger.page.locator("#problem")).to_contain_text("(T1.6.ii)")
