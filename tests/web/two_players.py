"""Two people at one table, and how they get through a game quickly."""

from __future__ import annotations

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player, poll_page


def sit_two_down(somebody: Somebody, ask: dict[str, object], **context: object) -> tuple[Player, Player]:
    """Anna opens a table for a friend, and Bo comes by the link."""
    anna, bo = somebody(**context).go("/dice").ready(), somebody(**context)
    link = anna.page.evaluate(OPEN_TABLE, {"opponent": "friend", **ask})
    anna.go(link).ready()
    bo.go(link).ready()
    bo.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    return anna, bo


# As the home page does it, with a word for the dice of the browser's own; from a page that is quickly there.
OPEN_TABLE = """async (asked) => {
  const scripts = document.querySelector("script[src*='dice/about-page.js']").src;
  const {promiseAWord} = await import(new URL("fair-dice.js", scripts).href);
  const {ask} = await import(new URL("../shared/api.js", scripts).href);
  const {id} = await ask("POST", "/tables", {...asked, ...await promiseAWord()});
  return `/t/${id}`;
}"""
QUICKLY = """() => {
  const board = document.querySelector("#board");
  const {tree} = board.state;
  const moves = [];
  for (let steps = tree.nodes[0]; steps.length; steps = tree.nodes[steps[0][4]]) moves.push(steps[0].slice(0, 2));
  board.attempt(moves);
  board.done();
}"""


def in_turn(*players: Player, asked: tuple[str, ...] = ("roll", "play", "take", "accept_resignation")) -> Player:
    """Whoever of them has something to do."""

    def somebody_is() -> Player | None:
        return next((player for player in players if not {*asked}.isdisjoint(player.actions())), None)

    found = poll_page(players[0].page, somebody_is, lambda: "nobody is asked for anything")
    assert found
    return found


def play_until_somebody_may_double(anna: Player, bo: Player) -> tuple[Player, Player]:
    """The opening play is made; then whoever is on roll, and the other."""
    while True:
        player = in_turn(anna, bo, asked=("roll", "play"))
        other = bo if player is anna else anna
        if "double" in player.actions():
            return player, other
        quick_turn(player)


def quick_turn(player: Player) -> None:
    """Roll if need be, make the first play there is, and wait until it has arrived."""
    if "roll" in player.actions():
        player.act("Roll")
        player.may("play")
    player.page.evaluate(QUICKLY)
    player.until("() => !document.querySelector('#board').state.actions.includes('play')")
