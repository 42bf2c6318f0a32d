"""Somebody with Firefox: finds things by their text, and plays by mouse or keyboard."""

from __future__ import annotations

import json
from typing import Any

from tests.firefox.bidi import PATIENCE_S, Firefox, Tab
from tests.polling import poll

# Everything on the page and in the shadows in it; where it lies is answered once it can be seen there.
FIND = """
const all = (root) => [...root.querySelectorAll("*")]
  .flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
const named = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim();
const spot = (each) => {
  if (!each?.checkVisibility({visibilityProperty: true})) return null;
  let box = each.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) {
    each.scrollIntoView({block: "center", behavior: "instant"});
    box = each.getBoundingClientRect();
  }
  return box.width && box.height ? [box.x + box.width / 2, box.y + box.height / 2] : null;
};
"""
BUTTON = f"""(name) => {{ {FIND}
  const found = all(document).filter((each) => each.matches("button, summary") && !each.disabled)
    .find((each) => named(each) === name && spot(each));
  return found ? spot(found) : null;
}}"""
SELECTOR = f"""(selector) => {{ {FIND}
  const found = all(document).find((each) => each.matches(selector) && spot(each));
  return found ? spot(found) : null;
}}"""
PLACE = """(number) => {
  const place = document.querySelector("#board").shadowRoot.querySelector(`[data-place="${number}"]`);
  const box = place.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}"""
MOMENT = """(() => {
  const state = document.querySelector("#board")?.state;
  const {actions, dice, position, offered} = state ?? {};
  return JSON.stringify([actions, dice, position, offered, document.querySelector("#result")?.hidden]);
})()"""
# What is asked of the viewer, once something is: the action, or that the match is over.
ASKED = f"""() => {{
  const state = document.querySelector("#board")?.state;
  const over = document.querySelector("#result")?.hidden === false;
  const action = ["roll", "play", "take", "accept_resignation"].find((name) => state?.actions.includes(name));
  return over || action ? {{over, action, tree: state.tree, moment: {MOMENT}}} : null;
}}"""
# Where to press next in a play: a checker that can move, or what ends the turn.
NEXT = f"""() => {{ {FIND}
  const board = document.querySelector("#board");
  return spot(board.shadowRoot.querySelector(board.complete ? ".button.done" : ".place.movable"));
}}"""
BUTTONS = {"roll": "Roll", "take": "Take", "accept_resignation": "Accept"}
COMPLETE = "() => document.querySelector('#board').complete"


class Person:
    def __init__(self, firefox: Firefox, url: str, **size: int) -> None:
        self.tab, self.url = Tab(firefox, **size), url

    def go(self, path: str) -> Person:
        self.tab.go(path if path.startswith("http") else self.url + path)
        return self.ready()

    def ready(self) -> Person:
        self.tab.until("() => 'ready' in document.documentElement.dataset")
        return self

    @property
    def at(self) -> str:
        return str(self.tab.call("() => location.href"))

    def text(self, selector: str) -> str:
        return str(self.tab.call("(selector) => document.querySelector(selector)?.textContent ?? ''", selector))

    def reads(self, selector: str, words: str) -> None:
        """Until that is there to be read."""
        self.tab.until(
            """(selector, words) => [...document.querySelectorAll(selector)].some((each) =>
              each.checkVisibility() && each.textContent.includes(words))""",
            selector,
            words,
        )

    def hears(self, words: str) -> None:
        self.tab.until(
            """(words) => [...document.querySelector("#board").shadowRoot.querySelectorAll(".log p")]
              .some((each) => each.textContent.includes(words))""",
            words,
        )

    # by hand

    def click(self, selector: str, kind: str = "mouse") -> None:
        self._press(SELECTOR, selector, kind)

    def button(self, name: str, kind: str = "mouse") -> None:
        self._press(BUTTON, name, kind)

    def _press(self, find: str, what: str, kind: str) -> None:
        x, y = self.tab.until(find, what)
        self.tab.point([(x, y, "down"), (x, y, "up")], kind)

    def drag(self, source: int, target: int) -> None:
        x, y = self.tab.call(PLACE, source)
        to_x, to_y = self.tab.call(PLACE, target)
        middle = ((x + to_x) / 2, (y + to_y) / 2, "")
        self.tab.point([(x, y, "down"), (x + 9, y + 9, ""), middle, (to_x, to_y, ""), (to_x, to_y, "up")])

    def play_a_turn(self, kind: str = "mouse", drag: bool = False) -> bool:
        """Whatever is asked, by hand: by pressing checkers, or the first move by dragging. Whether anything was."""
        asked = self.tab.until(ASKED)
        if asked["over"]:
            return False
        if asked["action"] != "play":
            self.button(BUTTONS[asked["action"]], kind)
        else:
            steps = asked["tree"]["nodes"][0]
            if drag and steps:
                self.drag(*steps[0][:2])
                self.tab.until("() => document.querySelector('#board').moves.length > 0")
            done = False
            while not done:
                done = self.tab.call(COMPLETE)
                x, y = self.tab.until(NEXT)
                self.tab.point([(x, y, "down"), (x, y, "up")], kind)
        self.moved_on(asked["moment"])
        return True

    def moved_on(self, before: str) -> None:
        self.tab.until(f"(before) => {MOMENT} !== before", before)

    # by keys alone

    def tab_to(self, test: str) -> None:
        """The Tab key until the focus is on what the test, a function of it, asks for."""
        for _ in range(80):
            if self.tab.call(f"() => {{ const at = ({FOCUSED})(); return Boolean(at && ({test})(at)); }}"):
                return
            self.tab.press("Tab")
        raise AssertionError(f"the Tab key never comes to {test}")

    def key_a_turn(self) -> bool:
        """As `play_a_turn`: the arrows walk the points, Enter takes a checker, sets it down and ends the turn."""
        asked = self.tab.until(ASKED)
        if asked["over"]:
            return False
        if asked["action"] == "play":
            node = 0
            while asked["tree"]["nodes"][node]:
                source, target, *_, node = asked["tree"]["nodes"][node][0]
                for place in (source, target):
                    self.walk_to(place)
                    self.tab.press("Enter")
            self.tab.until(COMPLETE)
            self.tab_to('(at) => at.matches("[data-place]")')
        else:
            self.tab_to(f"(at) => at.textContent.trim() === {json.dumps(BUTTONS[asked['action']])}")
        self.tab.press("Enter")
        self.moved_on(asked["moment"])
        return True

    def walk_to(self, place: int) -> None:
        self.tab_to('(at) => at.matches("[data-place]")')
        order, now = self.tab.call(
            f"""() => [[...({FOCUSED})().parentElement.querySelectorAll("[data-place]")]
              .map((each) => Number(each.dataset.place)), Number(({FOCUSED})().dataset.place)]"""
        )
        steps = order.index(place) - order.index(now)
        self.tab.press(*["ArrowRight" if steps > 0 else "ArrowLeft"] * abs(steps))


def in_turn(*people: Person) -> tuple[Person, dict[str, Any]]:
    """Whoever of them has something to do, and what."""

    def somebody_is() -> tuple[Person, dict[str, Any]] | None:
        for person in people:
            if asked := person.tab.call(ASKED):
                return person, asked
        return None

    found = poll(somebody_is, PATIENCE_S, lambda: "nobody is asked for anything")
    assert found
    return found
