"""What a page looks like to somebody who sees little, reads large or has no mouse: measured in the browser.

Each script walks the page and the shadows in it, and answers with a list of what is wrong, empty if nothing is."""

from __future__ import annotations

from itertools import islice

from tests.polling import pauses
from tests.web.server_and_player import Player, pause_page

WALK = """
const all = (root) => [...root.querySelectorAll("*")]
  .flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
const shown = (each) =>
  each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !each.closest("[inert]");
const name = (each) => `${each.localName}${each.id ? "#" + each.id : ""}.${each.getAttribute("class") ?? ""} "` +
  `${(each.getAttribute("aria-label") ?? each.textContent ?? "").trim().slice(0, 30)}"`;
"""

SMALL_TARGETS = f"""(least) => {{ {WALK}
  // A link within a sentence is as tall as its line (an exception of WCAG 2.5.8); a field's label is pressed as well.
  const inText = (each) => each.localName === "a" && getComputedStyle(each).display === "inline";
  const reach = (each) => {{
    const box = each.getBoundingClientRect();
    const label = each.labels?.[0]?.getBoundingClientRect();
    return label ? [Math.max(box.width, label.width), Math.max(box.height, label.height)] : [box.width, box.height];
  }};
  return all(document)
    .filter((each) => each.matches("a[href], button, input:not([type=hidden]), select, textarea, summary"))
    .filter(shown)
    .filter((each) => !each.disabled && !inText(each) && !each.closest(".hidden, .skip"))
    .filter((each) => reach(each).some((side) => side < least - 0.5))
    .map((each) => `${{name(each)}} ${{reach(each).map(Math.round)}}`);
}}"""

SIDEWAYS = f"""() => {{ {WALK}
  const width = document.documentElement.clientWidth;
  const scrolls = (each) => {{
    for (let up = each; up; up = up.parentElement ?? up.getRootNode().host)
      if (up !== document.body && up !== document.documentElement &&
        ["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX)) return true;
    return false;
  }};
  const {{scrollWidth}} = document.documentElement;
  const out = scrollWidth > width ? [`the page is ${{scrollWidth}} wide`] : [];
  const wide = all(document).filter((each) => shown(each) && each.getBoundingClientRect().right > width + 1)
    .filter((each) => !scrolls(each) && !each.closest(".hidden, .skip, svg"));
  return [...out, ...wide.map(name)];
}}"""

# Lines of 1.5, letters 0.12, words 0.16, paragraphs 2 (WCAG 1.4.12). What is cut then was never meant to be.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
CUT_OFF = f"""() => {{ {WALK}
  return all(document).filter((each) => shown(each) && !each.closest(".hidden, .skip, svg, .log, .probe"))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((each) => {{
      const style = getComputedStyle(each);
      if (style.clipPath !== "none" || style.textOverflow === "ellipsis") return false; // for ears only; a long name
      const cuts = ["hidden", "clip"];
      return (cuts.includes(style.overflowX) && each.scrollWidth > each.clientWidth + 1) ||
        (cuts.includes(style.overflowY) && each.scrollHeight > each.clientHeight + 1);
    }}).map(name);
}}"""

FOCUSED = f"""() => {{ {WALK}
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body || at === document.documentElement) return null;
  // A radio or checkbox drawn by the words beside it shows its focus there.
  const drawn = getComputedStyle(at).opacity === "0" ? at.nextElementSibling ?? at : at;
  const style = getComputedStyle(drawn);
  const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  const box = drawn.getBoundingClientRect();
  const spots = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]]
    .map(([x, y]) => [box.x + box.width * x, box.y + box.height * y]);
  const deep = (x, y) => {{
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot?.elementFromPoint(x, y) && found.shadowRoot.elementFromPoint(x, y) !== found)
      found = found.shadowRoot.elementFromPoint(x, y);
    return found;
  }};
  const root = drawn.closest("label") ?? drawn;
  const seen = spots.some(([x, y]) => {{
    const top = deep(x, y);
    return top && (root.contains(top) || top.contains(root));
  }});
  return {{name: name(at), ring, seen}};
}}"""


def small_targets(player: Player, least: int) -> list[str]:
    found: list[str] = player.page.evaluate(SMALL_TARGETS, least)
    return found


def sideways(player: Player) -> list[str]:
    """What makes a narrow page scroll in two directions, or is cut off at its edge, once it has taken its new width."""
    for pause in islice(pauses(), 8):
        if not (found := player.page.evaluate(SIDEWAYS)):
            break
        pause_page(player.page, pause)
    return list(found)


def cut_off_when_spaced(player: Player) -> list[str]:
    player.page.evaluate(SPACED)
    found: list[str] = player.page.evaluate(CUT_OFF)
    return found


def tabbed_through(player: Player, most: int = 120) -> tuple[list[dict[str, object]], bool]:
    """Every stop of the Tab key from the top of the page on, and whether it leads out at the end."""
    player.page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); getSelection()?.removeAllRanges(); }")
    stops: list[dict[str, object]] = []
    for _ in range(most):
        player.page.keyboard.press("Tab")
        at = player.page.evaluate(FOCUSED)
        if at is None:
            return stops, True
        if stops and at["name"] == stops[0]["name"] and len(stops) > 2:
            return stops, True  # the browser has started again
        stops.append(at)
    return stops, False
