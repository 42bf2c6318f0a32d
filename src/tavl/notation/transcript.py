"""A match transcribed while it is watched, entry by entry: what each leads to, where the games end. Pure.

Nothing is refused: an illegal play, or a double out of turn, is kept as made, and marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Player,
    Turn,
)
from tavl.notation.replay import GameReplay, replay
from tavl.notation.situation import Offer, Situation, Stage
from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat

MAX_ENTRIES = 5_000
Place = Annotated[int, Meta(ge=0, le=25)]
Die = Annotated[int, Meta(ge=1, le=6)]


class NoteKind(StrEnum):
    TURN = "turn"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"  # accepted


class Note(Struct, frozen=True, kw_only=True):
    """What was seen."""

    kind: NoteKind
    seat: Seat
    dice: tuple[Die, Die] | None = None
    moves: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=8)] = ()
    size: Annotated[int, Meta(ge=1, le=3)] = 1  # of a resignation


class Transcript(Struct, frozen=True, kw_only=True):
    players: tuple[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=60)]] = ("", "")
    length: Annotated[int, Meta(ge=0, le=99)] = 7  # 0: money play
    event: Annotated[str, Meta(max_length=200)] = ""
    date: Annotated[str, Meta(max_length=20)] = ""
    notes: Annotated[tuple[Note, ...], Meta(max_length=MAX_ENTRIES)] = ()


class TranscriptStanding(Struct, frozen=True, kw_only=True):
    """The situation after the last note."""

    game: int  # the number of the current or next game
    situation: Situation
    opening: bool  # it is not known yet who begins
    over: bool


class Read(Struct, frozen=True, kw_only=True):
    record: MatchRecord
    standing: TranscriptStanding


def read_transcript(transcript: Transcript) -> Read:
    """Notes after the end of the match are left out."""
    length = transcript.length
    games: list[GameRecord] = []
    score, crawford_over, at = (0, 0), False, 0
    notes = transcript.notes
    running: GameReplay | None = None
    while at < len(notes) and not _won(score, length):
        crawford = _is_crawford(score, length, crawford_over)
        game, at, running = _game(GameRecord(score=score, crawford=crawford), notes, at, length)
        games.append(game)
        if game.result is None:
            break
        running = None
        crawford_over = crawford_over or crawford
        score = _added(score, game.result)
    first, second = (Player(name=name) for name in transcript.players)
    record = MatchRecord(
        players=(first, second),
        length=length,
        games=tuple(games),
        event=transcript.event,
        date=transcript.date,
        crawford=True if length else None,
        program="tavl",
    )
    return Read(record=replay(record), standing=_standing(games, score, crawford_over, running, length))


def _standing(
    games: Sequence[GameRecord], score: tuple[int, int], crawford_over: bool, running: GameReplay | None, length: int
) -> TranscriptStanding:
    if running is None:
        base = Situation(
            position=Position.start(),
            stage=Stage.PLAYING,
            score=(min(score[0], length), min(score[1], length)) if length else score,
            length=length or None,
            crawford=_is_crawford(score, length, crawford_over),
        )
        return TranscriptStanding(game=len(games), situation=base, opening=True, over=_won(score, length))
    offered = running.offered is not None and running.doubler is not None
    turn = running.doubler if offered and running.doubler is not None else running.turn
    situation = Situation(
        position=running.seen_by(turn),
        turn=turn,
        cube=running.cube,
        offer=Offer.DOUBLED if offered else None,
        score=running.game.score,
        length=length or None,
        crawford=running.game.crawford,
    )
    return TranscriptStanding(game=len(games) - 1, situation=situation, opening=not running.moved, over=False)


def _game(game: GameRecord, notes: Sequence[Note], at: int, length: int) -> tuple[GameRecord, int, GameReplay]:
    """One game from here, and the number of the note after it."""
    running = GameReplay(MatchRecord(length=length), game, True)
    entries: list[AnyEntry] = []
    result: GameResult | None = None
    while at < len(notes) and result is None and running.dropped is None and not running.position.over:
        note = notes[at]
        at += 1
        if note.kind is NoteKind.RESIGN:
            result = GameResult(note.seat.other, note.size * running.cube.value, Ending.RESIGNED)
            continue
        for entry in entries_of(note):
            entries.append(running.take(entry))
    done = replace(game, entries=tuple(entries), result=result)
    if running.dropped is not None or running.position.over:
        (done,) = replay(MatchRecord(length=length, games=(done,), crawford=False)).games
        done = replace(done, crawford=game.crawford)
    return done, at, running


def entries_of(note: Note) -> Iterator[AnyEntry]:
    if note.kind is NoteKind.TURN:
        if note.dice is not None:
            yield Turn(seat=note.seat, dice=Dice(*note.dice), moves=note.moves)
        return
    yield CubeAction(seat=note.seat, action=CubeActionKind(note.kind.value))


def _won(score: tuple[int, int], length: int) -> bool:
    return bool(length) and max(score) >= length


def _is_crawford(score: tuple[int, int], length: int, over: bool) -> bool:
    return length > 1 and not over and length - max(score) == 1


def _added(score: tuple[int, int], result: GameResult) -> tuple[int, int]:
    first, second = score
    return (first + result.points, second) if result.winner == Seat.FIRST else (first, second + result.points)
