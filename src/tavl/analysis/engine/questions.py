"""What the engine is asked about a match, and its answers. Pure: a question has everything that its answer depends
on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.match_analysis import JudgedCube, JudgedPlay, PlayerStakes
from tavl.notation.decisions import decisions_of
from tavl.notation.record import AnyEntry, CubeAction, CubeActionKind, MatchRecord, Setup, Turn
from tavl.notation.situation import Situation
from tavl.rules.board import Position
from tavl.rules.codec import to_json
from tavl.rules.seat import Seat


class QuestionKind(StrEnum):
    PLAY = "play"  # which play of this roll?
    CUBE = "cube"  # double, take?
    ROLLS = "rolls"  # what is each roll worth?


class Question(Struct, frozen=True, kw_only=True):
    """The player who decides, of a cube the one who may double, is the first seat."""

    kind: QuestionKind
    situation: Situation
    played: Position | None = None  # what the play that was made leads to, seen by the opponent
    done: CubeActionKind | None = None  # of a cube: what was done; none: the player rolled
    decided: bool = True
    opening: bool = False  # of rolls: it is not known yet who begins

    @property
    def key(self) -> bytes:
        return to_json(self)


class Scale(Struct, frozen=True):
    """A single game lost and won with the cube as it stands: chances of winning the match, or points."""

    lost: float
    won: float

    def cost(self, equity: float) -> float:
        return equity * (self.won - self.lost) / 2

    def value(self, equity: float) -> float:
        return self.lost + (equity + 1) * (self.won - self.lost) / 2


class PlayAnswer(Struct, frozen=True, kw_only=True, tag="play"):
    plays: tuple[JudgedPlay, ...]  # best first: some of them, the one that was made always
    played: int | None
    legal_plays: int
    counts: bool
    scale: Scale
    stakes: tuple[PlayerStakes, PlayerStakes]  # of the player who decides, and of the other


class CubeAnswer(Struct, frozen=True, kw_only=True, tag="cube"):
    cube: JudgedCube | None  # none: the cube cannot be turned
    scale: Scale
    stakes: tuple[PlayerStakes, PlayerStakes]


class RollsAnswer(Struct, frozen=True, kw_only=True, tag="rolls"):
    values: tuple[float, ...]  # of ALL_ROLLS
    mean: float
    scale: Scale


class NoAnswer(Struct, frozen=True, tag="none"):
    """There is no such game in the rules: it goes on after the end of the match."""


Answer = PlayAnswer | CubeAnswer | RollsAnswer | NoAnswer


class Step(Struct, frozen=True, kw_only=True):
    """An entry of a match, and what is asked about it."""

    game: int
    entry: int
    item: AnyEntry
    situation: Situation
    turns: int  # rolls before it in the game
    play: Question | None = None
    cube: Question | None = None
    rolls: Question | None = None

    @property
    def questions(self) -> list[Question]:
        return [question for question in (self.cube, self.rolls, self.play) if question]


def steps_of(record: MatchRecord) -> Iterator[Step]:
    """Every entry at which something was decided or rolled; none for other variations of the game."""
    if record.variation:
        return
    game, turns, opening = -1, 0, True
    for found in decisions_of(record):
        if found.game != game:
            game, turns, opening = found.game, 0, record.games[found.game].start is None
        step = Step(game=game, entry=found.at, item=found.entry, situation=found.situation, turns=turns)
        if isinstance(found.entry, Turn):
            yield _turn(step, found.entry, opening)
            turns += 1
        elif isinstance(found.entry, CubeAction):
            yield _cube_action(step, found.entry)
        elif isinstance(found.entry, Setup):
            yield _setup(step, found.entry)
        opening = False


def _turn(step: Step, entry: Turn, opening: bool) -> Step:
    to_play = seen_by_turn(step.situation)
    to_roll = replace(to_play, dice=None)
    played = to_play.position.played(entry.dice, entry.moves) if entry.moves and not entry.illegal else None
    if entry.moves == () and to_play.position.dances(entry.dice):
        played = to_play.position.mirror()
    known = entry.moves is not None and not to_play.position.over
    play = Question(kind=QuestionKind.PLAY, situation=to_play, played=played)
    cube = Question(kind=QuestionKind.CUBE, situation=to_roll)
    rolls = Question(kind=QuestionKind.ROLLS, situation=to_roll, opening=opening and not entry.dice.double)
    over = to_play.position.over
    return replace(
        step, play=play if known else None, cube=None if opening or over else cube, rolls=None if over else rolls
    )


def _cube_action(step: Step, entry: CubeAction) -> Step:
    if entry.action is CubeActionKind.RACCOON or entry.illegal or step.situation.position.over:
        return step
    asked = replace(seen_by_turn(step.situation), offer=None)
    return replace(step, cube=Question(kind=QuestionKind.CUBE, situation=asked, done=entry.action))


def _setup(step: Step, entry: Setup) -> Step:
    situation = seen_by_turn(step.situation)
    if situation.position.over:
        return step
    if entry.dice:
        return replace(step, play=Question(kind=QuestionKind.PLAY, situation=situation, decided=False))
    return replace(step, cube=Question(kind=QuestionKind.CUBE, situation=situation, decided=False))


def seen_by_turn(situation: Situation) -> Situation:
    """Puts the player on roll in the first seat, so that the same position is the same question."""
    return situation if situation.turn == Seat.FIRST else situation.exchanged()
