"""The pages in a stock Firefox."""

from __future__ import annotations

import pytest

from tavl.i18n import LANGUAGES, words
from tests.firefox.conftest import Somebody
from tests.firefox.person import Person, in_turn
from tests.web.two_players import OPEN_TABLE

AT_TABLE = "() => /\\/t\\/[0-9a-f]{20}$/.test(location.pathname) && document.documentElement.dataset.ready"


def test_a_guest_plays_a_whole_match_against_a_bot_with_the_mouse(somebody: Somebody) -> None:
    anna = somebody().go("/")
    anna.click("label:has([name=level][value=newcomer])")
    anna.click("label:has([name=length][value='1'])")
    anna.button("Play now")
    anna.tab.until(AT_TABLE)
    turns = 0
    while anna.play_a_turn(drag=turns < 8):
        turns += 1
    anna.reads("#result-title", "the match")
    anna.reads("#result-proof", "rolls are as promised")
    table = anna.at
    anna.button("Rematch")
    anna.tab.until(f"(before) => location.href !== before && ({AT_TABLE})()", table)
    anna.play_a_turn()


def test_a_guest_plays_a_whole_match_with_nothing_but_keys(somebody: Somebody) -> None:
    anna = somebody().go("/")
    anna.tab_to("(at) => at.name === 'level'")
    for _ in range(7):
        anna.tab.press("ArrowLeft")
        if anna.tab.call("() => document.querySelector('[name=level]:checked').value") == "newcomer":
            break
    anna.tab_to("(at) => at.name === 'length'")
    anna.tab.press("ArrowLeft")
    assert anna.tab.call("() => document.querySelector('[name=length]:checked').value") == "1"
    anna.tab.press("Enter")
    anna.tab.until(AT_TABLE)
    while anna.key_a_turn():
        pass
    anna.reads("#result-title", "the match")
    anna.tab.press("/")
    anna.tab.write("score")
    anna.tab.press("Enter")
    anna.reads("#answer", "Match to 1 point")


def sit_two_down(somebody: Somebody, ask: dict[str, object]) -> tuple[Person, Person]:
    anna, bo = somebody().go("/dice"), somebody()
    link = anna.tab.call(OPEN_TABLE, {"opponent": "friend", **ask})
    anna.go(link)
    bo.go(link).button("Sit down and play")
    for person in (anna, bo):
        person.hears("begin")
    return anna, bo


def test_two_people_play_a_match_with_cube_crawford_and_clock(somebody: Somebody) -> None:
    clock = {"minutes_per_point": 2, "delay_seconds": 12}
    anna, bo = sit_two_down(somebody, {"length": 2, "profile": "dbf-basic", "clock": clock})
    mover, _ = in_turn(anna, bo)
    mover.play_a_turn()
    doubler, other = (bo, anna) if mover is anna else (anna, bo)
    doubler.button("Double")
    doubler.button("Double to 2")
    other.hears("doubles to 2. Dropping costs 1 point. Take or drop?")
    other.button("Drop")
    doubler.hears("drops.")
    doubler.reads("#match-title", "Crawford")
    doubler.tab.until("() => ['#clock-own', '#clock-opponent'].some((id) => document.querySelector(id).textContent)")
    first, _ = in_turn(anna, bo)
    first.play_a_turn()
    in_turn(anna, bo)
    doubler.button("Resign")  # by agreement, under these rules
    doubler.button("Gammon")
    other.button("Accept")
    other.reads("#result-title", "You win the match!")
    doubler.reads("#result-score", "1 – 2")


def test_by_finger_on_a_phone_nothing_scrolls_away(somebody: Somebody) -> None:
    phone = somebody(width=390, height=844).go("/")
    phone.click("label:has([name=level][value=newcomer])", "touch")
    phone.button("Play now", "touch")
    phone.tab.until(AT_TABLE)
    for _ in range(4):
        phone.play_a_turn("touch")
    assert phone.tab.call("() => document.documentElement.scrollWidth") <= 390


def test_the_companion_keeps_clock_score_and_cube(somebody: Somebody) -> None:
    phone = somebody(width=390, height=844).go("/companion/en")
    phone.click("#choice label:has([name=length][value='3'])", "touch")
    phone.click("#choice button[type=submit]", "touch")
    phone.tab.until("() => document.querySelector('#table').checkVisibility()")
    runs = "(seat) => document.querySelector(`#half-${seat}`).classList.contains('runs')"
    phone.click("#half-0 .press", "touch")
    phone.tab.until(runs, 0)
    phone.click("#half-0 .press", "touch")
    phone.tab.until(runs, 1)
    phone.click("#double", "touch")
    phone.click("#double-dialog[open] button:not([data-close])", "touch")
    phone.click("#half-0 [data-answer=take], #half-1 [data-answer=take]", "touch")
    phone.click("#end-game", "touch")
    phone.click("#end-dialog[open] label:has([name=winner][value='0'])", "touch")
    phone.click("#end-dialog[open] [data-size='1']", "touch")
    phone.reads("#between-dialog", "2 points")
    phone.tab.go(phone.at)  # as after a battery change
    phone.ready()
    phone.reads("#between-dialog", "2 points")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_opens_without_a_complaint_in_each_language(somebody: Somebody, language: str) -> None:
    visitor = somebody()
    visitor.tab.speaks(language)
    w = words(language)
    for path, text in (
        ("/", w("Play now")),
        ("/learn", None),
        ("/rules", w("The rulebook")),
        ("/rules/profiles", None),
        ("/rules/T4.2", None),
        ("/dice", w("Dice that you can check")),
        ("/settings", w("Settings")),
        ("/account", None),
        ("/players", w("Players")),
        (f"/companion/{language}", None),
    ):
        visitor.tab.go(visitor.url + path)
        assert visitor.tab.call("() => document.documentElement.lang") == language
        if text:
            visitor.reads("h1, h2, button, main", text)
        assert visitor.tab.call("() => document.documentElement.scrollWidth") <= 1280, path
