"""A match written down entry by entry: where it stands, where games end, what is kept although it was wrong."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.mat.writer import write_record
from tavl.notation.record import Turn
from tavl.notation.sgf.writer import write_sgf
from tavl.notation.situation import Offer
from tavl.notation.transcript import Note, NoteKind, Transcript, read_transcript
from tavl.rules.seat import Seat

WHITE, BLACK = Seat.FIRST, Seat.SECOND
OPENING = Note(kind=NoteKind.TURN, seat=WHITE, dice=(3, 1), moves=((8, 5), (6, 5)))
REPLY = Note(kind=NoteKind.TURN, seat=BLACK, dice=(6, 4), moves=((24, 14),))


def cube(kind: NoteKind, seat: Seat) -> Note:
    return Note(kind=kind, seat=seat)


def test_nothing_yet_is_an_opening() -> None:
    standing = read_transcript(Transcript()).standing
    assert (standing.opening, standing.game, standing.over) == (True, 0, False)


def test_after_a_play_it_is_the_others_turn_and_after_a_double_theirs_to_answer() -> None:
    played = read_transcript(Transcript(notes=(OPENING,))).standing
    assert (played.opening, played.situation.turn) == (False, BLACK)
    doubled = read_transcript(Transcript(notes=(OPENING, REPLY, cube(NoteKind.DOUBLE, WHITE)))).standing
    assert (doubled.situation.offer, doubled.situation.turn) == (Offer.DOUBLED, WHITE)
    taken = (OPENING, REPLY, cube(NoteKind.DOUBLE, WHITE), cube(NoteKind.TAKE, BLACK))
    assert read_transcript(Transcript(notes=taken)).standing.situation.cube.owner is BLACK


def test_a_drop_and_a_resignation_end_a_game_and_the_next_one_follows() -> None:
    dropped = (OPENING, REPLY, cube(NoteKind.DOUBLE, WHITE), cube(NoteKind.DROP, BLACK))
    resigned = (OPENING, Note(kind=NoteKind.RESIGN, seat=BLACK, size=2))
    found = read_transcript(Transcript(length=4, notes=(*dropped, *resigned)))
    assert [game.result and game.result.points for game in found.record.games] == [1, 2]
    assert (found.standing.situation.score, found.standing.situation.crawford) == ((3, 0), True)
    over = read_transcript(Transcript(length=3, notes=(*dropped, *resigned, OPENING)))
    assert (over.standing.over, len(over.record.games)) == (True, 2)  # what comes after the end is left out


@pytest.mark.rule("G4.6")
def test_an_illegal_play_is_kept_as_it_was_made_and_marked() -> None:
    wrong = Note(kind=NoteKind.TURN, seat=BLACK, dice=(6, 4), moves=((24, 13),))
    found = read_transcript(Transcript(notes=(OPENING, wrong)))
    entry = found.record.games[0].entries[1]
    assert isinstance(entry, Turn)
    assert (entry.moves, entry.illegal is not None) == (((24, 13),), True)
    assert found.standing.situation.turn is WHITE
    assert [problem.code for problem in found.record.problems] == ["illegal_play"]


@pytest.mark.parametrize("write", [write_record, write_sgf])
def test_what_is_saved_is_read_back_as_the_same_match(write: object) -> None:
    assert callable(write)
    notes = (OPENING, REPLY, cube(NoteKind.DOUBLE, WHITE), cube(NoteKind.DROP, BLACK), OPENING)
    record = read_transcript(Transcript(players=("Anna", "Bo"), length=5, notes=notes)).record
    (again,) = read(write(record).encode())
    assert [player.name for player in again.players] == ["Anna", "Bo"]
    plays = [[(entry.dice, entry.moves) for entry in game.entries if isinstance(entry, Turn)] for game in record.games]
    assert plays == [
        [(entry.dice, entry.moves) for entry in game.entries if isinstance(entry, Turn)] for game in again.games
    ]
    assert again.games[0].result is not None
