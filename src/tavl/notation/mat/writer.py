"""A match as a `.mat` file, which every other program reads: two columns, the first seat on the left.

The file knows nothing of rulings: an illegal play that stood is written as it was made, what was taken back is left
out, a corrected score shows in the next game's header. Hits are marked, hops are written one by one, bar is 25 and off
is 0, as Jellyfish first wrote it. How it is read: `mat.reader`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.errors import does_not_fit
from tavl.notation.match_events import record_of
from tavl.notation.record import CubeAction, CubeActionKind, GameRecord, MatchRecord, Setup, Turn
from tavl.notation.replay import moments
from tavl.rules import Match, Position, Seat
from tavl.rules.acts import MatchEvent

LEFT_COLUMN = 34
_CUBE_WORDS = {
    CubeActionKind.DOUBLE: "Doubles",
    CubeActionKind.BEAVER: "Beavers",
    CubeActionKind.RACCOON: "Raccoons",
    CubeActionKind.TAKE: "Takes",
    CubeActionKind.DROP: "Drops",
}


class _Lines(Struct):
    """The rows of a game as they are filled."""

    rows: list[list[str | None]] = []

    def put(self, seat: Seat, text: str) -> None:
        # A row is left, then right. Where the row is taken already, or the right would come first, a new one begins.
        last = self.rows[-1] if self.rows else None
        if last is None or last[seat] is not None or (seat == Seat.FIRST and last[1] is not None):
            self.rows.append([None, None])
        self.rows[-1][seat] = text

    def text(self) -> Iterable[str]:
        for number, (left, right) in enumerate(self.rows, start=1):
            yield f"{number:3}) {left or '':{LEFT_COLUMN - 6}} {right or ''}".rstrip()


def write_mat(
    start: Match,
    events: Iterable[MatchEvent],
    names: tuple[str, str],
    *,
    site: str = "",
    event: str = "",
    date: str = "",
) -> str:
    """The text of a `.mat` file: the match that `start` and these events make. `date` as in a record: 2026-11-19."""
    return _text(replace(record_of(start, events, names), site=site, event=event, date=date))


def write_record(record: MatchRecord) -> str:
    """The text of a `.mat` file. Raises NotationError where a game was not played from the start: it has no room."""
    for game in record.games:
        if game.start is not None or any(isinstance(entry, Setup) for entry in game.entries):
            raise does_not_fit("position", game.score[0])
    return _text(record)


def _headings(record: MatchRecord) -> dict[str, str]:
    first, second = record.players
    headings = {
        "Site": record.site,
        "Event": record.event,
        "Round": record.round,
        "Player 1": first.name,
        "Player 2": second.name,
        "Player 1 Elo": _elo(first.rating, first.experience),
        "Player 2 Elo": _elo(second.rating, second.experience),
        "EventDate": record.date.replace("-", "."),
        "EventTime": record.time.replace(":", "."),
        "Variation": record.variation,
        "Transcriber": record.transcriber,
        "Annotator": record.annotator,
        "Crawford": _switch(record.crawford),
        "Jacoby": _switch(record.jacoby),
        "Beaver": _switch(None if record.beavers is None else bool(record.beavers)),
        "CubeLimit": str(record.max_cube or ""),
    }
    return {key: value for key, value in headings.items() if value} | record.headings


def _elo(rating: float | None, experience: int | None) -> str:
    if rating is None:
        return ""
    return f"{rating:.2f}" + (f"/{experience}" if experience is not None else "")


def _switch(value: bool | None) -> str:
    return "" if value is None else "On" if value else "Off"


def _text(record: MatchRecord) -> str:
    lines = [f'; [{_plain(key)} "{_quotable(value)}"]' for key, value in _headings(record).items()]
    lines += [f"; {line}" for line in record.comment.splitlines()]
    lines += ["", f" {record.length} point match", ""]
    for number, game in enumerate(record.games, start=1):
        names = [_plain(player.name) for player in record.players]
        left = f" {names[0]} : {game.score[0]}"
        lines += [f" Game {number}", f"{left:{LEFT_COLUMN}} {names[1]} : {game.score[1]}".rstrip()]
        lines += [*_rows(game), *_result(game, record.length)]
        if game.result:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _rows(game: GameRecord) -> Iterable[str]:
    rows = _Lines(rows=[])
    for moment in moments(game):
        match moment.entry:
            case Turn(seat=seat, dice=dice, moves=moves):
                hops = ["????"] if moves is None else _hops(moment.position, moves)
                rows.put(seat, " ".join([f"{dice.high}{dice.low}:", *hops]))
            case CubeAction(seat=seat, action=action, value=value):
                offered = action not in (CubeActionKind.TAKE, CubeActionKind.DROP)
                shown = value or 2 * moment.cube.value
                rows.put(seat, f" {_CUBE_WORDS[action]}" + (f" => {shown}" if offered else ""))
    return rows.text()


def _hops(position: Position, moves: tuple[tuple[int, int], ...]) -> Iterable[str]:
    blots = {25 - point for point, count in enumerate(position.opponent) if count == 1 and 1 <= point <= 24}
    for source, target in moves:
        hit = target in blots
        blots.discard(target)
        yield f"{source}/{target}{'*' if hit else ''}"


def _result(game: GameRecord, length: int) -> Iterable[str]:
    if game.result is None:
        return
    points, winner = game.result.points, game.result.winner
    final = " and the match" if length and game.score[winner] + points >= length else ""
    text = f"Wins {points} point{'' if points == 1 else 's'}{final}"
    yield f"{'':{LEFT_COLUMN if winner == Seat.SECOND else 5}} {text}"


def _plain(text: str) -> str:
    """A name that cannot be mistaken for something else in the file."""
    return _quotable(text).replace(":", " ").strip() or "?"


def _quotable(text: str) -> str:
    return "".join(c if c.isprintable() and c != '"' else " " for c in text).strip()
