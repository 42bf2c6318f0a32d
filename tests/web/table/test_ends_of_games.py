"""Games end in every way there is, with motion on: both boards and the replay follow, and the next game begins."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player
from tests.web.two_players import in_turn, play_until_somebody_may_double, quick_turn, sit_two_down

End = Callable[[Player, Player], None]


def drop(anna: Player, bo: Player) -> None:
    """The last play may still be under way on the board of whoever waited for it."""
    doubler, other = play_until_somebody_may_double(anna, bo)
    doubler.act("Double")
    doubler.act("Double to 2")
    other.act("Drop")


def resign(size: str) -> End:
    def end(anna: Player, bo: Player) -> None:
        for _ in range(3):
            quick_turn(in_turn(anna, bo))
        loser = in_turn(anna, bo)
        loser.board.get_by_role("button", name="Resign").click()
        loser.act(size)
        (bo if loser is anna else anna).act("Accept")

    return end


def follows(player: Player, game: int) -> None:
    """The board draws what comes next: a page that had stopped would not."""
    player.until(
        "n => document.querySelector('#board').state.score[0] + document.querySelector('#board').state.score[1] >= n",
        game,
    )
    player.settle()


def in_play(player: Player) -> None:
    player.until("() => document.querySelector('#board').state.dice !== null")


@pytest.mark.parametrize(("end", "points"), [(drop, 1), (resign("Gammon"), 2)])
def test_a_game_ends_and_the_next_begins_on_both_boards(somebody: Somebody, end: End, points: int) -> None:
    anna, bo = sit_two_down(somebody, {"length": 9, "profile": "dbf-basic"})
    end(anna, bo)
    for player in (anna, bo):
        follows(player, points)
        player.hears("Game 2 begins.")
        in_play(player)
    quick_turn(in_turn(anna, bo))  # and they can play on
    replayed(anna)


def test_the_crawford_game_and_the_match_end_on_both_boards(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 2, "profile": "dbf-basic"})
    drop(anna, bo)
    for player in (anna, bo):
        player.hears("This is the Crawford game")
        in_play(player)
    resign("Single game")(anna, bo)
    for player in (anna, bo):
        follows(player, 1)
    anna.until("() => document.querySelector('#board').state.dice || !document.querySelector('#result').hidden")
    if not anna.over:  # whoever was behind has won the Crawford game
        drop(anna, bo)
    for player in (anna, bo):
        expect(player.page.locator("#result-title")).to_contain_text("the match")
        player.settle()
    replayed(bo)


def test_a_match_of_one_game_ends_on_both_boards(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "profile": "dbf-basic"})
    resign("Gammon")(anna, bo)
    for player in (anna, bo):
        expect(player.page.locator("#result-title")).to_contain_text("the match")
        player.settle()
    replayed(anna)


def test_a_flag_that_falls_ends_the_match_on_both_boards(somebody: Somebody) -> None:
    clock = {"minutes_per_point": 0.06, "delay_seconds": 0}
    anna, bo = sit_two_down(somebody, {"length": 1, "clock": clock})
    for player in (anna, bo):  # on a slow machine the flag may fall even before the first play
        if "play" in player.state()["actions"]:
            quick_turn(player)
    for player in (anna, bo):
        expect(player.page.locator("#result-title")).to_contain_text("the match")
        player.settle()
    replayed(anna)


def replayed(player: Player) -> None:
    """Forth to the end and back to the start, step by step and in one leap, faster than the checkers go."""
    player.go(f"{player.page.url}/replay").ready()
    steps = int(player.page.locator("#slider").get_attribute("max") or 0)
    assert steps > 1
    number = player.page.locator("#step-number")
    for _ in range(steps):
        player.page.keyboard.press("ArrowRight")
    expect(number).to_have_text(f"Step {steps + 1} of {steps + 1}")
    player.settle()
    for _ in range(steps):
        player.page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(f"Step 1 of {steps + 1}")
    for key, step in (("End", steps + 1), ("Home", 1), ("ArrowDown", None), ("End", steps + 1), ("ArrowUp", None)):
        player.page.keyboard.press(key)
        if step:
            expect(number).to_have_text(f"Step {step} of {steps + 1}")
    player.settle()
