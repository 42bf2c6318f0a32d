"""A match as a `.sgf` file that GNU Backgammon loads, with the analysis that the record has: see `sgf`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tavl.notation.record import (
    AnyEntry,
    Candidate,
    Chances,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    Depth,
    Ending,
    GameRecord,
    Luck,
    LuckMark,
    Mark,
    MatchRecord,
    PlayAnalysis,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.sgf.letters import write_letters
from tavl.notation.sgf.tree import escape
from tavl.rules.board import Position
from tavl.rules.seat import Seat

_COLOURS = {Seat.FIRST: "W", Seat.SECOND: "B"}
_CUBE_WORDS = {CubeActionKind.TAKE: "take", CubeActionKind.DROP: "drop"}
_BAD = {Mark.DOUBTFUL: "{doubtful}[]", Mark.BAD: "{bad}[1]", Mark.VERY_BAD: "{bad}[2]"}
_GOOD = {Mark.GOOD: "TE[1]", Mark.VERY_GOOD: "TE[2]", Mark.INTERESTING: "IT[]"}


def write_sgf(record: MatchRecord) -> str:
    """Left out, because it cannot express them: clock times, who refused a resignation, analysis by other measures."""
    games = record.games or (GameRecord(),)
    return "\n".join(_game(record, number, game) for number, game in enumerate(games)) + "\n"


def _game(record: MatchRecord, number: int, game: GameRecord) -> str:
    text = "(;" + "".join(_root(record, number, game))
    for setup in _starting(game):
        text += "".join(f"\n;{node}" for node in _setup(setup))
    beside: list[str] = []  # what branches off, written after the main line
    for entry in game.entries:
        nodes = _written([entry], record.length > 0)
        if nodes and entry.side_lines:
            text += "\n("
            beside.append("".join(f"\n({_written(line, record.length > 0)})" for line in entry.side_lines))
        text += nodes
    return text + "".join(f"){lines}" for lines in reversed(beside)) + ")\n"


def _written(entries: Iterable[AnyEntry], in_match: bool) -> str:
    return "".join(f"\n;{node}" for entry in entries for node in _nodes(entry, in_match))


def _root(record: MatchRecord, number: int, game: GameRecord) -> Iterator[str]:
    yield "FF[4]GM[6]CA[UTF-8]AP[tavl]"
    yield f"MI[length:{record.length}][game:{number}][ws:{game.score[0]}][bs:{game.score[1]}]"
    for name, text in (
        ("PW", record.players[0].name),
        ("PB", record.players[1].name),
        ("WR", _rating(record.players[0].rating)),
        ("BR", _rating(record.players[1].rating)),
        ("EV", record.event),
        ("RO", record.round),
        ("PC", record.site),
        ("DT", record.date),
        ("AN", record.annotator),
        ("US", record.transcriber),
        ("GC", record.comment),
        ("C", game.comment),
    ):
        if text:
            yield f"{name}[{escape(text)}]"
    rules = []
    if record.length and record.crawford is not False:
        rules.append("Crawford:CrawfordGame" if game.crawford else "Crawford")
    if not record.length and record.jacoby:
        rules.append("Jacoby")
    if rules:
        yield f"RU[{':'.join(rules)}]"
    if game.result:
        given_up = game.result.ending not in (Ending.BORNE_OFF, Ending.DROPPED)
        yield f"RE[{_COLOURS[game.result.winner]}+{game.result.points}{'R' if given_up else ''}]"


def _rating(rating: float | None) -> str:
    return "" if rating is None else f"{rating:g}"


def _starting(game: GameRecord) -> Iterator[Setup]:
    """A game that does not begin as usual begins with a node that sets it up."""
    if game.start is not None:
        yield Setup(seat=Seat.FIRST, position=game.start)
    if game.cube.value > 1:
        yield Setup(seat=Seat.FIRST, cube=game.cube)


def _nodes(entry: AnyEntry, in_match: bool) -> Iterator[str]:
    comment = f"C[{escape(entry.comment)}]" if entry.comment else ""
    match entry:
        case Turn(seat=seat, dice=dice, moves=moves):
            played = f"{_COLOURS[seat]}[{dice.high}{dice.low}{write_letters(moves or (), seat)}]"
            unit = Unit.MWC if in_match else Unit.POINTS
            cube = _cube(entry.cube, unit) if entry.cube else ""
            yield played + cube + _analysis(entry, in_match) + _luck(entry.luck, seat) + comment
        case CubeAction(seat=seat, action=action):
            unit = Unit.MWC if in_match else Unit.POINTS
            cube = _cube(entry.cube, unit) if entry.cube else ""
            yield f"{_COLOURS[seat]}[{_CUBE_WORDS.get(action, 'double')}]{cube}{comment}"
        case Setup():
            yield from _setup(entry)


def _setup(entry: Setup) -> Iterator[str]:
    """One node for each thing that is set, as GNU Backgammon has them."""
    if entry.position is not None:
        seen = entry.position if entry.seat == Seat.FIRST else entry.position.mirror()
        stones = _stones("AW", seen, Seat.FIRST) + _stones("AB", seen.mirror(), Seat.SECOND)
        yield f"AE[a:y]{stones}PL[{_COLOURS[entry.seat]}]"
    if entry.cube is not None:
        yield f"CV[{entry.cube.value}]"
        yield f"CP[{'c' if entry.cube.owner is None else _COLOURS[entry.cube.owner].lower()}]"
    if entry.dice is not None:
        yield f"DI[{entry.dice.high}{entry.dice.low}]PL[{_COLOURS[entry.seat]}]"


def _stones(name: str, seen: Position, seat: Seat) -> str:
    places = [place for place in range(1, 26) for _ in range(seen.own[place])]
    return name + "".join(f"[{write_letters(((place, 0),), seat)[0]}]" for place in places) if places else ""


def _analysis(entry: Turn, in_match: bool) -> str:
    analysis = entry.analysis
    if analysis is None:
        return ""
    mark = _mark(analysis.mark, "BM", "DO")
    written = [_candidate(each, entry.seat) for each in analysis.candidates]
    fits = analysis.unit is (Unit.EMG if in_match else Unit.POINTS) and all(written)
    if not fits:
        return mark
    return _plays(analysis, written) + mark


def _plays(analysis: PlayAnalysis, written: list[str]) -> str:
    return f"A[{analysis.played or 0}]" + "".join(f"[{each}]" for each in written) + "MR[]"


def _candidate(candidate: Candidate, seat: Seat) -> str:
    depth = _depth(candidate.depth)
    if candidate.chances is None or candidate.equity is None or not depth:
        return ""
    numbers = f"{_chances(candidate.chances)} {candidate.equity:.6f}"
    return f"{write_letters(candidate.moves, seat)} E ver 3 {numbers} {depth} 0 1 0.000000 1"


def _cube(cube: CubeAnalysis, unit: Unit) -> str:
    depth = _depth(cube.depth)
    mark = _mark(cube.mark, "BC", "DC")
    if cube.unit is not unit or cube.chances is None or cube.no_double is None or cube.double_take is None or not depth:
        return mark
    doubled = cube.chances_doubled or cube.chances
    undoubled = f"{_chances(cube.chances)} {cube.chances.equity:.6f} {cube.no_double:.6f}"
    taken = f"{_chances(doubled)} {doubled.equity:.6f} {cube.double_take:.6f}"
    return f"DA[E ver 3 {depth} 1 0.000000 1 {undoubled} {taken}]{mark}"


def _chances(chances: Chances) -> str:
    return (
        f"{chances.win:.6f} {chances.win_gammon:.6f} {chances.win_backgammon:.6f}"
        f" {chances.lose_gammon:.6f} {chances.lose_backgammon:.6f}"
    )


def _depth(depth: Depth) -> str:
    """Rollouts are not written, nor depths that GNU Backgammon does not have."""
    if depth.ply is None or not 0 <= depth.ply <= 7 or depth.games:
        return ""
    return f"{depth.ply}{'C' if depth.cubeful else ''}"


def _mark(mark: Mark | None, bad: str, doubtful: str) -> str:
    if mark is None:
        return ""
    return _BAD[mark].format(bad=bad, doubtful=doubtful) if mark in _BAD else _GOOD[mark]


def _luck(luck: Luck | None, seat: Seat) -> str:
    if luck is None:
        return ""
    text = "" if luck.value is None else f"LU[{luck.value:.5f}]"
    if luck.mark is None:
        return text
    good = luck.mark in (LuckMark.LUCKY, LuckMark.VERY_LUCKY)
    very = luck.mark in (LuckMark.VERY_LUCKY, LuckMark.VERY_UNLUCKY)
    return f"{text}G{_COLOURS[seat if good else seat.other]}[{2 if very else 1}]"
