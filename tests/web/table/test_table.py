"""What two people meet at a table besides the moves: the last roll, ways out, resigning, keys, titles."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player, Server
from tests.web.two_players import OPEN_TABLE, in_turn, play_until_somebody_may_double, quick_turn, sit_two_down

UNRATED = {"length": 3, "rated": False}


def other_of(player: Player, anna: Player, bo: Player) -> Player:
    return bo if player is anna else anna


def test_the_opponents_last_roll_lies_there_while_one_may_double(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 5})
    doubler, _ = play_until_somebody_may_double(anna, bo)
    assert "double" in doubler.state()["actions"]
    expect(doubler.board.locator(".die")).to_have_count(2)


def test_whoever_was_left_claims_the_win(somebody: Somebody, own_server: Callable[..., Server]) -> None:
    server = own_server(gone_wait_ms=0)
    anna, bo = sit_two_down(somebody, UNRATED, at=server)
    gone = in_turn(anna, bo)
    stays = other_of(gone, anna, bo)
    gone.go("/dice")
    stays.button("Claim the win").click()
    expect(stays.page.locator("#result-title")).to_have_text("You win the match!")
    expect(stays.page.locator("#result-how")).to_contain_text("has left the game")


def test_whoever_was_left_is_told_how_long_to_wait_and_the_wait_is_over_with_the_return(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, UNRATED)
    gone = in_turn(anna, bo)
    stays = other_of(gone, anna, bo)
    table = gone.page.url
    gone.go("/dice")
    card = stays.page.locator("[data-matter=gone]")
    expect(card).to_contain_text("is not back by then")
    expect(card.locator("time")).to_contain_text(re.compile(r"[45]:\d\d"))
    expect(stays.button("Claim the win")).to_have_count(0)
    gone.go(table).ready()
    expect(card).to_have_count(0)


def test_a_game_nobody_sits_at_is_not_on(somebody: Somebody, own_server: Callable[..., Server]) -> None:
    server = own_server()
    anna, bo = sit_two_down(somebody, UNRATED, at=server)
    eve = somebody(at=server).home()
    watch = eve.page.get_by_role("link", name="Watch")
    expect(watch).to_have_count(1)
    for player in (anna, bo):
        player.go("/dice").ready()
    eve.until("async () => !(await (await fetch('/lists')).text()).includes('/t/')")
    eve.home()
    expect(watch).to_have_count(0)


def test_a_bots_opponent_resigns_in_the_middle_of_the_game(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.wait_until_asked()
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Backgammon")
    anna.until("() => document.querySelector('#board').state.score.some((points) => points > 0)")


def test_a_refused_resignation_is_seen_and_stays_in_the_list(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, UNRATED)
    in_turn(anna, bo)
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Single game")
    bo.act("Refuse")
    expect(anna.page.locator("#toast")).to_contain_text("refuses; the game goes on.")
    expect(anna.page.locator("#moves")).to_contain_text("Refuses; the game goes on")
    anna.page.reload()
    expect(anna.page.locator("#moves")).to_contain_text("Refuses; the game goes on")


@pytest.mark.rule("T4.5")
def test_where_a_game_must_be_played_on_the_flag_is_grey_and_says_why(somebody: Somebody) -> None:
    anna = somebody().go("/dice").ready()
    link = anna.page.evaluate(OPEN_TABLE, {"opponent": "friend", "length": 3, "ruled_by": "named"})
    anna.go(link).ready()
    bo = somebody().go(link).ready()
    bo.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    flag = anna.board.get_by_role("button", name="Resign")
    expect(flag).to_have_attribute("aria-disabled", "true")
    flag.click(force=True)
    expect(anna.page.locator("#toast")).to_contain_text("The game must be played on")
    expect(anna.page.locator("#toast a")).to_have_attribute("href", "/rules/T4.5")


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_rolls_and_ends_the_turn_when_nothing_has_the_focus(somebody: Somebody, key: str) -> None:
    anna, bo = sit_two_down(somebody, UNRATED)
    quick_turn(in_turn(anna, bo))
    player = in_turn(anna, bo, asked=("roll",))
    player.page.evaluate("document.activeElement?.blur()")
    player.page.keyboard.press(key)
    player.may("play")
    player.page.keyboard.press(key)  # nothing is played yet
    assert "play" in player.state()["actions"]
    while not player.complete():
        player.board.locator(".place.movable").first.click(force=True)
    player.page.evaluate("document.activeElement?.blur()")
    player.page.keyboard.press(key)
    player.until("() => !document.querySelector('#board').state.actions.includes('play')")


def test_a_key_pressed_while_typing_does_not_roll(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, UNRATED)
    quick_turn(in_turn(anna, bo))
    player = in_turn(anna, bo, asked=("roll",))
    player.page.locator("#chat-text").focus()
    player.page.keyboard.press("Space")
    player.type("pips")
    assert "roll" in player.state()["actions"]


def test_a_double_says_what_dropping_costs(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1 + 1, "profile": "dbf-basic"})
    doubler, other = play_until_somebody_may_double(anna, bo)
    doubler.act("Double")
    doubler.act("Double to 2")
    other.hears("doubles to 2. Dropping costs 1 point. Take or drop?")
    expect(other.board.locator(".note")).to_contain_text("doubles to 2. Dropping costs 1 point.")


def test_the_title_follows_who_sits_down_and_says_whose_turn_it_is(somebody: Somebody) -> None:
    anna = somebody().go("/dice").ready()
    link = anna.page.evaluate(OPEN_TABLE, {"opponent": "friend", **UNRATED})
    anna.go(link).ready()
    bo = somebody().go(link).ready()
    bo.page.get_by_label("Your name").fill("Bo Madsen")
    bo.button("Sit down and play").click()
    anna.hears("begin")
    expect(anna.page).to_have_title(re.compile("Bo Madsen"))
    expect(anna.page.locator("h1")).to_contain_text("Bo Madsen")
    mover = in_turn(anna, bo)
    expect(mover.page).to_have_title(re.compile("Your turn"))
    expect(other_of(mover, anna, bo).page).not_to_have_title(re.compile("Your turn"))


def test_the_list_keeps_the_results_of_earlier_games_and_its_end_in_sight(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 5, "rated": False})
    for game in (1, 2):
        in_turn(anna, bo)
        anna.board.get_by_role("button", name="Resign").click()
        anna.act("Single game")
        bo.act("Accept")
        bo.until("n => document.querySelectorAll('#moves .game').length > n", game)
    bo.page.reload()
    results = bo.page.locator("#moves .note", has_text="win a single game")
    expect(results).to_have_count(2)
    bo.until(
        """() => { const list = document.querySelector("#moves");
        return list.scrollHeight - list.scrollTop - list.clientHeight < 3; }"""
    )


def test_on_a_phone_what_was_said_below_the_edge_is_marked_above_it(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, UNRATED, width=390, height=844)
    anna.page.locator("#chat-text").fill("good luck")
    anna.page.locator("#chat-text").press("Enter")
    mark = bo.page.locator("#unread")
    expect(mark).to_have_accessible_name("1 new message")
    mark.click()
    expect(mark).to_be_hidden()
    expect(bo.page.locator("#chat-lines")).to_contain_text("good luck")


def test_an_invitation_to_a_challenge_says_that_wrong_plays_are_allowed(somebody: Somebody) -> None:
    anna = somebody().go("/dice").ready()
    asked = {"opponent": "friend", "sitting": "challenge", "ruled_by": "director", **UNRATED}
    link = anna.page.evaluate(OPEN_TABLE, asked)
    bo = somebody().go(link)
    expect(bo.page.locator("#join-card")).to_contain_text("wrong plays are allowed")
    anna.go(link).ready()
    anna.button("The director's link").click()
    anna.page.locator("#around").get_by_role("button", name="A link to the table").or_(
        anna.page.locator("#around button[type=submit]")
    ).first.click()
    expect(anna.page.get_by_label("Link to this role")).to_have_value(re.compile("as=director"))


def test_the_ruling_form_stands_beside_the_board_for_whoever_judges(somebody: Somebody) -> None:
    eve = somebody().go("/dice").ready()
    link = eve.page.evaluate(
        OPEN_TABLE, {"opponent": "friend", "sitting": "challenge", "ruled_by": "director", "sits": False, **UNRATED}
    )
    eve.go(link).ready()
    anna, bo = (somebody().go(link).ready() for _ in range(2))
    for player in (anna, bo):
        player.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    mover = in_turn(anna, bo, asked=("play",))
    mover.board.get_by_role("button", name="No play").click()
    expect(eve.board.locator(".die")).to_have_count(2)  # what has to be judged
    eve.page.locator("#open-around").click()
    sheet, board = eve.page.locator("#around").bounding_box(), eve.board.bounding_box()
    assert sheet
    assert board
    assert sheet["x"] >= board["x"] + board["width"] - 1
    eve.page.keyboard.press("Escape")
    expect(eve.page.locator("#around")).to_be_hidden()


def test_a_result_can_be_shared_and_its_luck_has_a_unit(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "rated": False}, permissions=["clipboard-read", "clipboard-write"])
    in_turn(anna, bo)
    anna.page.evaluate("() => { Object.defineProperty(navigator, 'share', {value: undefined}) }")
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Single game")
    bo.act("Accept")
    expect(anna.page.locator("#result-luck")).to_contain_text("points of a game without the cube")
    anna.button("Share").click()
    expect(anna.page.locator("#toast")).to_contain_text("copied")
    assert re.search(r"0 – 1|1 – 0", anna.page.evaluate("navigator.clipboard.readText()"))


def test_a_position_is_copied_as_xgid_and_gnu_id(somebody: Somebody) -> None:
    anna = somebody(permissions=["clipboard-read", "clipboard-write"]).home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.wait_until_asked()
    anna.page.locator(".about summary").click()
    anna.button("Copy XGID").click()
    expect(anna.page.locator("#toast")).to_contain_text("XGID=")
    anna.button("Copy GNU ID").click()
    expect(anna.page.locator("#toast")).to_have_text(re.compile(r"[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}"))
