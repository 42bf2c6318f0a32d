"""Matches in two columns: `.mat` as Jellyfish first wrote it, and the text exports of Backgammon Galaxy, Backgammon
Studio, eXtreme Gammon, PlayOK and GNU Backgammon, which all descend from it.

    ; [Site "Backgammon Studio"]             headings, of which no two programs write the same
     7 point match                           0 is money play
     Game 1
     Anna : 0                        Bo : 0
      1) 31: 8/5 6/5                 64: 24/18 13/9
      2)  Doubles => 2                Takes
          Wins 2 points

Oddities, each written by some program:

- a row holds both players; the left cell may be empty, and how wide it is differs
- dances are `64:` or `64: Cannot Move`; an unknown play is `????`; the roll after which somebody resigned
  stands there without a play
- the bar is 25 or `bar`, off is 0 or `off`, repeats are `(2)`, hops are combined (`21/1`), hits are marked or not
- Galaxy calls a money game a match to 4, 8, 16 or a higher power of two (`galaxy`), writes the final score as "Elo",
  and a resignation as `Losses 3 point`: in a cell, on a line of its own, or with a row number in the middle of a row
- `Wins 2 point` may be capped at what the match needs, or be a number like 1004 that says only who won
- names differ between headings and games, or are empty
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.errors import NotationError
from tavl.notation.mat.galaxy import is_galaxy_money
from tavl.notation.mat.headings import begins_game, heading_in, length_in, names_and_score_in, read_headings
from tavl.notation.play_text import read_hops
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Moves,
    Resignation,
    ResignationKind,
    Turn,
)
from tavl.notation.replay import replay
from tavl.rules.acts import Cube
from tavl.rules.board import Dice
from tavl.rules.seat import Seat

FORMAT = "mat"
_RIGHT = 12  # blanks between a row's number and a cell that stands alone in the right column
_RIGHT_COLUMN = 18  # the same for a line without a number, counted from its start
_MAX_LINE = 4000
_MAX_POINTS = 10**9
_DICE: Final = {f"{a}{b}": Dice(a, b) for a in range(1, 7) for b in range(1, 7)}

_ITEM = re.compile(
    r"(?P<row>(?<![^\s])\d{1,4}\))|\b(?P<dice>[1-6][1-6]):"
    r"|\b(?P<word>Doubles|Redoubles|Beavers|Raccoons|Takes|Accepts|Drops|Passes|Rejects|Wins|Losses|Loses|Resigns)\b",
    re.IGNORECASE,
)
# Nine rows of ten: nothing but plays in numbers. They are read at once, all others item by item.
_USUAL_ROW = re.compile(r" {0,4}\d{1,4}\) {0,3}(?:([1-6][1-6]):([ \d/*]*?))?(?: +([1-6][1-6]):([ \d/*]*))?\r?")
_PLAIN_PLAY = re.compile(r"(?: *(?:1?\d|2[0-5])/(?:1?\d|2[0-4])\*?(?![\d/*]))+ *")
_HOP = re.compile(r"(\d+)/(\d+)")
_NUMBER = re.compile(r"-?\d{1,9}")
_CUBE_WORDS: Final = {
    "doubles": CubeActionKind.DOUBLE,
    "redoubles": CubeActionKind.DOUBLE,
    "beavers": CubeActionKind.BEAVER,
    "raccoons": CubeActionKind.RACCOON,
    "takes": CubeActionKind.TAKE,
    "accepts": CubeActionKind.TAKE,
    "drops": CubeActionKind.DROP,
    "passes": CubeActionKind.DROP,
    "rejects": CubeActionKind.DROP,
}


class _Game(Struct):
    """A game in progress while its lines are read."""

    line: int
    names: tuple[str, str] | None = None
    score: tuple[int, int] = (0, 0)
    entries: list[AnyEntry] = []
    result: GameResult | None = None
    resigned: tuple[Seat | None, int, int] | None = None  # who, as far as the column shows; points; line
    wins_match: bool = False


def looks_like_match_text(text: str) -> bool:
    head = text[:200_000]
    found = r"^[ \t]*(?:\d{1,6} +points? +match\b|Game +\d{1,6}[ \t\r]*$)"
    return re.search(found, head, re.IGNORECASE | re.MULTILINE) is not None


def read_match_text(text: str) -> list[MatchRecord]:
    """Every match in a text; raises FileError where there is none."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _MAX_LINE:
            reader.problem(number, ProblemCode.TOO_MUCH, most=_MAX_LINE)
            line = line[:_MAX_LINE]
        reader.read(number, line.expandtabs() if "\t" in line else line)
    reader.end_match()
    if not reader.matches:
        raise FileError(FileFault.NO_MATCH, format=FORMAT)
    return reader.matches


