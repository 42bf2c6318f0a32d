"""Where each match of a bracket stands: one layout for the page, the big screen and paper.

A bracket is laid out from its final backwards. A match that is fed by no other takes a row of its own, every other
stands between those that feed it. Byes take no row: who has one stands in the next match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tavl.tournament.draws.graph import Bye, Source, WinnerOf
from tavl.tournament.invitation import Format
from tavl.tournament.view import DivisionView, MatchView

BRACKETS = frozenset(
    {Format.ELIMINATION, Format.CONSOLATION, Format.DOUBLE, Format.GROUPS, Format.JACKPOT},
)
PART_COLUMNS, PART_ROWS = 2, 5  # of a part on the big screen


class Feed(Struct, frozen=True):
    """A line from an earlier match to this one: where it begins, and who comes along it."""

    row: float
    column: int
    seat: int
    entrant: str | None


class Box(Struct, frozen=True, kw_only=True):
    match: MatchView
    column: int
    row: float
    feeds: tuple[Feed, ...] = ()


class Bracket(Struct, frozen=True, kw_only=True):
    stage: str
    rounds: tuple[int, ...]  # of each column
    boxes: tuple[Box, ...]
    rows: float
    known: tuple[MatchView, ...] = ()  # all matches of the division

    @property
    def final(self) -> Box:
        return max(self.boxes, key=lambda box: (box.column, -box.row))

    @property
    def matches(self) -> tuple[MatchView, ...]:
        return tuple(box.match for box in self.boxes)


def pairing_of(match: MatchView) -> str:
    """Its id within the division, as sources name it."""
    return match.id.partition("/")[2]


def is_bye(match: MatchView) -> bool:
    return match.sources is not None and any(isinstance(source, Bye) for source in match.sources)


def by_pairing(matches: Iterable[MatchView]) -> dict[str, MatchView]:
    return {pairing_of(match): match for match in matches}


def origin(source: Source, matches: Mapping[str, MatchView]) -> Source:
    """Where somebody really comes from: a bye on the way is passed over."""
    while isinstance(source, WinnerOf) and source.match in matches and is_bye(matches[source.match]):
        one, two = matches[source.match].sources or (Bye(), Bye())
        source = two if isinstance(one, Bye) else one
    return source


def had_bye(source: Source, matches: Mapping[str, MatchView]) -> bool:
    return isinstance(source, WinnerOf) and source.match in matches and is_bye(matches[source.match])


def brackets_of(division: DivisionView) -> tuple[Bracket, ...]:
    """Main, consolation, last chance, in the order of the draw."""
    if division.format not in BRACKETS:
        return ()
    stages: dict[str, list[MatchView]] = {}
    for match in division.matches:
        stages.setdefault(match.stage, []).append(match)
    groups = {table.stage for table in division.tables}
    found = (lay_out(stage, matches, division.matches) for stage, matches in stages.items() if stage not in groups)
    return tuple(bracket for bracket in found if bracket.boxes)


def lay_out(
    stage: str, matches: Sequence[MatchView], known: Iterable[MatchView], rounds: Sequence[int] = ()
) -> Bracket:
    """`known` are all matches of the division; `rounds` the columns, unless they are those of the matches."""
    around = by_pairing(known)
    inside = {pairing_of(match): match for match in matches if not is_bye(match)}
    columns = tuple(rounds) or tuple(sorted({match.round for match in inside.values()}))
    feeders = {id: _feeders(match, inside, around) for id, match in inside.items()}
    fed = {id for each in feeders.values() for _, id in each}
    made: dict[str, Box] = {}
    rows = 0.0

    def place(id: str) -> None:
        nonlocal rows
        match = inside[id]
        feeds = []
        for seat, before in feeders[id]:
            place(before)
            box = made[before]
            feeds.append(Feed(box.row, box.column, seat, winner_of(box.match)))
        if not feeds:
            rows += 1
        row = sum(feed.row for feed in feeds) / len(feeds) if feeds else rows - 0.5
        made[id] = Box(match=match, column=columns.index(match.round), row=row, feeds=tuple(feeds))

    for id in inside:
        if id not in fed:
            place(id)
    return Bracket(stage=stage, rounds=columns, boxes=tuple(made.values()), rows=rows, known=tuple(around.values()))


def winner_of(match: MatchView) -> str | None:
    return None if match.winner is None else match.players[match.winner]


def _feeders(
    match: MatchView, inside: Mapping[str, MatchView], around: Mapping[str, MatchView]
) -> list[tuple[int, str]]:
    """The matches of the same bracket whose winner comes to this one, by seat."""
    sources = [origin(source, around) for source in match.sources or ()]
    return [
        (seat, source.match)
        for seat, source in enumerate(sources)
        if isinstance(source, WinnerOf) and source.match in inside
    ]


# Cut into parts


def subtree(bracket: Bracket, roots: Sequence[Box], first: int = 0, rounds: Sequence[int] = ()) -> Bracket:
    """What leads to some matches, from a column on, laid out again."""
    inside = {pairing_of(box.match): box.match for box in bracket.boxes if box.column >= first}
    around = by_pairing(bracket.known)
    left = [root.match for root in roots]
    kept = {pairing_of(match) for match in left}
    while left:
        for _, id in _feeders(left.pop(), inside, around):
            kept.add(id)
            left.append(inside[id])
    return lay_out(bracket.stage, [inside[id] for id in inside if id in kept], bracket.known, rounds)


def parts(bracket: Bracket, columns: int = PART_COLUMNS, rows: int = PART_ROWS) -> list[Bracket]:
    """So many columns at a time, counted back from the final, and no more rows than there is room for."""
    inside, around = by_pairing(bracket.matches), by_pairing(bracket.known)
    column = {pairing_of(box.match): box.column for box in bracket.boxes}
    goes_to = {id: column[pairing_of(m)] for m in bracket.matches for _, id in _feeders(m, inside, around)}
    found: list[Bracket] = []
    last = len(bracket.rounds) - 1
    while last >= 0:
        first = max(0, last - columns + 1)
        rounds = bracket.rounds[first : last + 1]
        here = (box for box in bracket.boxes if first <= box.column <= last)
        roots = [box for box in here if goes_to.get(pairing_of(box.match), last + 1) > last]
        made: list[list[Box]] = []
        for root in sorted(roots, key=lambda box: box.row):
            if made and subtree(bracket, [*made[-1], root], first, rounds).rows <= rows:
                made[-1].append(root)
            else:
                made.append([root])
        found = [*(subtree(bracket, some, first, rounds) for some in made), *found]
        last = first - 1
    return found


def halves(bracket: Bracket) -> tuple[Bracket, Bracket, Box] | None:
    """The two sides of a sheet and the match between them; none where the final is not fed by two."""
    final = bracket.final
    inside = {pairing_of(box.match): box for box in bracket.boxes}
    sides = _feeders(final.match, by_pairing(bracket.matches), by_pairing(bracket.known))
    if len(sides) != 2:
        return None
    left, right = (subtree(bracket, [inside[id]], 0, bracket.rounds[:-1]) for _, id in sides)
    return left, right, final
