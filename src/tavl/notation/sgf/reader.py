"""Matches as `.sgf` files, as GNU Backgammon writes them: a game tree for each game, with the program's analysis.

    MI[length:7][game:0][ws:0][bs:0]   match length (0 money), number of the game, score of White and Black
    RU[Crawford:CrawfordGame]          rules, and whether this is the Crawford game; RU[Jacoby]
    RE[B+2R]                           Black won two points, by a resignation
    W[31hefe]                          White rolled 31 and played 8/5 6/5
    W[double], B[take], B[drop]        a beaver is a second double

Points are the letters a to x, from White's 1 point to White's 24 point; y is the bar, z is off. Analysis stands with
the roll or the double that it is about: A (plays, of which the first number says which was played), DA (the cube), LU
(luck), BM, DO, BC (marks), GW, GB (luck marks). Of a match the cube's equities are match winning chances, those of
plays are not.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Player,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.replay import replay
from tavl.notation.sgf.analysis import read_cube, read_float, read_luck, read_number, read_plays
from tavl.notation.sgf.letters import read_letter, read_letters
from tavl.notation.sgf.tree import Node, Tree, parse_sgf
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position, PositionError
from tavl.rules.seat import Seat

FORMAT = "sgf"
BACKGAMMON = "6"
COLOURS: Final = {"W": Seat.FIRST, "B": Seat.SECOND}
NACKGAMMON = "24:2 23:2 13:4 8:3 6:4"
_OTHER_GAMES: Final = {"1": "go", "2": "othello", "3": "chess"}
_CUBE_WORDS: Final = {
    "double": CubeActionKind.DOUBLE,
    "redouble": CubeActionKind.DOUBLE,
    "beaver": CubeActionKind.BEAVER,
    "raccoon": CubeActionKind.RACCOON,
    "take": CubeActionKind.TAKE,
    "accept": CubeActionKind.TAKE,
    "drop": CubeActionKind.DROP,
    "pass": CubeActionKind.DROP,
}
_ROLL = re.compile(r"([1-6])([1-6])([a-z]{0,8})")
_RESULT = re.compile(r"([WB])\+(\d{1,9})(?:\.0+)?(R(?:esign)?|T(?:ime)?|F(?:orfeit)?)?", re.IGNORECASE)


def looks_like_sgf(text: str) -> bool:
    return re.match(r"\s*\(\s*;", text) is not None


def read_sgf(text: str) -> list[MatchRecord]:
    """The match of a file, as a list of one; raises FileError for another game."""
    tree = parse_sgf(text)
    if not tree.games:
        raise FileError(FileFault.NO_MATCH, format=FORMAT)
    root = tree.games[0][0]
    kind = root.first("GM", BACKGAMMON).strip()
    if kind != BACKGAMMON:
        raise FileError(FileFault.OTHER_GAME, found=_OTHER_GAMES.get(kind, kind[:20]))
    reader = _Reader(tree)
    games = tuple(reader.game(nodes) for nodes in tree.games)
    if not any(game.entries or game.result for game in games) and "MI" not in root.properties:
        raise FileError(FileFault.NO_MATCH, format=FORMAT)
    problems = reader.problems
    if tree.cut_short:
        problems.append(Problem(len(tree.lines), ProblemCode.CUT_SHORT))
    return [replay(replace(_match(root), games=games, problems=tuple(problems)))]


def _match(root: Node) -> MatchRecord:
    rules = {part.casefold() for value in root.properties.get("RU", []) for part in value.split(":")}
    length = read_number(_info(root).get("length", "")) or 0
    return MatchRecord(
        players=(
            Player(name=root.first("PW"), rating=read_float(root.first("WR"))),
            Player(name=root.first("PB"), rating=read_float(root.first("BR"))),
        ),
        length=length,
        event=root.first("EV"),
        site=root.first("PC"),
        round=root.first("RO"),
        date=root.first("DT"),
        transcriber=root.first("US"),
        annotator=root.first("AN"),
        program=root.first("AP").replace(":", " "),
        crawford="crawford" in rules if length else None,
        jacoby=None if length else "jacoby" in rules,
        variation=next((name for name in ("hypergammon", "hyper-backgammon") if name in rules), ""),
        comment=root.first("GC"),
        format=FORMAT,
    )


def _info(root: Node) -> dict[str, str]:
    parts = (value.partition(":") for value in root.properties.get("MI", []))
    return {name.strip(): value.strip() for name, _, value in parts}


class _Reader:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.problems: list[Problem] = []

    def problem(self, node: Node, code: ProblemCode, **facts: int | str) -> None:
        self.problems.append(Problem(self.tree.line(node.at), code, facts))

    def game(self, nodes: list[Node]) -> GameRecord:
        root, info = nodes[0], _info(nodes[0])
        rules = [part.casefold() for value in root.properties.get("RU", []) for part in value.split(":")]
        unit = Unit.MWC if read_number(info.get("length", "")) else Unit.POINTS
        entries: list[AnyEntry] = []
        for node in nodes:
            for number, entry in enumerate(self._entries(node, unit)):
                if node.branches and number == 0 and isinstance(entry, Turn | CubeAction):
                    entry = replace(entry, side_lines=self._side_lines(node, unit, entries))
                before = entries[-1] if entries else None
                if isinstance(entry, Setup) and isinstance(before, Setup) and entry.position is None:
                    entries[-1] = _together(before, entry, node)
                else:
                    entries.append(entry)
        start, cube = _taken_as_start(entries)
        if start is None and "nackgammon" in rules:
            start = Position.of(NACKGAMMON, NACKGAMMON)
        return GameRecord(
            score=(read_number(info.get("ws", "")) or 0, read_number(info.get("bs", "")) or 0),
            crawford="crawfordgame" in rules,
            start=start,
            cube=cube,
            entries=_with_beavers(entries),
            result=self._result(root),
            comment=root.first("C"),
            line=self.tree.line(root.at),
        )

    def _side_lines(self, node: Node, unit: Unit, before: list[AnyEntry]) -> tuple[tuple[AnyEntry, ...], ...]:
        """The variations in place of this node; `before` says what a double answers."""
        lines = []
        for branch in node.branches or ():
            found = [entry for each in branch for entry in self._entries(each, unit)]
            played: list[AnyEntry] = [entry for entry in found if isinstance(entry, Turn | CubeAction)]
            answered = before[-3:]
            if played:
                lines.append(_with_beavers([*answered, *played])[len(answered) :])
        return tuple(lines)

    def _result(self, root: Node) -> GameResult | None:
        written = root.first("RE").strip()
        found = _RESULT.fullmatch(written)
        if not found:
            if written and written not in ("0", "?", "Void"):
                self.problem(root, ProblemCode.UNREADABLE_FIELD, field="RE", found=written[:80])
            return None
        ending = {"r": Ending.RESIGNED, "t": Ending.TIME, "f": Ending.FORFEITED}
        how = ending.get((found[3] or " ")[0].lower(), Ending.UNKNOWN)
        return GameResult(COLOURS[found[1].upper()], int(found[2]), how, self.tree.line(root.at))

    def _entries(self, node: Node, unit: Unit) -> list[AnyEntry]:
        entries: list[AnyEntry] = []
        names = node.properties.keys()
        if not names.isdisjoint(("AW", "AB", "AE", "PL", "CV", "CP", "DI")):
            setup = self._setup(node)
            if setup:
                entries.append(setup)
        for colour, seat in COLOURS.items():
            for value in node.properties.get(colour, []):
                entry = self._entry(node, seat, value.strip(), unit)
                if entry:
                    entries.append(entry)
        return entries

    def _entry(self, node: Node, seat: Seat, value: str, unit: Unit) -> AnyEntry | None:
        line = self.tree.line(node.at)
        comment = node.first("C")
        action = _CUBE_WORDS.get(value.casefold())
        if action:
            cube = read_cube(node, unit)
            return CubeAction(seat=seat, action=action, comment=comment, line=line, cube=cube)
        found = _ROLL.fullmatch(value)
        if not found:
            self.problem(node, ProblemCode.UNREADABLE_PLAY, found=value[:80])
            return None
        moves = read_letters(found[3], seat)
        if moves is None:
            self.problem(node, ProblemCode.UNREADABLE_PLAY, found=value[:80])
        return Turn(
            seat=seat,
            dice=Dice(int(found[1]), int(found[2])),
            moves=moves,
            comment=comment,
            line=line,
            analysis=read_plays(node, seat, unit),
            cube=read_cube(node, unit, "BC", "DC"),
            luck=read_luck(node, seat, unit),
        )

    def _setup(self, node: Node) -> Setup | None:
        seat = Seat.SECOND if node.first("PL").strip()[:1].upper() == "B" else Seat.FIRST
        position = self._position(node, seat) if {"AW", "AB", "AE"} & node.properties.keys() else None
        dice = re.fullmatch(r"([1-6])([1-6])", node.first("DI").strip())
        value, owner = read_number(node.first("CV")), node.first("CP").strip().lower()[:1]
        cube = None
        if value or owner:
            cube = Cube(min(max(value or 1, 1), 1 << 30), {"w": Seat.FIRST, "b": Seat.SECOND}.get(owner))
        if position is None and cube is None and dice is None:
            return None
        return Setup(
            seat=seat,
            position=position,
            cube=cube,
            dice=Dice(int(dice[1]), int(dice[2])) if dice else None,
            comment=node.first("C"),
            line=self.tree.line(node.at),
        )

    def _position(self, node: Node, seat: Seat) -> Position | None:
        """Stones that are added to an empty board, which is how a position is set."""
        counts = {Seat.FIRST: [0] * 26, Seat.SECOND: [0] * 26}
        for name, owner in (("AW", Seat.FIRST), ("AB", Seat.SECOND)):
            for letters in node.properties.get(name, []):
                place = read_letter(letters.strip(), owner)
                if place is None:
                    self.problem(node, ProblemCode.UNREADABLE_FIELD, field=name, found=letters[:80])
                    continue
                counts[owner][place] += 1
        for side in counts.values():
            side[0] = max(0, 15 - sum(side[1:]))
        try:
            return Position(counts[seat], counts[seat.other])
        except PositionError as error:
            self.problem(node, ProblemCode.UNREADABLE_FIELD, field="AB", found=str(error)[:80])
            return None


def _together(before: Setup, entry: Setup, node: Node) -> Setup:
    """Position, cube value, cube owner and dice stand in a node each; together they make the set-up."""
    seat = entry.seat if "PL" in node.properties else before.seat
    position = before.position
    if position is not None and seat != before.seat:
        position = position.mirror()
    cube = entry.cube or before.cube
    if cube and before.cube and "CV" not in node.properties:
        cube = Cube(before.cube.value, cube.owner)
    comment = "\n".join(filter(None, (before.comment, entry.comment)))
    return replace(before, seat=seat, position=position, cube=cube, dice=entry.dice or before.dice, comment=comment)


def _taken_as_start(entries: list[AnyEntry]) -> tuple[Position | None, Cube]:
    """A game that was played from a position, or with a cube that automatic doubles had turned, begins with them."""
    start, cube = None, Cube()
    while len(entries) > 1 and isinstance(first := entries[0], Setup) and not first.dice and not first.comment:
        if first.cube and first.cube.owner is not None:
            break
        if first.position is not None:
            start = first.position if first.seat == Seat.FIRST else first.position.mirror()
        cube = first.cube or cube
        entries.pop(0)
    return start, cube


def _with_beavers(entries: list[AnyEntry]) -> tuple[AnyEntry, ...]:
    """A double that answers a double is a beaver, and a third a raccoon."""
    kinds = (CubeActionKind.DOUBLE, CubeActionKind.BEAVER, CubeActionKind.RACCOON)
    in_a_row = 0
    for at, entry in enumerate(entries):
        if isinstance(entry, CubeAction) and entry.action is CubeActionKind.DOUBLE:
            if in_a_row and entry.seat != entries[at - 1].seat:
                entries[at] = replace(entry, action=kinds[min(in_a_row, 2)])
            in_a_row += 1
        else:
            in_a_row = 0
    return tuple(entries)
