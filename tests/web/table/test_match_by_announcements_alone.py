"""A whole match by ear: nothing is known of it but what was announced, nothing is done but typed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player, Server, poll_page
from tests.web.table.listener import Listener

GOLDEN = Path(__file__).parent / "golden/match.txt"
WRITE = "TAVL_WRITE_GOLDEN"

# The server draws the words for the dice where a browser cannot compute fingerprints; here it draws the same each time.
WITHOUT_FINGERPRINTS = 'Object.defineProperty(crypto, "subtle", {value: undefined})'
ASK = """([method, path, body]) => fetch(`/api/v1${path}`, {method, body: JSON.stringify(body),
  headers: {"X-Tavl": "1", "Content-Type": "application/json"}}).then((answer) => answer.json())"""
LISTEN = """() => {
  const log = document.querySelector("#board").shadowRoot.querySelector(".log");
  window.heard = [];
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const node of addedNodes) window.heard.push(node.textContent);
  }).observe(log, {childList: true});
}"""


class Seat:
    """Somebody at a keyboard, and what a screen reader says to them."""

    def __init__(self, player: Player, name: str) -> None:
        self.player, self.listener = player, Listener(name)
        self.transcript: list[str] = []
        self._taken = 0
        self._to_type: list[str] = []

    def go_on(self) -> bool:
        """Takes in what was announced since; if nothing, types the next line. Whether there was anything to do."""
        fresh: list[str] = self.player.page.evaluate("from => window.heard.slice(from)", self._taken)
        self._taken += len(fresh)
        for sentence in fresh:
            if "connection" in sentence or sentence.endswith("is back."):
                continue  # a busy machine is no part of the match
            self.transcript.append(sentence)
            self._to_type += self.listener.hear(sentence)
        if fresh or not self._to_type or self._awaits_an_answer:
            return bool(fresh)
        line = self._to_type.pop(0)
        self.transcript.append(f"> {line}".rstrip())
        self.player.type(line)
        return True

    @property
    def _awaits_an_answer(self) -> bool:
        """Every line but the one that ends a turn is answered before the next is typed, a play to its end."""
        last = self.transcript[-1]
        typed = next((line for line in reversed(self.transcript) if line.startswith(">")), "")
        return last.startswith(">") or ("/" in typed and not last.startswith("Play complete."))


def sit_down(somebody: Somebody, server: Server) -> tuple[Seat, Seat]:
    anna, bo = (somebody(at=server, expects=("401",)) for _ in range(2))
    for player, name in ((anna, "Anna"), (bo, "Bo")):
        player.context.add_init_script(WITHOUT_FINGERPRINTS)
        player.go("/dice").ready()
        player.page.evaluate(ASK, ["POST", "/session", {}])
        player.page.evaluate(ASK, ["PATCH", "/me", {"name": name}])
    table = anna.page.evaluate(ASK, ["POST", "/tables", {"opponent": "friend", "length": 3, "profile": "dbf-basic"}])
    for player in (anna, bo):
        player.go(f"/t/{table['id']}").ready()
        player.page.evaluate(LISTEN)
    bo.button("Sit down and play").click()
    return Seat(anna, "Anna"), Seat(bo, "Bo")


@pytest.mark.soak  # a minute; in `make test` the end of a match is played so, in test_whole_matches.py
@pytest.mark.rule("T4.4.iv")
def test_a_match_is_played_from_its_announcements_alone(somebody: Somebody, own_server: Callable[..., Server]) -> None:
    anna, bo = sit_down(somebody, own_server(module="tests.web.table.fixed_dice"))
    while not (anna.listener.over and bo.listener.over):
        poll_page(
            anna.player.page,
            lambda: anna.go_on() | bo.go_on(),
            lambda: (anna.transcript[-5:], bo.transcript[-5:]),
        )
    told = "\n".join(anna.transcript) + "\n"
    if os.environ.get(WRITE):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8"), f"if this is meant, set {WRITE}=1 and look at the difference"


def test_the_transcript_has_all_that_such_a_match_should() -> None:
    told = GOLDEN.read_text(encoding="utf-8")
    for sentence in (
        "Bo sits down.",
        "You double to 2.",
        "Bo takes. The cube is at 2.",
        "Bo doubles to 4. Dropping costs 2 points. Take or drop?",
        "Game 2 begins. This is the Crawford game: nobody may double.",
        "Your home, 6–1:",
        "hits",
        "to off",
        "Bo offers to resign a single game.",
        "You win the match!",
    ):
        assert sentence in told, sentence
