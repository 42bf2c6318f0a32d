"""A package that Anki imports: read again with sqlite3, as Anki would."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile

from tavl.analysis import Depth, analyse
from tavl.i18n import words
from tavl.practice.anki_notes import note_of
from tavl.practice.anki_package import FIELDS, MODEL_ID, write_apkg
from tavl.practice.cards import cards_of
from tavl.rules import Seat
from tests.analysis.matches import ODD, match_in

AT = 1_790_000_000_000


def test_one_note_a_card_with_a_picture_in_front_and_the_candidates_behind() -> None:
    cards = [card for seat in Seat for card in cards_of(analyse(match_in(ODD), Depth.INSTANT), seat)]
    notes = [note_of(words("da"), card) for card in cards]
    made = write_apkg("Mine fejl", notes, AT)
    assert made == write_apkg("Mine fejl", notes, AT)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        media = json.loads(archive.read("media"))
        assert [archive.read(number)[:4] for number in media] == [b"<svg"] * len(cards)
        connection = sqlite3.connect(":memory:")
        connection.deserialize(archive.read("collection.anki2"))
    rows = connection.execute(
        "SELECT n.id, guid, mid, flds, tags FROM notes n JOIN cards c ON nid = n.id ORDER BY due"
    ).fetchall()
    assert [guid for _, guid, *_ in rows] == [f"tavl-{card.id}" for card in cards]
    asked = connection.execute("SELECT count(*) FROM cards JOIN notes ON notes.id = nid WHERE queue = 0").fetchone()
    assert asked == (len(cards),)
    models, decks = map(json.loads, connection.execute("SELECT models, decks FROM col").fetchone())
    assert [field["name"] for field in models[str(MODEL_ID)]["flds"]] == list(FIELDS)
    assert {deck["name"] for deck in decks.values()} == {"Default", "Mine fejl"}
    for (_, _, mid, fields, tags), card, name in zip(rows, cards, media.values(), strict=True):
        board, question, answer, position = fields.split("\x1f")
        assert (mid, name in board, position[:5]) == (MODEL_ID, True, "XGID=")
        assert tags.split()[0] == "tavl"
        assert question
        if card.decision.plays:
            assert all(play.text in answer for play in card.decision.plays[:2])
        else:
            assert words("da")("Double, take") in answer
    connection.close()
