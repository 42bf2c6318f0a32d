"""A match as a `.xg` file, with the analysis and the comments that the record has: see `xg`.

Records are written as eXtreme Gammon 2 writes them, down to which fields stay empty; the archive around them comes out
byte for byte as XG's own does. This was not tested with XG itself. Left out, because the format cannot express them:
equities by another measure than XG's, more than 32 candidates, refused resignations, times without a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from math import isfinite

from tavl.notation.record import MatchRecord
from tavl.notation.xg.archive import COMMENTS, INDEX, MATCH, ROLLOUTS, write_archive
from tavl.notation.xg.boards_and_moves import fitting
from tavl.notation.xg.delphi import Record
from tavl.notation.xg.game_writer import Appendix, GameWriter, is_position
from tavl.notation.xg.reader import EPOCH, VARIATIONS
from tavl.notation.xg.records import (
    RECORD_SIZE,
    ROLLOUT_SIZE,
    UNLIMITED_LENGTH,
    CubeRecord,
    FileHeader,
    GameFooter,
    GameHeader,
    MatchFooter,
    MatchHeader,
    MoveRecord,
    RecordType,
)

_TYPES: dict[type[Record], RecordType] = {
    MatchHeader: RecordType.MATCH_HEADER,
    GameHeader: RecordType.GAME_HEADER,
    CubeRecord: RecordType.CUBE,
    MoveRecord: RecordType.MOVE,
    GameFooter: RecordType.GAME_FOOTER,
    MatchFooter: RecordType.MATCH_FOOTER,
}


def write_xg(record: MatchRecord) -> bytes:
    """A match, or a position if the record has only one (`.xgp`)."""
    writer = _Writer(record)
    records = list(writer.records())
    pieces = [_with_links(each, number, len(records)) for number, each in enumerate(records)]
    members = {MATCH: b"".join(pieces), INDEX: pieces[0] + pieces[-1]}
    if writer.appendix.rollouts:
        members[ROLLOUTS] = b"".join(each.write(ROLLOUT_SIZE) for each in writer.appendix.rollouts)
    if writer.appendix.comments:
        members[COMMENTS] = "".join(each + "\r\n" for each in writer.appendix.comments).encode("cp1252", "replace")
    return write_archive(members, _file_header(record))


def _with_links(record: Record, number: int, count: int) -> bytes:
    """A record of the match. In memory XG has them in a list and saves the pointers too; none is first and last."""
    body = bytearray(record.write(RECORD_SIZE))
    previous, following = number * RECORD_SIZE, (number + 2) * RECORD_SIZE if number + 1 < count else 0
    body[:9] = previous.to_bytes(4, "little") + following.to_bytes(4, "little") + bytes([_TYPES[type(record)]])
    return bytes(body)


def _file_header(record: MatchRecord) -> FileHeader:
    names = " vs. ".join(player.name for player in record.players)
    kind = f"{record.length} point match" if record.length else "Money session"
    heading = [f"Event: {record.event}" if record.event else "", f"Round: {record.round}" if record.round else ""]
    return FileHeader(
        name=f"Played on {record.site}" if record.site else "",
        save_name=f"{names}, {kind} {record.score[0]}-{record.score[1]}",
        level_name=" ".join(filter(None, heading)),
    )


class _Writer:
    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.appendix = Appendix()

    def records(self) -> Iterator[Record]:
        yield self._match_header()
        for number, game in enumerate(self.record.games, start=1):
            yield from GameWriter(self.record, game, number, self.appendix).records()
        if not is_position(self.record):
            first, second = self.record.score
            winner = self.record.winner
            yield MatchFooter(
                score_1=fitting(first), score_2=fitting(second), winner=0 if winner is None else 1 - 2 * winner
            )

    def _match_header(self) -> MatchHeader:
        record = self.record
        first, second = record.players
        money = record.length == 0
        return MatchHeader(
            player_1_short=first.name,
            player_2_short=second.name,
            player_1=first.name,
            player_2=second.name,
            length=UNLIMITED_LENGTH if money else fitting(record.length),
            variation=VARIATIONS.index(record.variation) if record.variation in VARIATIONS else 0,
            crawford=False if money else record.crawford is not False,
            jacoby=bool(record.jacoby),
            beavers=bool(record.beavers),
            automatic_doubles=bool(record.automatic_doubles),
            max_automatic_doubles=fitting(record.automatic_doubles or 0),
            elo_1=1600.0 if first.rating is None else first.rating,
            elo_2=1600.0 if second.rating is None else second.rating,
            experience_1=fitting(first.experience or 0),
            experience_2=fitting(second.experience or 0),
            date=_days(record.date, record.time),
            event_short=record.event,
            event=record.event,
            site_short=record.site,
            site=record.site,
            round_short=record.round,
            round=record.round,
            comment_before=self.appendix.comment(record.comment),
            max_cube=min((record.max_cube or 1024).bit_length() - 1, 30),
            transcribed=bool(record.transcriber),
            transcriber=record.transcriber,
        )


def _days(day: str, time: str) -> float:
    """Days since the last but one of 1899; a date that is only a year has no place here."""
    try:
        days = float((date.fromisoformat(day) - EPOCH.date()).days)
    except ValueError:
        return 0.0
    hours, _, minutes = time.partition(":")
    if hours.isdecimal() and minutes.isdecimal() and len(time) <= 5:
        days += (int(hours) * 60 + int(minutes)) / 1440
    return days if isfinite(days) else 0.0
