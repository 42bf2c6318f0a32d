"""What axe finds wrong with a page, in light and dark."""

from __future__ import annotations

import re

from tests.ensure_node import node_modules
from tests.web.server_and_player import Player


def axe() -> str:
    return (node_modules() / "axe-core/axe.min.js").read_text(encoding="utf-8")


# Nothing is wanted of what is right, and no rule of these reads style sheets: both would take as long as the rest.
RUN_AXE = """async () => {
  const found = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
    "best-practice"], resultTypes: ["violations"], preload: false});
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}"""


# What of a page depends on whether it is light or dark; the rest of what axe looks at is the same in both.
RUN_AXE_ON_COLOURS = re.sub(r"runOnly: \[[^]]*\]", 'runOnly: ["color-contrast", "link-in-text-block"]', RUN_AXE)


def violations(player: Player) -> list[str]:
    # The policy lets no script in but ours; the debugger may evaluate one.
    player.settle().page.evaluate(axe())
    found: list[str] = player.page.evaluate(RUN_AXE)
    return found


def violations_light_and_dark(player: Player) -> list[str]:
    """On a page that follows the system: everything in light, and the colours in dark."""
    found = violations(player)
    background = "getComputedStyle(document.body).backgroundColor"
    light = player.page.evaluate(background)
    player.page.emulate_media(color_scheme="dark")
    player.until(f"light => {background} !== light", light)
    player.settle()
    found += [f"dark: {problem}" for problem in player.page.evaluate(RUN_AXE_ON_COLOURS)]
    player.page.emulate_media(color_scheme="light")
    return found
