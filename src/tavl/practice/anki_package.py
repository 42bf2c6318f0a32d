"""Cards as a package that Anki imports: a collection of schema 11, which every Anki reads, and pictures, in a zip.

A note's id follows from the card's, so that importing again updates notes and keeps Anki's statistics.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Sequence
from hashlib import blake2b, sha1
from typing import Any, Final

from tavl.practice.anki_notes import Note

MODEL_ID: Final = 1_763_000_000_000
FIELDS: Final = ("Board", "Question", "Answer", "Position")
_SEPARATOR: Final = "\x1f"
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # date of every file in the zip, so that the same cards give the same bytes
_STYLE: Final = """.card { font-family: sans-serif; font-size: 17px; text-align: center;
  color: #2c211a; background: #fffdf8; }
.card img { max-width: 100%; max-height: 62vh; }
.nightMode.card { color: #f0e6d8; background: #231e19; }
table { margin: 8px auto; border-collapse: collapse; text-align: start; }
th, td { padding: 3px 9px; font-weight: 400; }
tr.best { font-weight: 700; }
ul { display: inline-block; text-align: start; margin: 6px 0; }
.id { font-size: 12px; opacity: 0.7; overflow-wrap: anywhere; }
"""
_FRONT: Final = "{{Board}}<p>{{Question}}</p>"
_BACK: Final = '{{FrontSide}}<hr id="answer">{{Answer}}<p class="id">{{Position}}</p>'
_TABLES: Final = """
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
  ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null,
  odue integer not null, odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
  ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
  type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""


def write_apkg(deck: str, notes: Sequence[Note], at: int) -> bytes:
    """`at` is when, in UTC milliseconds."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _put(archive, "collection.anki2", _collection(deck, notes, at))
        _put(archive, "media", json.dumps({str(n): _picture_name(note) for n, note in enumerate(notes)}).encode())
        for number, note in enumerate(notes):
            _put(archive, str(number), note.picture.encode())
    return out.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)


def _picture_name(note: Note) -> str:
    return f"tavl-{note.id}.svg"


def _collection(deck: str, notes: Sequence[Note], at: int) -> bytes:
    seconds, deck_id = at // 1000, _number(f"deck {deck}")
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(_TABLES)
        values = (1, seconds, at, at, 11, 0, 0, 0, *map(json.dumps, _settings(deck, deck_id, seconds)), "{}")
        _add(connection, "col", values)
        for number, note in enumerate(notes):
            _insert(connection, note, deck_id, seconds, number)
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()


def _insert(connection: sqlite3.Connection, note: Note, deck: int, seconds: int, number: int) -> None:
    fields = (f'<img src="{_picture_name(note)}" alt="">', note.question, note.answer, note.position)
    tags = f" {' '.join(note.tags)} " if note.tags else ""
    check = int(sha1(fields[0].encode(), usedforsecurity=False).hexdigest()[:8], 16)
    id, flds = _number(f"note {note.id}"), _SEPARATOR.join(fields)
    row: tuple[Any, ...] = (id, f"tavl-{note.id}", MODEL_ID, seconds, -1, tags, flds, fields[0], check, 0, "")
    _add(connection, "notes", row)
    row = (_number(f"card {note.id}"), id, deck, 0, seconds, -1, 0, 0, number + 1, *(0,) * 8, "")
    _add(connection, "cards", row)


def _add(connection: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)  # noqa: S608 - our own names


def _number(text: str) -> int:
    """An id in Anki's form, thirteen digits, always the same for the same text."""
    return 10**12 + int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % (8 * 10**11)


def _settings(deck: str, deck_id: int, seconds: int) -> tuple[dict[str, Any], ...]:
    """The columns conf, models, decks and dconf."""
    field = {"font": "Arial", "media": [], "rtl": False, "size": 20, "sticky": False}
    template = {"name": "tavl", "ord": 0, "qfmt": _FRONT, "afmt": _BACK, "bqfmt": "", "bafmt": "", "did": None}
    model = {
        "id": MODEL_ID,
        "name": "tavl",
        "type": 0,
        "mod": seconds,
        "usn": -1,
        "sortf": 0,
        "did": deck_id,
        "css": _STYLE,
        "flds": [{**field, "name": name, "ord": number} for number, name in enumerate(FIELDS)],
        "tmpls": [template],
        "req": [[0, "any", [0, 1]]],
        "tags": [],
        "vers": [],
        "latexPre": "",
        "latexPost": "",
    }
    conf = {
        "nextPos": 1,
        "curDeck": deck_id,
        "curModel": str(MODEL_ID),
        "activeDecks": [deck_id],
        "sortType": "noteFld",
    }
    return conf, {str(MODEL_ID): model}, _decks(deck, deck_id, seconds), {"1": _deck_options(seconds)}


def _decks(deck: str, deck_id: int, seconds: int) -> dict[str, Any]:
    """Anki also expects its default deck."""
    zero = {name: [0, 0] for name in ("newToday", "revToday", "lrnToday", "timeToday")}
    named = {1: "Default", deck_id: deck}
    return {
        str(id): {
            "id": id,
            "name": name,
            "mod": seconds,
            "usn": -1,
            "desc": "",
            "dyn": 0,
            "conf": 1,
            "collapsed": False,
            "browserCollapsed": False,
            "extendNew": 0,
            "extendRev": 0,
            **zero,
        }
        for id, name in named.items()
    }


def _deck_options(seconds: int) -> dict[str, Any]:
    """Anki's defaults."""
    return {
        "id": 1,
        "name": "Default",
        "mod": 0,
        "usn": 0,
        "maxTaken": 60,
        "autoplay": True,
        "timer": 0,
        "replayq": True,
        "dyn": False,
        "new": {
            "bury": True,
            "delays": [1, 10],
            "initialFactor": 2500,
            "ints": [1, 4, 7],
            "order": 1,
            "perDay": 20,
            "separate": True,
        },
        "rev": {"bury": True, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "minSpace": 1, "perDay": 100},
        "lapse": {"delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
    }
