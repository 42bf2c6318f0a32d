"""A game as GNU Backgammon exports it to text: a picture of the board for every decision, in the user's language.

Each picture has a position ID and a match ID, which are the same in every language: they say whose turn it is, what was
rolled and whether there is a double, and so most of what happened. The play stands on the line with a star below. One
file holds one game; how it ended is found by replaying it, so resignations are not seen.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from tavl.notation.errors import NotationError
from tavl.notation.ids.gnu_id import read_gnu_id
from tavl.notation.play_text import read_hops
from tavl.notation.position_text import Analysis
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    GameRecord,
    Luck,
    MatchRecord,
    Moves,
    Player,
    Turn,
)
from tavl.notation.replay import replay
from tavl.notation.situation import Offer, Situation
from tavl.rules import Position, Seat

FORMAT = "gnubg-text"
_BLOCK = re.compile(  # "Position ID" and "Match ID" are translated too
    r"GNU Backgammon {1,3}[^\n:]{2,30}: ([A-Za-z0-9+/]{14})[ \t\r]{0,9}\n[ \t]{1,40}[^\n:]{2,30}: ([A-Za-z0-9+/]{12})"
)
_NAME = re.compile(r"-\+ {1,9}([OX]): ([^\n]{1,80}?)(?: \([^()\n]{1,30}\))?[ \t\r]*$", re.MULTILINE)
_STAR = re.compile(r"^\*[ .]{1,2}\S[^\n]{0,200}", re.MULTILINE)
_PLAY = re.compile(r"(?:(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?){1,4}(?:\(\d\))?(?: |$))+", re.IGNORECASE)
_LUCK = re.compile(r"^\S{1,20} [1-6]{2} \(([-+]\d{1,2}[.,]\d{1,6})\):", re.MULTILINE)


def looks_like_gnubg_text(text: str) -> bool:
    first = _BLOCK.search(text)
    return first is not None and _BLOCK.search(text, first.end()) is not None


def read_gnubg_text(text: str) -> list[MatchRecord]:
    """The game of a file, as a match of one game; raises FileError where no ID can be read."""
    found = list(_BLOCK.finditer(text))
    situations: list[tuple[Situation, str, int]] = []
    problems: list[Problem] = []
    line, counted = 1, 0
    for at, block in enumerate(found):
        line += text.count("\n", counted, block.start())
        counted = block.start()
        below = text[block.end() : found[at + 1].start() if at + 1 < len(found) else len(text)]
        try:
            situations.append((read_gnu_id(f"{block[1]}:{block[2]}"), below, line))
        except NotationError:
            problems.append(Problem(line, ProblemCode.UNREADABLE_FIELD, {"field": "ID", "found": block[0][-80:]}))
    if not situations:
        raise FileError(FileFault.NO_MATCH, format=FORMAT)
    entries: list[AnyEntry] = []
    for at, (situation, below, number) in enumerate(situations):
        following = situations[at + 1][0] if at + 1 < len(situations) else None
        analysis = Analysis(below.split("\n"), situation, {}, number)
        entry = _entry(situation, following, below, number, analysis)
        if entry:
            entries.append(entry)
        problems += analysis.problems
    return [replay(_match(text, situations, entries, problems))]


def _match(
    text: str, situations: list[tuple[Situation, str, int]], entries: list[AnyEntry], problems: list[Problem]
) -> MatchRecord:
    first, _, line = situations[0]
    names = {letter: name.strip() for letter, name in reversed(_NAME.findall(text))}
    start = first.position if first.turn == Seat.FIRST else first.position.mirror()
    game = GameRecord(
        score=first.score,
        crawford=first.crawford,
        start=None if start == Position.start() else start,
        cube=replace(first.cube, owner=None),
        entries=tuple(entries),
        line=line,
    )
    return MatchRecord(
        players=(Player(name=names.get("O", "")), Player(name=names.get("X", ""))),  # O is its player 0
        length=first.length or 0,
        games=(game,),
        program="GNU Backgammon",
        jacoby=None if first.length else first.jacoby,
        format=FORMAT,
        problems=tuple(problems),
    )


def _entry(
    situation: Situation, following: Situation | None, below: str, line: int, analysis: Analysis
) -> AnyEntry | None:
    turn = situation.turn
    if situation.dice is not None:
        luck = _LUCK.search(below)
        return Turn(
            seat=turn,
            dice=situation.dice,
            moves=_moves(situation, following, below),
            line=line,
            analysis=analysis.plays(),
            cube=analysis.cube(),
            luck=Luck(float(luck[1].replace(",", ".")), None, analysis.unit) if luck else None,
        )
    if situation.offer is None:
        if following is None or following.offer is None:
            return None
        return CubeAction(seat=turn, action=CubeActionKind.DOUBLE, line=line, cube=analysis.cube())
    if following is None and not _STAR.search(below):
        return None
    action = CubeActionKind.DROP
    if following is not None:
        action = CubeActionKind.TAKE if following.offer is None else CubeActionKind.BEAVER
    answering = turn if situation.offer is Offer.BEAVERED else turn.other
    return CubeAction(seat=answering, action=action, line=line, cube=analysis.cube())


def _moves(situation: Situation, following: Situation | None, below: str) -> Moves | None:
    """The play on the line with the star, else the one that leads to the next picture; none if that is unknown."""
    star = _STAR.search(below)
    written = list(_PLAY.finditer(star[0])) if star else []
    if written:
        try:
            return tuple((hop.source, hop.target) for hop in read_hops(written[-1][0]))
        except NotationError:
            pass
    if following is None or situation.dice is None:
        return () if star else None
    after = following.position if following.turn != situation.turn else following.position.mirror()
    for play in situation.position.plays(situation.dice):
        if play.result == after:
            return tuple((move.source, move.target) for move in play.moves)
    return None
