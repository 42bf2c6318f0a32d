"""Smart Game Format as such: `(;FF[4]GM[6]PW[Anna];W[31fehe]C[Good.])`, games of nodes of properties with values.

Only the main line of each game is kept: GNU Backgammon writes no variations.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

_TOKEN = re.compile(r"[();]|(?<![A-Za-z])([A-Za-z]{1,20}+)\s*(?=\[)|\[")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\s*", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Node(Struct, frozen=True):
    properties: dict[str, list[str]]
    at: int  # where in the text it begins

    def first(self, name: str, otherwise: str = "") -> str:
        values = self.properties.get(name)
        return values[0] if values else otherwise


class Tree(Struct, frozen=True):
    """The games of a file, each as its nodes, and whether the text broke off in the middle."""

    games: list[list[Node]]
    lines: list[int]
    cut_short: bool

    def line(self, at: int) -> int:
        return bisect_right(self.lines, at)


def parse_sgf(text: str) -> Tree:
    """Never refuses: what cannot be understood is passed over."""
    games: list[list[Node]] = []
    nodes: list[Node] = []
    depth, in_main_line, cut_short, at = 0, False, False, 0
    while True:
        found = _TOKEN.search(text, at)
        if not found:
            break
        at = found.end()
        mark = found.group()
        if mark == "(":
            depth += 1
            if depth == 1:
                nodes, in_main_line = [], True
                games.append(nodes)
        elif mark == ")":
            depth = max(depth - 1, 0)
            in_main_line = False
        elif mark == ";":
            if in_main_line:
                nodes.append(Node({}, found.start()))
        else:
            values: list[str] = []
            at = at - 1 if mark == "[" else at
            while value := _VALUE.match(text, at):
                values.append(_plain(value[1]))
                at = value.end()
            if not values:
                cut_short = True
                break
            if found[1] and in_main_line and nodes:
                name = "".join(letter for letter in found[1] if letter.isupper())  # FF[3] wrote White for W
                nodes[-1].properties.setdefault(name, []).extend(values)
    starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
    return Tree([game for game in games if game], starts, cut_short or depth > 0)


def _plain(value: str) -> str:
    """Without escapes: a backslash before an end of line takes both away."""
    if "\\" not in value:
        return value
    return _ESCAPE.sub(lambda found: "" if found[1] in ("\n", "\r\n", "\n\r", "\r") else found[1], value)


def escape(text: str, composed: bool = False) -> str:
    """A text as it may stand between brackets."""
    special = r"([\]\\:])" if composed else r"([\]\\])"
    return re.sub(special, r"\\\1", text)
