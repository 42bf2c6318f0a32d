"""People play: against a bot, against each other, by mouse, by finger, by keyboard, with the line cut."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser_complaints import A_MOMENT
from tests.web.conftest import Somebody
from tests.web.server_and_player import MOMENT, TABLE, Player, Server
from tests.web.two_players import OPEN_TABLE, QUICKLY, in_turn, play_until_somebody_may_double, quick_turn, sit_two_down


def test_a_guest_plays_a_whole_match_against_a_bot_with_the_mouse(somebody: Somebody) -> None:
    anna = somebody().home()
    first = anna.sit_down("A bot", "1", level="Newcomer")
    while not anna.over:
        if not passed_by_quickly(anna):
            anna.play_a_turn()
    expect(anna.page.locator("#result-title")).to_contain_text("the match")
    expect(anna.page.locator("#result-proof")).to_contain_text("rolls are as promised")
    expect(anna.page.locator("#result-luck")).to_contain_text("Luck:")
    anna.button("Rematch").click()
    anna.page.wait_for_url(lambda url: TABLE.search(url) is not None and url != first)
    anna.ready().wait_until_asked()


def passed_by_quickly(player: Player) -> bool:
    """Plays after the first few: made by the board itself, at once; in `make soak` two of three."""
    made = player.page.locator("#moves .turn").count()
    with_the_mouse = made < 8 or ("TAVL_SOAK" in os.environ and made // 2 % 3 == 0)
    if with_the_mouse or "play" not in player.actions():
        return False
    player.page.evaluate(QUICKLY)
    player.until("() => !document.querySelector('#board').state.actions.includes('play')")
    return True


def test_two_people_play_a_match_with_cube_crawford_and_clock(somebody: Somebody) -> None:
    clock = {"minutes_per_point": 2, "delay_seconds": 12}
    anna, bo = sit_two_down(somebody, {"length": 3, "profile": "dbf-basic", "clock": clock})
    for points in (1, 2):  # two games are dropped
        doubler, other = play_until_somebody_may_double(anna, bo)
        if points == 2 and doubler.state()["score"][doubler.state()["viewer"]] == 0:
            quick_turn(doubler)  # the same one is to double twice
            doubler, other = play_until_somebody_may_double(other, doubler)
        doubler.act("Double")
        doubler.act("Double to 2")
        other.hears("doubles to 2. Dropping costs")
        other.act("Drop")
        doubler.hears("drops.")
        doubler.until("n => Math.max(...document.querySelector('#board').state.score) >= n", points)
    leader, chaser = (anna, bo) if anna.state()["score"][anna.state()["viewer"]] == 2 else (bo, anna)
    leader.hears("This is the Crawford game")
    expect(leader.page.locator("#match-title")).to_contain_text("Crawford")
    asked = in_turn(anna, bo)
    quick_turn(asked)
    roller = leader if asked is chaser else chaser
    roller.may("roll")
    assert "double" not in roller.state()["actions"]
    leader.board.get_by_role("button", name="Resign").click()  # by agreement, under these rules
    leader.act("Single game")
    chaser.act("Accept")
    chaser.hears("You win a single game: 1 point.")
    doubler, other = play_until_somebody_may_double(anna, bo)
    doubler.act("Double")
    doubler.act("Double to 2")
    other.act("Take")
    doubler.hears("takes. The cube is at 2.")
    chaser.board.get_by_role("button", name="Resign").click()
    chaser.act("Gammon")
    leader.act("Accept")
    expect(leader.page.locator("#result-title")).to_have_text("You win the match!")
    expect(chaser.page.locator("#result-score")).to_have_text("1 – 3")
    expect(leader.page.locator("#clock-own")).to_be_visible()


def test_a_rematch_is_offered_and_accepted(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "profile": "dbf-basic"})
    in_turn(anna, bo)
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Single game")
    bo.act("Accept")
    anna.button("Rematch").click()
    bo.button("Accept the rematch").click()
    bo.page.wait_for_url(re.compile(r"/t/"))
    for player in (anna, bo):
        player.hears("begin")
    assert anna.page.url == bo.page.url


LATE = "XGID=--A-B-B-----aA-----bb-a---:0:0:1:00:0:0:0:1:10"  # six checkers each, and two that can still be hit


def test_a_match_is_played_to_its_end_by_keyboard_alone_and_by_ear(somebody: Somebody) -> None:
    """The player reads nothing but what is announced, and touches nothing but keys.

    A match from its first move: test_match_by_announcements_alone.py."""
    anna = somebody().go("/dice").ready()
    anna.go(anna.page.evaluate(OPEN_TABLE, {"opponent": "bot:newcomer", "start": {"id": LATE}})).ready()
    while True:
        anna.wait_until_asked()
        if anna.over:
            break
        before = anna.page.evaluate(MOMENT)
        heard = next(sentence for sentence in reversed(anna.said()) if re.match(ASKS, sentence))
        if heard == "Your turn.":
            anna.type("roll")
        elif "Take or drop?" in heard:
            anna.type("take")
        elif "offers to resign" in heard:
            anna.type("accept")
        else:
            anna.type("plays")
            plays = anna.said()[-1]
            if "Nothing can be played" not in plays:
                anna.type(plays.partition(": ")[2].partition(".")[0].split("; ")[0])
            anna.type("")
        anna.until(f"before => ({MOMENT}) !== before", before)
    anna.hears("the match")


ASKS = r"Your turn\.|You roll|Opening roll.*You begin|.*Take or drop\?|.*offers to resign"


def test_what_is_asked_is_answered_and_what_is_refused_names_its_clause(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 5})
    mover = in_turn(anna, bo)
    other = bo if mover is anna else anna
    for question, answer in (
        ("dice", "Your dice:"),
        ("position", "Your home, 6–1: 6: 5 yours"),
        ("position 2", "Your outer board, 12–7"),
        ("bar", "There are no checkers on the bar."),
        ("blots", "Your blots: none."),
        ("cube", "The cube is in the middle, at 1."),
        ("score", "Match to 5 points."),
        ("clock", "There is no clock."),
        ("pips", "Pips: you 167, they 167."),
        ("last", "Nothing has been played yet."),
        ("plays", "plays:"),
        ("13", "13: 5 yours"),
        ("d", "Which:"),
        ("help", "A play such as 8/5 6/5"),
        ("xyzzy", "Not understood."),
    ):
        mover.type(question)
        expect(mover.page.locator("#answer")).to_contain_text(answer)
    mover.type("1/2")
    expect(mover.page.locator("#toast a")).to_have_attribute("href", re.compile(r"^/rules/[GT]\d"))
    other.type("roll")
    expect(other.page.locator("#toast")).to_contain_text("It is not your turn (G4.3).")
    mover.type("double")
    expect(mover.page.locator("#toast")).to_contain_text("G3.1")


def test_words_are_terse_where_that_is_wished(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 5})
    mover = in_turn(anna, bo)
    other = bo if mover is anna else anna
    other.page.get_by_role("button", name="Settings").click()
    other.page.get_by_label("What is read out").select_option("terse")
    other.page.locator("#close-settings").click()
    quick_turn(mover)
    name = mover.state()["names"][mover.state()["viewer"]]
    terse = other.page.locator("#board .log p").filter(has_text=re.compile(rf"^{re.escape(name)} \S+/\S+.*$"))
    expect(terse.first).to_be_attached()


def test_on_a_phone_a_match_is_played_by_touch(somebody: Somebody) -> None:
    phone = somebody(width=375, height=667, has_touch=True, is_mobile=True, device_scale_factor=2).home()
    phone.sit_down("A bot", "1", level="Newcomer")
    for _ in range(6):
        if not phone.over:
            phone.play_a_turn(tap=True)
    box = phone.board.locator("[data-place='8']").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 375


def test_a_line_that_breaks_in_the_middle_of_a_turn_loses_nothing(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 3}, expects=("ERR_INTERNET_DISCONNECTED", "WebSocket"))
    mover = in_turn(anna, bo)
    other = bo if mover is anna else anna
    first = mover.state()["tree"]["nodes"][0][0][:2]
    assert mover.page.evaluate("move => document.querySelector('#board').attempt([move])", first)
    mover.context.set_offline(True)
    expect(mover.page.locator("#line-status")).to_contain_text("The connection is lost")
    expect(other.page.locator("#line-status")).to_contain_text("has lost the connection")
    half = mover.page.evaluate("document.querySelector('#board').moves")
    mover.context.set_offline(False)
    expect(mover.page.locator("#line-status")).to_be_hidden()
    mover.hears("The connection is back.")
    expect(other.page.locator("#line-status")).to_be_hidden()
    assert mover.page.evaluate("document.querySelector('#board').moves") == half  # as it was left
    while not mover.complete():
        mover.board.locator(".place.movable").first.click(force=True)
    mover.context.set_offline(True)
    expect(mover.page.locator("#line-status")).to_be_visible()
    mover.act("Done")  # into a line that is dead
    mover.page.evaluate(A_MOMENT)
    mover.context.set_offline(False)
    other.may("roll")
    mover.hears("The connection is back.")


def test_a_half_made_play_outlives_the_page(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "3", level="Newcomer")
    while "play" not in anna.wait_until_asked() or not anna.state()["tree"]["nodes"][0]:
        anna.play_a_turn()
    first = anna.state()["tree"]["nodes"][0][0][:2]
    anna.page.evaluate("move => document.querySelector('#board').attempt([move])", first)
    moves = anna.page.evaluate("document.querySelector('#board').moves")
    anna.page.reload()
    anna.ready()
    assert moves != []
    anna.until("moves => JSON.stringify(document.querySelector('#board').moves) === JSON.stringify(moves)", moves)


def test_the_server_is_killed_and_the_game_goes_on(somebody: Somebody, own_server: Callable[..., Server]) -> None:
    server = own_server()
    anna = somebody(at=server, expects=("WebSocket", "ERR_CONNECTION_REFUSED")).home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.play_a_turn()
    port = server.url.rpartition(":")[2]
    server.stop()
    expect(anna.page.locator("#line-status")).to_contain_text("The connection is lost")
    server.again(port)
    expect(anna.page.locator("#line-status")).to_be_hidden(timeout=15_000)
    anna.play_a_turn()


def test_a_friend_comes_by_the_link_or_the_code(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A friend", "3")
    expect(anna.page.get_by_role("heading", name="Waiting for your opponent")).to_be_visible()
    link = anna.page.get_by_label("Link to this table").input_value()
    assert link == anna.page.url
    code = anna.page.get_by_alt_text("The link as a QR code")
    # The picture comes from the server: it is there when it has been decoded, not when the element stands.
    assert code.evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }")
    bo = somebody().go(link).ready()
    expect(bo.page.get_by_role("heading", name="invites you")).to_be_visible()
    bo.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
        expect(player.page.locator("#invite")).to_be_hidden()


def test_who_wants_anyone_plays_the_first_who_comes(somebody: Somebody, own_server: Callable[..., Server]) -> None:
    server = own_server()
    carl = somebody(at=server)
    carl.page.clock.install()
    expect(carl.home().page.get_by_text("No games to watch at the moment.")).to_be_visible()
    anna = somebody(at=server).home()
    anna.sit_down("Anyone", "5")
    bo = somebody(at=server).home()
    expect(bo.page.get_by_role("link", name="Sit down")).to_be_visible()
    assert bo.sit_down("Anyone", "5") == anna.page.url
    bo.hears("begin")
    carl.page.clock.fast_forward(10_000)  # the home page looks again by itself
    carl.page.get_by_role("link", name="Watch").click()
    carl.ready()
    expect(carl.page.locator("#match-title")).to_contain_text("You are watching")
    expect(carl.page.locator("#chat")).to_be_hidden()
    begins = in_turn(anna, bo)
    for player in (anna, bo):
        game = player.home().page.get_by_role("region", name="Your games").get_by_role("link")
        expect(game).to_contain_text("Your move" if player is begins else "Continue")


def test_players_talk_and_either_can_mute_the_other(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 3})
    assert not anna.state()["manual"]  # no clock, so the player's settings hold
    anna.page.get_by_label("Say something").fill("good luck")
    anna.page.keyboard.press("Enter")
    expect(bo.page.locator("#chat-lines")).to_contain_text("good luck")
    bo.hears("says: good luck")
    bo.page.get_by_label("Mute the other player").check()
    says(bo, "muted", anna)  # a socket is read in order: once this has arrived, so has the wish to hear no more
    says(anna, "<b>still there?</b>", anna)
    bo.page.get_by_label("Mute the other player").uncheck()
    says(bo, "again", anna)
    says(anna, "welcome", bo)
    assert "still there" not in bo.page.locator("#chat-lines").inner_text()


def says(speaker: Player, text: str, hearer: Player) -> None:
    speaker.page.get_by_label("Say something").fill(text)
    speaker.page.get_by_label("Say something").press("Enter")
    expect(hearer.page.locator("#chat-lines")).to_contain_text(text)


@pytest.mark.rule("T4.1.vi")
def test_where_a_clock_must_be_pressed_nothing_happens_by_itself(somebody: Somebody) -> None:
    clock = {"minutes_per_point": 2, "delay_seconds": 12}
    anna, bo = sit_two_down(somebody, {"length": 3, "clock": clock})
    assert anna.state()["manual"]
    anna.page.get_by_role("button", name="Settings").click()
    expect(anna.page.locator(".manual-note")).to_be_visible()
    before = anna.page.locator("#clock-own").inner_text(), anna.page.locator("#clock-opponent").inner_text()
    anna.until(
        """before => ["#clock-own", "#clock-opponent"]
          .some((clock, n) => document.querySelector(clock).innerText !== before[n])""",
        list(before),
    )
    assert bo.state()["manual"]


def test_a_player_is_warned_of_their_time_and_loses_when_it_is_out(somebody: Somebody) -> None:
    warned = in_turn(*sit_two_down(somebody, {"length": 1, "clock": {"minutes_per_point": 0.25, "delay_seconds": 0}}))
    anna, bo = sit_two_down(somebody, {"length": 1, "clock": {"minutes_per_point": 0.01, "delay_seconds": 0}})
    for player in (anna, bo):  # whose time it was is seen afterwards: it was short
        expect(player.page.locator("#result-title")).to_contain_text("the match")
    won = anna.page.locator("#result-title").inner_text() == "You win the match!"
    slow, other = (bo, anna) if won else (anna, bo)
    expect(slow.page.locator("#result-how")).to_have_text("Your time is out.")
    expect(other.page.locator("#result-title")).to_have_text("You win the match!")
    warned.hears("10 seconds left.")


@pytest.mark.soak  # its rules are proven in tests/rules
def test_a_money_session_with_a_beaver_ends_after_the_game_in_which_one_wants_to_stop(
    somebody: Somebody, own_server: Callable[..., Server]
) -> None:
    server = own_server(next_game_after_ms=30_000)  # the wish is told between the games
    anna, bo = sit_two_down(somebody, {"length": None, "vary": {"beavers": True}}, at=server)
    doubler, other = play_until_somebody_may_double(anna, bo)
    doubler.act("Double")
    doubler.act("Double to 2")
    other.act("Beaver")
    doubler.hears("beavers: the cube would be at 4.")
    doubler.act("Take")
    other.hears("takes. The cube is at 4.")
    other.page.locator(".about summary").click()
    other.page.get_by_label("Stop after this game").check()
    doubler.board.get_by_role("button", name="Resign").click()
    doubler.act("Single game")
    other.act("Accept")
    expect(other.page.locator("#result-title")).to_have_text("The session is over")
    expect(other.page.locator("#result-score")).to_have_text("4 – 0")


def test_a_table_at_which_nothing_counts_yet_can_be_closed(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A friend", "3")
    anna.button("Close the table").click()
    anna.page.wait_for_url(anna.url + "/")
    expect(anna.page.get_by_role("link", name="Continue")).to_be_hidden()
