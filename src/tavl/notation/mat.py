"""A match as a `.mat` file, which every other program reads: two columns, the first seat on the left.

The file knows nothing of rulings: an illegal play that stood is written as it was made, what was taken back is left
out, a corrected score shows in the next game's header. Hits are marked, hops are written one by one, bar is 25 and off
is 0, as Jellyfish first wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from tavl.rules import Match, Seat, acts, evolve
from tavl.rules.acts import MatchEvent
from tavl.rules.game import Game

LEFT_COLUMN = 34


class _Lines(Struct):
    """The rows of a game as they fill up."""

    rows: list[list[str | None]] = []

    def put(self, seat: Seat, text: str) -> None:
        # A row is left, then right. Where the row is taken already, or the right would come first, a new one begins.
        last = self.rows[-1] if self.rows else None
        if last is None or last[seat] is not None or (seat == Seat.FIRST and last[1] is not None):
            self.rows.append([None, None])
        self.rows[-1][seat] = text

    def text(self) -> Iterable[str]:
        for number, (left, right) in enumerate(self.rows, start=1):
            yield f"{number:3}) {left or '':{LEFT_COLUMN - 5}}{right or ''}".rstrip()


def write_mat(
    start: Match, events: Iterable[MatchEvent], names: tuple[str, str], tags: Mapping[str, str] | None = None
) -> str:
    """The text of a `.mat` file: the match that `start` and these events make."""
    lines = [f'; [{key} "{_plain(value)}"]' for key, value in (tags or {}).items()]
    lines += ["", f" {start.length or 0} point match", ""]
    match = start
    rows = _Lines(rows=[])
    number = 0
    for event in _that_stood(events):
        if isinstance(event, acts.GameStarted):
            number += 1
            rows = _Lines(rows=[])
            left = f" {_plain(names[0])} : {match.score[0]}"
            header = f"{left:{LEFT_COLUMN}} {_plain(names[1])} : {match.score[1]}".rstrip()
            lines += [f" Game {number}", header]
        before = match
        match = evolve(match, event)
        if before.game is not None:
            _put(rows, before.game, event)
        ended = match.game and match.game.outcome
        if ended and (before.game is None or before.game.outcome is None or match.game is not before.game):
            if isinstance(event, acts.ScoreSet | acts.LengthSet):
                continue
            lines += [*rows.text(), *_result(match, ended), ""]
            rows = _Lines(rows=[])
    lines += rows.text()
    return "\n".join(lines).rstrip() + "\n"


def _that_stood(events: Iterable[MatchEvent]) -> list[MatchEvent]:
    """Without plays that were made again (T4.2.iii) and doubles that were annulled with their answer (T4.4.iv)."""
    kept: list[MatchEvent] = []
    for event in events:
        if isinstance(event, acts.PlayReopened | acts.DoubleAnnulled):
            gone = acts.Played if isinstance(event, acts.PlayReopened) else acts.Doubled
            at = max((at for at, each in enumerate(kept) if isinstance(each, gone)), default=len(kept))
            answers = acts.Taken | acts.Dropped | acts.Beavered | gone
            kept = kept[:at] + [each for each in kept[at:] if not isinstance(each, answers)]
        else:
            kept.append(event)
    return kept


def _put(rows: _Lines, game: Game, event: MatchEvent) -> None:
    match event:
        case acts.Played(seat=seat, moves=moves):
            dice = f"{game.dice.high}{game.dice.low}:" if game.dice else "??:"
            rows.put(seat, " ".join([dice, *_hops(game, seat, moves)]))
        case acts.Doubled(seat=seat):
            rows.put(seat, f" Doubles => {2 * game.cube_value}")
        case acts.Beavered(seat=seat):
            rows.put(seat, f" Beavers => {4 * game.cube_value}")
        case acts.Taken(seat=seat):
            rows.put(seat, " Takes")
        case acts.Dropped(seat=seat):
            rows.put(seat, " Drops")


def _hops(game: Game, seat: Seat, moves: tuple[tuple[int, int], ...]) -> Iterable[str]:
    blots = {25 - point for point, count in enumerate(game.seen_by(seat).opponent) if count == 1 and 1 <= point <= 24}
    for source, target in moves:
        hit = target in blots
        blots.discard(target)
        yield f"{source}/{target}{'*' if hit else ''}"


def _result(match: Match, outcome: acts.Outcome) -> Iterable[str]:
    points = outcome.points
    final = " and the match" if match.result and match.result.reason == "score" else ""
    text = f"Wins {points} point{'' if points == 1 else 's'}{final}"
    yield f"{'':{LEFT_COLUMN if outcome.winner == Seat.SECOND else 5}} {text}"


def _plain(text: str) -> str:
    """A name or a tag that cannot be taken for something else in the file."""
    return "".join(c if c.isprintable() and c not in '":' else " " for c in text).strip() or "?"
