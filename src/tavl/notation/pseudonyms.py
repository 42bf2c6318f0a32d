"""Matches for others to study: with pseudonyms for the players, without instants, comments and headings. Pure.

A pseudonym is a keyed hash: without the key nobody can tell who it is, and with the same key it stays the same.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode

from msgspec.structs import replace

from tavl.notation.record import AnyEntry, GameRecord, MatchRecord, Player, Timing

KEY_BYTES = 32
_BYTES = 10  # of a pseudonym: 80 bits, sixteen letters and digits


def pseudonym(key: bytes, kind: str, id: str) -> str:
    """`kind` keeps players, matches and others apart; it is the prefix."""
    if len(key) < KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes or more")
    found = hmac.new(key, f"{kind}:{id}".encode(), hashlib.sha256).digest()
    return f"{kind}-{b32encode(found[:_BYTES]).decode().lower()}"


def pseudonymous(record: MatchRecord, names: tuple[str, str], month: str) -> MatchRecord:
    """The match by these names: what was done and how long each took over it, and of the date the month."""
    first, second = (Player(name=name) for name in names)
    return MatchRecord(
        players=(first, second),
        length=record.length,
        games=tuple(_game(game) for game in record.games),
        date=month,
        program="tavl",
        crawford=record.crawford,
        jacoby=record.jacoby,
        beavers=record.beavers,
        automatic_doubles=record.automatic_doubles,
        max_cube=record.max_cube,
        variation=record.variation,
    )


def _game(game: GameRecord) -> GameRecord:
    before: int | None = None
    entries: list[AnyEntry] = []
    for entry in game.entries:
        at = entry.timing.at if entry.timing else None
        spent = entry.timing.spent if entry.timing else None
        if spent is None and at is not None and before is not None:
            spent = at - before
        before = at if at is not None else before
        timing = None if spent is None else Timing(spent=spent)
        entries.append(replace(entry, comment="", timing=timing, line=0, side_lines=()))
    return replace(game, entries=tuple(entries), comment="", headings={}, line=0)
