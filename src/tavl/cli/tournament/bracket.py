"""A bracket in characters: one row for each place in its first matches, one column for each round. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from tavl.tournament.draws.graph import NOBODY, Bye, Known, Nobody, Source, WinnerOf
from tavl.tournament.matches.advancement import MatchStanding, Where

WIDTH = 80
BOX = {"fill": "─", "top": "┐", "bottom": "┘", "side": "│", "exit": "├", "both": "┴"}
ASCII = {"fill": "-", "top": "+", "bottom": "+", "side": "|", "exit": "+", "both": "+"}
Label = Callable[[str], str]
Origin = Callable[[Source], str]


class Node(Struct):
    """A match with what leads to it: an earlier match, or nothing where somebody comes in."""

    standing: MatchStanding
    feeders: tuple[Node | None, Node | None]
    sources: tuple[Source, Source]  # behind byes

    @property
    def depth(self) -> int:
        return 1 + max((feeder.depth for feeder in self.feeders if feeder), default=0)


def trees(stage: Sequence[MatchStanding], rounds: int) -> list[Node]:
    """The matches of a stage by which match feeds which, limited to its last rounds. A bye is not a match."""
    by_pairing = {each.pairing.id: each for each in stage}
    fed = {s.match for each in stage for s in each.pairing.sources if isinstance(s, WinnerOf) and s.match in by_pairing}

    def node(standing: MatchStanding, left: int) -> Node:
        one, two = (behind(source) for source in standing.pairing.sources)
        return Node(standing, (feeder(one, left), feeder(two, left)), (one, two))

    def behind(source: Source) -> Source:
        """Where somebody really comes from: a match against a bye is skipped."""
        while (before := leads(source)) is not None and before.where is Where.NO_MATCH:
            source = next(
                (s for s, slot in zip(before.pairing.sources, before.slots, strict=True) if slot != NOBODY), Bye()
            )
        return source

    def leads(source: Source) -> MatchStanding | None:
        return by_pairing.get(source.match) if isinstance(source, WinnerOf) else None

    def feeder(source: Source, left: int) -> Node | None:
        before = leads(source)
        return node(before, left - 1) if before is not None and left > 1 else None

    last = [each for each in stage if each.pairing.id not in fed and each.where is not Where.NO_MATCH]
    return [node(each, rounds) for each in last]


def draw(root: Node, label: Label, origin: Origin, unicode: bool = True, width: int = WIDTH) -> list[str]:
    """`label` names an entry; `origin` says of a place that nobody has yet who will come there."""
    columns = root.depth
    step = max(7, min(24, (width - 1) // (columns + 1)))
    drawing = _Drawing(label, origin, BOX if unicode else ASCII, step)
    row, _ = drawing.place(root, columns - 1, 0)
    outcome = root.standing.outcome
    slot = root.standing.slots[outcome.winner] if outcome and outcome.winner is not None else None
    if isinstance(slot, Known):
        drawing.write(row, columns * step, label(slot.entrant)[:step])
    return drawing.lines()


class _Drawing:
    def __init__(self, label: Label, origin: Origin, box: dict[str, str], step: int) -> None:
        self.label, self.origin, self.box, self.step = label, origin, box, step
        self.cells: dict[tuple[int, int], str] = {}

    def write(self, row: int, column: int, text: str) -> None:
        for offset, sign in enumerate(text):
            self.cells[row, column + offset] = sign

    def place(self, node: Node, column: int, top: int) -> tuple[int, int]:
        """Draws a match and what leads to it from this row on: the row of its winner, and the first free row."""
        rows: list[int] = []
        for seat, feeder in enumerate(node.feeders):
            row, free = (top, top + 1) if feeder is None else self.place(feeder, column - 1, top)
            self._slot(node, seat, row, column)
            rows.append(row)
            top = free
        edge = column * self.step + self.step - 1
        for row in range(rows[0], rows[1] + 1):
            self.cells[row, edge] = self.box["side"]
        middle = (rows[0] + rows[1] + 1) // 2
        self.cells[rows[0], edge] = self.box["top"]
        self.cells[rows[1], edge] = self.box["bottom"]
        self.cells[middle, edge] = self.box["both" if middle == rows[1] else "exit"]
        return middle, top

    def _slot(self, node: Node, seat: int, row: int, column: int) -> None:
        """Who is in that place, and their points; with a line on to the next round."""
        standing = node.standing
        slot = standing.slots[seat]
        text = self.label(slot.entrant) if isinstance(slot, Known) else self.origin(node.sources[seat])
        text = "" if isinstance(slot, Nobody) else text
        points = ""
        confirmed = standing.match.confirmed
        if confirmed is not None and not standing.match.differs:
            points = f" {confirmed.result.score[seat]}"
        elif standing.where is Where.WALKOVER and standing.outcome and standing.outcome.winner == seat:
            points = " +"
        room = self.step - 1 - len(points)
        shown = (text if len(text) <= room else text[: max(1, room - 1)] + "…") + points
        self.write(row, column * self.step, shown.ljust(self.step - 1, self.box["fill"]))

    def lines(self) -> list[str]:
        height = max(row for row, _ in self.cells) + 1
        found = []
        for row in range(height):
            wide = max((column for r, column in self.cells if r == row), default=-1)
            found.append("".join(self.cells.get((row, column), " ") for column in range(wide + 1)).rstrip())
        return found