class _Reader:
    def __init__(self) -> None:
        self.matches: list[MatchRecord] = []
        self.headings: dict[str, str] = {}
        self.comments: list[str] = []
        self.length: int | None = None
        self.games: list[_Game] = []
        self.game: _Game | None = None
        self.problems: list[Problem] = []

    def problem(self, at: int, code: ProblemCode, **facts: int | str) -> None:
        self.problems.append(Problem(at, code, facts))

    def read(self, number: int, line: str) -> None:
        game = self.game
        if game is not None and game.names is not None:
            if game.result is None and (usual := _USUAL_ROW.fullmatch(line)):
                left, left_play, right, right_play = usual.groups()
                if left:
                    self._turn(number, Seat.FIRST, left, left_play)
                if right:
                    self._turn(number, Seat.SECOND, right, right_play)
                return
            items = list(_ITEM.finditer(line))
            if items and (items[0]["row"] or not line[: items[0].start()].strip()):
                self._row(number, line, items)
                return
        line = line.strip()
        if line and not self._heading(line) and not self._head(number, line):
            self.problem(number, ProblemCode.UNREADABLE_LINE, found=line[:80])

    def _heading(self, line: str) -> bool:
        found = heading_in(line)
        if found:
            if self.games and self.game is not None and self.game.result:
                self.end_match()  # the headings of the next match in the same file
            self.headings.setdefault(*found)
            return True
        if line.startswith(";"):
            self.comments.append(line.lstrip("; "))
            return True
        return False

    def _head(self, number: int, line: str) -> bool:
        length = length_in(line)
        if length is not None:
            if self.games:
                self.end_match()
            self.length = length
            return True
        if begins_game(line):
            self.game = _Game(line=number, entries=[])
            self.games.append(self.game)
            return True
        if self.game is not None and self.game.names is None:
            found = names_and_score_in(line)
            if found:
                self.game.names, self.game.score = found
                return True
        return False

    # Rows.

    def _row(self, number: int, line: str, items: list[re.Match[str]]) -> None:
        cells: list[tuple[re.Match[str], str]] = []
        starts = -1  # where the row's number ends; -1 for a line without one
        for at, item in enumerate(items):
            if item["row"]:
                self._cells(number, cells, starts)
                cells, starts = [], item.end()
            else:
                end = items[at + 1].start() if at + 1 < len(items) else len(line)
                cells.append((item, line[item.end() : end]))
        self._cells(number, cells, starts)

    def _cells(self, number: int, cells: list[tuple[re.Match[str], str]], starts: int) -> None:
        if not cells:
            return
        first = cells[0][0].start()
        right = first - starts > _RIGHT if starts >= 0 else first >= _RIGHT_COLUMN
        seat = Seat.SECOND if right and (len(cells) == 1 or starts < 0) else Seat.FIRST
        for item, text in cells:
            dice = item["dice"]
            if dice:
                self._turn(number, seat, dice, text)
            else:
                self._word(number, seat, item["word"].lower(), text, alone=starts < 0)
            seat = Seat.SECOND

    def _turn(self, number: int, seat: Seat, dice: str, text: str) -> None:
        assert self.game is not None
        try:
            moves = _moves(text)
        except NotationError:
            self.problem(number, ProblemCode.UNREADABLE_PLAY, found=text.strip()[:80])
            moves = None
        if self.game.result is None or not self._over(number, dice):
            self.game.entries.append(Turn(seat=seat, dice=_DICE[dice], moves=moves, line=number))

    def _over(self, number: int, found: str) -> bool:
        assert self.game is not None
        if self.game.result is None:
            return False
        self.problem(number, ProblemCode.AFTER_THE_END, found=found)
        return True

    def _word(self, number: int, seat: Seat, word: str, text: str, alone: bool) -> None:
        game = self.game
        assert game is not None
        figure = _NUMBER.search(text)
        if word == "wins":
            if self._over(number, word):
                return
            points = min(max(int(figure[0]), 0), _MAX_POINTS) if figure else 0
            game.result = GameResult(seat, points, Ending.UNKNOWN, number)
            game.wins_match = "match" in text.lower()
        elif word in ("losses", "loses", "resigns"):
            points = min(max(int(figure[0]), 0), _MAX_POINTS) if figure else 0
            game.resigned = (None if alone else seat, points, number)
        else:
            if self._over(number, word):
                return
            value = int(figure[0]) if figure and 1 < int(figure[0]) < _MAX_POINTS else None
            kind = _CUBE_WORDS[word]
            asked = kind in (CubeActionKind.DOUBLE, CubeActionKind.BEAVER, CubeActionKind.RACCOON)
            game.entries.append(CubeAction(seat=seat, action=kind, value=value if asked else None, line=number))

    # The whole.

    def end_match(self) -> None:
        """End the match read so far, if it has a game."""
        if self.games:
            self.matches.append(self._match())
        self.headings, self.comments, self.games, self.game, self.problems = {}, [], [], None, []
        self.length = None

    def _match(self) -> MatchRecord:
        record = read_headings(self.headings)
        names = [player.name for player in record.players]
        games = [self._game_record(game, names) for game in self.games]
        if self.length is None:
            self.problem(self.games[0].line, ProblemCode.UNREADABLE_FIELD, field="length", found="")
        length = self.length or 0
        first = self.games[0]
        if is_galaxy_money(record.site, length, len(self.games), first.result is not None and not first.wins_match):
            self.problem(first.line, ProblemCode.WRONG_LENGTH, written=length)
            length = 0
        players = tuple(replace(player, name=name) for player, name in zip(record.players, names, strict=True))
        record = replace(
            record,
            players=(players[0], players[1]),
            length=length,
            games=tuple(games),
            crawford=record.crawford if length else None,
            comment="\n".join(self.comments),
            format=FORMAT,
            problems=tuple(self.problems),
        )
        return replay(record)

    def _game_record(self, game: _Game, names: list[str]) -> GameRecord:
        for seat in Seat:
            said = game.names[seat] if game.names else ""
            if said and not names[seat]:
                names[seat] = said
            elif said and said.casefold() != names[seat].casefold():
                self.problem(game.line + 1, ProblemCode.OTHER_NAME, found=said[:80], expected=names[seat][:80])
        if game.names is None:
            self.problem(game.line, ProblemCode.UNREADABLE_FIELD, field="score", found="")
        entries, result = game.entries, game.result
        cube = _cube_at_start(entries) if not self.length else Cube()
        if game.resigned:
            loser, points, line = game.resigned
            if result is None and loser is not None:
                result = GameResult(loser.other, points, Ending.RESIGNED, line)
            if result is not None:
                result = replace(result, ending=Ending.RESIGNED)
                entries.append(Resignation(seat=result.winner.other, action=ResignationKind.OFFER, line=line))
        return GameRecord(score=game.score, cube=cube, entries=tuple(entries), result=result, line=game.line)


def _cube_at_start(entries: list[AnyEntry]) -> Cube:
    """A first double to more than 2 implies automatic doubles before it (G3.2)."""
    first = next((entry for entry in entries if isinstance(entry, CubeAction)), None)
    value = (first.value if first else None) or 2
    return Cube(value // 2 if value.bit_count() == 1 else 1)


@lru_cache(maxsize=1 << 14)
def _moves(text: str) -> Moves | None:
    """The play of a cell; none where it is not known. Raises NotationError."""
    if _PLAIN_PLAY.fullmatch(text):
        return tuple((int(source), int(target)) for source, target in _HOP.findall(text))
    text = text.strip().rstrip(".")
    if text and not text.strip("?"):
        return None
    return tuple((hop.source, hop.target) for hop in read_hops(text))
