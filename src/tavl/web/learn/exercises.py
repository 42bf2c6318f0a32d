"""What an exercise is, what the board shows of it, and how an attempt is judged."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.rules import Cube, Dice, Game, GameTerms, Phase, Play, Refused, Seat, acts, judge_play, parse_position
from tavl.rules import game as games
from tavl.rules.play_check import Hop
from tavl.table.view import Step as TreeStep
from tavl.table.view import tree_steps
from tavl.web.learn.goals import Goal, hitting_rolls

START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
PUPIL, OTHER = Seat.FIRST, Seat.SECOND
CUBE_ACTIONS: dict[str, type[acts.Roll | acts.Double | acts.Take | acts.Drop]] = {
    "roll": acts.Roll,
    "double": acts.Double,
    "take": acts.Take,
    "drop": acts.Drop,
}


class Exercise(Struct, frozen=True, kw_only=True):
    """One thing to do on the board. Texts are English, to be put into the reader's words; {done} and its kind stand for
    what the buttons are called there."""

    say: str  # what is to be done
    position: str  # the pupil's side first
    praise: str
    hints: tuple[str, ...]  # each says more than the one before
    otherwise: str = ""  # the reply to a legal play that was not asked for; {n} of the 36 rolls hit
    last: tuple[tuple[int, int], tuple[Hop, ...]] | None = None  # the opponent's dice and play before


class PlayExercise(Exercise, frozen=True, kw_only=True):
    dice: tuple[int, int]  # in the order they are shown
    goal: Goal
    rolls: bool = False  # the pupil has to press for the dice

    @property
    def game(self) -> Game:
        position = parse_position(self.position)
        return Game(terms=GameTerms(cube=False), position=position, cube=None, phase=Phase.TO_PLAY, dice=self.roll)

    @property
    def roll(self) -> Dice:
        return Dice(*self.dice)

    @property
    def solutions(self) -> Iterator[Play]:
        position = self.game.position
        return (play for play in position.plays(self.roll) if self.goal(position, play))


class CubeExercise(Exercise, frozen=True, kw_only=True):
    wanted: str  # one of CUBE_ACTIONS
    doubled: bool = False  # the opponent has offered the cube

    @property
    def game(self) -> Game:
        position = parse_position(self.position)
        if self.doubled:
            return Game(
                terms=GameTerms(), position=position.mirror(), cube=Cube(), turn=OTHER, phase=Phase.DOUBLED, turns=9
            )
        return Game(terms=GameTerms(), position=position, cube=Cube(), phase=Phase.TO_ROLL, turns=9)


class Lesson(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    exercises: tuple[PlayExercise | CubeExercise, ...]


class ExerciseVerdict(Struct, frozen=True, kw_only=True):
    """Done; or legal but not what was asked for; or refused by a clause."""

    done: bool = False
    refused: Refused | None = None
    hitting: int = 0  # rolls of the opponent's that hit after a legal play


def judged_play(exercise: PlayExercise, moves: tuple[Hop, ...]) -> ExerciseVerdict:
    """A whole play."""
    game = exercise.game
    play = judge_play(game.position, exercise.roll, moves)
    if isinstance(play, Refused):
        return ExerciseVerdict(refused=play)
    over = play.result.over
    return ExerciseVerdict(done=exercise.goal(game.position, play), hitting=0 if over else hitting_rolls(play.result))


def why_not(exercise: PlayExercise, moves: tuple[Hop, ...], source: int, target: int | None) -> Refused | None:
    """Why the next move, after those made, is not open; without a target, why this checker cannot move by any die.
    None: it is open."""
    position, dice = exercise.game.position, exercise.roll
    targets = [target] if target is not None else [max(source - die, 0) for die in exercise.dice]
    answers = [judge_play(position, dice, (*moves, (source, target))) for target in targets]
    faults = [answer for answer in answers if isinstance(answer, Refused)]
    if len(faults) < len(answers):
        return None
    # If a die fits, the reason why its move is refused says more than that another does not fit.
    return next((fault for fault in faults if fault.code != "no_such_die"), faults[0])


def judged_action(exercise: CubeExercise, name: str) -> ExerciseVerdict:
    """Something done about the cube, or a roll instead."""
    events = games.decide(exercise.game, CUBE_ACTIONS[name](PUPIL), roll=(3, 1))
    return (
        ExerciseVerdict(refused=events)
        if isinstance(events, Refused)
        else ExerciseVerdict(done=name == exercise.wanted)
    )


class ExerciseLast(Struct, frozen=True, kw_only=True):
    """The opponent's play before."""

    seat: Seat
    dice: tuple[int, int]
    moves: tuple[Hop, ...]


class ExerciseTree(Struct, frozen=True):
    nodes: tuple[tuple[TreeStep, ...], ...]


class ExerciseBoard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of `<tavl-board>`; what has its default is left out."""

    position: str
    turn: Seat
    cube: Cube | None
    offered: int | None
    actions: tuple[str, ...]
    last: ExerciseLast | None = None
    dice: tuple[int, int] | None = None
    tree: ExerciseTree | None = None


def board_state(exercise: PlayExercise | CubeExercise) -> ExerciseBoard:
    """Legal plays and open actions included, all of it from `rules/`."""
    game = exercise.game
    actions = {type(action) for action in games.actions(game, PUPIL)}
    names = tuple(name for name, kind in CUBE_ACTIONS.items() if kind in actions)
    plays = isinstance(exercise, PlayExercise)
    last = exercise.last
    return ExerciseBoard(
        position=exercise.position,
        turn=game.turn,
        cube=game.cube,
        offered=game.offered_value if game.phase is Phase.DOUBLED else None,
        actions=("play",) if plays else names,
        last=ExerciseLast(seat=OTHER, dice=last[0], moves=last[1]) if last else None,
        dice=exercise.dice if isinstance(exercise, PlayExercise) else None,
        tree=ExerciseTree(tree_steps(game.position.play_tree(exercise.roll)))
        if isinstance(exercise, PlayExercise)
        else None,
    )
