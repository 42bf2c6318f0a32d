"""Smart Game Format as such: `(;FF[4]GM[6]PW[Anna];W[31fehe]C[Good.])`, games of nodes of properties with values.

The main line of a game is kept with its variations; variations of variations are skipped.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

_TOKEN = re.compile(r"[();]|(?<![A-Za-z])([A-Za-z]{1,20}+)\s*(?=\[)|\[")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\s*", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Node(Struct):
    properties: dict[str, list[str]]
    at: int  # where in the text it begins
    branches: list[list[Node]] | None = None  # what is in its place in other lines

    def first(self, name: str, otherwise: str = "") -> str:
        values = self.properties.get(name)
        return values[0] if values else otherwise


class Tree(Struct, frozen=True):
    """The games of a file, each as its nodes, and whether the text stopped in the middle."""

    games: list[list[Node]]
    lines: list[int]
    cut_short: bool

    def line(self, at: int) -> int:
        return bisect_right(self.lines, at)


MAX_DEPTH = 1_000  # how many nested brackets are followed


class _Place(Struct):
    """Inside a pair of brackets: the line that nodes are added to, and where it forks."""

    line: list[Node]
    main: bool
    fork: int | None = None

    def inside(self) -> _Place | None:
        """What a bracket opens: the first goes on with the line, the others branch off from a main line."""
        if self.fork is None:
            self.fork = len(self.line)
            return _Place(self.line, self.main)
        if not self.main or self.fork >= len(self.line):
            return None
        forked, branch = self.line[self.fork], list[Node]()
        if forked.branches is None:
            forked.branches = []
        forked.branches.append(branch)
        return _Place(branch, False)


def parse_sgf(text: str) -> Tree:
    """Never raises: anything that cannot be understood is skipped."""
    games: list[list[Node]] = []
    places: list[_Place | None] = []
    cut_short, at = False, 0
    while True:
        found = _TOKEN.search(text, at)
        if not found:
            break
        at = found.end()
        mark = found.group()
        here = places[-1] if places else None
        line = here.line if here and here.fork is None else None  # after a bracket inside it a line is at its end
        if mark == "(":
            if not places:
                games.append([])
                places.append(_Place(games[-1], True))
            else:
                places.append(here.inside() if here and len(places) < MAX_DEPTH else None)
        elif mark == ")":
            if places:
                places.pop()
        elif mark == ";":
            if line is not None:
                line.append(Node({}, found.start()))
        else:
            values: list[str] = []
            at = at - 1 if mark == "[" else at
            while value := _VALUE.match(text, at):
                values.append(_plain(value[1]))
                at = value.end()
            if not values:
                cut_short = True
                break
            if found[1] and line:
                name = "".join(letter for letter in found[1] if letter.isupper())  # FF[3] wrote White for W
                line[-1].properties.setdefault(name, []).extend(values)
    starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
    return Tree([game for game in games if game], starts, cut_short or bool(places))


def _plain(value: str) -> str:
    """Without escapes: a backslash before an end of line takes both away."""
    if "\\" not in value:
        return value
    return _ESCAPE.sub(lambda found: "" if found[1] in ("\n", "\r\n", "\n\r", "\r") else found[1], value)


def escape(text: str, composed: bool = False) -> str:
    """A text, escaped for use between brackets."""
    special = r"([\]\\:])" if composed else r"([\]\\])"
    return re.sub(special, r"\\\1", text)
