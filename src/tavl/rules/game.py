"""One game: opening roll, turns, cube, offers to resign and their answers, the end."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts
from tavl.rules.acts import Cube, GameAction, GameEvent, Outcome
from tavl.rules.board import Dice, Position
from tavl.rules.play_check import judge_play
from tavl.rules.refusal import Refused, refuse
from tavl.rules.resignation_sizes import sizes_in_principle, sizes_still_possible
from tavl.rules.seat import SEATS, Seat


class Phase(StrEnum):
    OPENING = "opening"  # both roll one die
    TO_ROLL = "to_roll"  # the player on turn may double or roll
    TO_PLAY = "to_play"  # the dice lie
    DOUBLED = "doubled"  # the opponent answers
    BEAVERED = "beavered"  # the doubler answers
    OVER = "over"


class GameTerms(Struct, frozen=True, kw_only=True):
    """What a game needs to know about its rules and the score."""

    crawford: bool = False
    cube: bool = True
    gammons: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: bool = False
    automatic_doubles_limit: int | None = None
    resigning_limited: bool = False
    dead_cube_barred: bool = False
    needs: tuple[int, int] | None = None
    """Points each seat needs for the match; none in money play."""


class LastPlay(Struct, frozen=True):
    """Enough to show the last play, and to take it back."""

    seat: Seat
    dice: Dice
    moves: tuple[tuple[int, int], ...]
    before: Position
    legal: bool


class Resignation(Struct, frozen=True):
    seat: Seat
    size: int


class Game(Struct, frozen=True, kw_only=True):
    terms: GameTerms
    position: Position  # seen by `turn`
    cube: Cube | None  # none: off the board
    turn: Seat = Seat.FIRST
    phase: Phase = Phase.OPENING
    dice: Dice | None = None
    stake: int = 1  # doubled by equal opening dice where that is agreed (G3.2)
    ties: int = 0
    turns: int = 0
    last: LastPlay | None = None
    resignation: Resignation | None = None
    refused: Resignation | None = None  # an offer that was refused, with nothing changed since
    outcome: Outcome | None = None

    @classmethod
    def start(cls, terms: GameTerms | None = None) -> Game:
        terms = terms or GameTerms()
        cube = Cube() if terms.cube and not terms.crawford else None
        return cls(terms=terms, position=Position.start(), cube=cube)

    @property
    def cube_value(self) -> int:
        return self.cube.value if self.cube else 1

    @property
    def offered_value(self) -> int:
        """What the cube will show if the pending offer is taken; its value now if there is none."""
        return self.cube_value * {Phase.DOUBLED: 2, Phase.BEAVERED: 4}.get(self.phase, 1)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who has to act."""
        if self.phase is Phase.OVER:
            return ()
        if self.resignation:
            return (self.resignation.seat.other,)
        if self.phase is Phase.OPENING:
            return SEATS
        return (self.turn.other if self.phase is Phase.DOUBLED else self.turn,)

    def seen_by(self, seat: Seat) -> Position:
        return self.position if seat == self.turn else self.position.mirror()

    def worth(self, size: int, value: int | None = None) -> int:
        """Points of a win of this size: stake times cube times size (G8.2), counting gammons as agreed."""
        counted = size if self.counts_gammons else 1
        return self.stake * (value or self.cube_value) * counted

    @property
    def counts_gammons(self) -> bool:
        return self.terms.gammons and (not self.terms.jacoby or self.cube_value > 1)


def decide(game: Game, action: GameAction, roll: tuple[int, int] | None = None) -> list[GameEvent] | Refused:
    """What an action leads to. `roll` is the dice that fall if it is a roll: for the opening one of each seat."""
    seat = action.seat
    if game.phase is Phase.OVER:
        return refuse("game_over", "G2.1")
    answering = isinstance(action, acts.AcceptResignation | acts.RefuseResignation)
    if game.resignation and not answering:
        return refuse("resignation_pending", "G11.4", size=game.resignation.size)
    match action:
        case acts.Roll():
            return _decide_roll(game, seat, roll)
        case acts.MakePlay(moves=moves):
            return _decide_play(game, seat, moves)
        case acts.Double():
            return why_no_double(game, seat) or [acts.Doubled(seat)]
        case acts.Take():
            return _why_no_answer(game, seat) or [acts.Taken(seat)]
        case acts.Drop():
            return _why_no_answer(game, seat) or [acts.Dropped(seat)]
        case acts.Beaver():
            return _why_no_beaver(game, seat) or [acts.Beavered(seat)]
        case acts.OfferResignation(size=size):
            return why_no_resignation(game, seat, size) or [acts.ResignationOffered(seat, size)]
        case acts.AcceptResignation():
            return _why_no_answer_to_resignation(game, seat) or [acts.ResignationAccepted(seat)]
        case acts.RefuseResignation():
            return _why_no_answer_to_resignation(game, seat) or [acts.ResignationRefused(seat)]


def _decide_roll(game: Game, seat: Seat, roll: tuple[int, int] | None) -> list[GameEvent] | Refused:
    if game.phase is not Phase.OPENING:
        if seat != game.turn or game.phase is Phase.BEAVERED:
            return refuse("not_your_turn" if seat != game.turn else "answer_first", "G4.3")
        if game.phase is Phase.TO_PLAY:
            return refuse("already_rolled", "G4.3", dice=str(game.dice))
        if game.phase is Phase.DOUBLED:
            return refuse("double_not_answered", "G10.3")
    if roll is None:
        return refuse("no_dice", "T4.1.i")
    first, second = roll
    if not (1 <= first <= 6 and 1 <= second <= 6):
        return refuse("no_such_dice", "T4.1.i", first=first, second=second)
    if game.phase is Phase.OPENING:
        return [acts.OpeningRolled(first, second)]
    return [acts.Rolled(seat, Dice(first, second))]


def _decide_play(game: Game, seat: Seat, moves: tuple[tuple[int, int], ...]) -> list[GameEvent] | Refused:
    if game.phase is not Phase.TO_PLAY or game.dice is None:
        return refuse("roll_first", "G4.3")
    if seat != game.turn:
        return refuse("not_your_turn", "G4.3")
    play = judge_play(game.position, game.dice, moves)
    if isinstance(play, Refused):
        return play
    hops = tuple((move.source, move.target) for move in play.moves)
    return [acts.Played(seat, hops, play.result)]


def why_no_double(game: Game, seat: Seat) -> Refused | None:
    if game.phase is Phase.OPENING or (game.turns == 0 and game.phase is Phase.TO_PLAY):
        return refuse("no_double_before_opening_play", "G3.1")
    if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return refuse("double_not_answered", "G10.3")
    if seat != game.turn:
        return refuse("not_your_turn", "G10.2")
    if game.phase is Phase.TO_PLAY:
        return refuse("already_rolled", "G10.2", dice=str(game.dice))
    if game.terms.crawford:  # whatever lies on the board
        return refuse("crawford_game", "G11.1")
    if game.cube is None:
        return refuse("no_cube", "G10.1")
    if game.cube.owner == seat.other:
        return refuse("cube_is_opponents", "G10.2", value=game.cube.value)
    if cube_is_dead(game, seat):
        return refuse("dead_cube", "T4.4.vii", value=game.cube.value)
    return None


def cube_is_dead(game: Game, seat: Seat) -> bool:
    """The cube is already enough for its holder to win the match (T4.4.vii)."""
    held = game.cube is not None and game.cube.owner == seat
    return bool(held and game.terms.dead_cube_barred and game.terms.needs and game.cube_value >= game.terms.needs[seat])


def _why_no_answer(game: Game, seat: Seat) -> Refused | None:
    if game.phase not in (Phase.DOUBLED, Phase.BEAVERED):
        return refuse("nothing_offered", "G10.3")
    answering = game.turn.other if game.phase is Phase.DOUBLED else game.turn
    return None if seat == answering else refuse("not_yours_to_answer", "G10.3")


def _why_no_beaver(game: Game, seat: Seat) -> Refused | None:
    if not game.terms.beavers:
        return refuse("no_beavers", "T4.4.viii" if game.terms.needs else "G11.3")
    if game.phase is Phase.BEAVERED:
        return refuse("already_beavered", "G11.3")
    return _why_no_answer(game, seat)


def why_no_resignation(game: Game, seat: Seat, size: int) -> Refused | None:
    if size not in (1, 2, 3):
        return refuse("no_such_size", "G11.4", size=size)
    if game.phase is Phase.OPENING:
        return refuse("game_not_begun", "T4.5")
    if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return refuse("double_not_answered", "G10.3")
    sizes = resignable_sizes(game, seat)
    if not sizes:
        return refuse("must_be_played_out", "T4.5")
    if _was_refused(game, seat, size):
        return refuse("resignation_was_refused", "T4.3.ii" if game.terms.resigning_limited else "G11.4", size=size)
    if size not in sizes:
        rule = "G11.2" if game.terms.jacoby and not game.counts_gammons else "G8.1"
        return refuse("size_not_possible", "T4.5" if game.terms.resigning_limited else rule, size=size)
    return None


def _was_refused(game: Game, seat: Seat, size: int) -> bool:
    """The same or less was refused and nothing has changed since: the game is played on (T4.3.ii.g), so that an offer
    cannot stop the clock again and again."""
    return game.refused is not None and game.refused.seat == seat and size <= game.refused.size


def why_no_size(game: Game, size: int) -> Refused | None:
    """Why a game can never end like this, whatever was played."""
    if size not in (1, 2, 3):
        return refuse("no_such_size", "G11.4", size=size)
    if size > 1 and not game.terms.gammons:
        return refuse("size_not_possible", "G8.1", size=size)
    return None


def resignable_sizes(game: Game, seat: Seat) -> tuple[int, ...]:
    seen = game.seen_by(seat)
    if game.terms.resigning_limited:
        return sizes_still_possible(seen, seat == game.turn, game.counts_gammons, game.dice)
    return sizes_in_principle(seen, game.counts_gammons)


def _why_no_answer_to_resignation(game: Game, seat: Seat) -> Refused | None:
    if game.resignation is None:
        return refuse("nothing_resigned", "G11.4")
    return None if seat != game.resignation.seat else refuse("not_yours_to_answer", "G11.4")


def actions(game: Game, seat: Seat, every_play: bool = True) -> Iterator[GameAction]:
    """Everything that this seat may do now; each is one that `decide` accepts, given dice where it rolls. Without
    `every_play` one legal play stands for all."""
    if seat not in game.to_act and game.phase not in (Phase.TO_ROLL, Phase.TO_PLAY):
        return
    if game.resignation:
        if seat != game.resignation.seat:
            yield from (acts.AcceptResignation(seat), acts.RefuseResignation(seat))
        return
    if game.phase is Phase.OPENING:
        yield acts.Roll(seat)
        return
    if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        yield from (acts.Take(seat), acts.Drop(seat))
        if _why_no_beaver(game, seat) is None:
            yield acts.Beaver(seat)
        return
    if seat == game.turn and game.phase is Phase.TO_ROLL:
        yield acts.Roll(seat)
        if why_no_double(game, seat) is None:
            yield acts.Double(seat)
    if seat == game.turn and game.phase is Phase.TO_PLAY and game.dice:
        plays = game.position.plays(game.dice)
        for play in plays if every_play else plays[:1]:
            yield acts.MakePlay(seat, tuple((move.source, move.target) for move in play.moves))
    for size in resignable_sizes(game, seat):
        if not _was_refused(game, seat, size):
            yield acts.OfferResignation(seat, size)


def evolve(game: Game, event: GameEvent) -> Game:
    """The game after something happened."""
    match event:
        case acts.OpeningRolled(first=first, second=second):
            return _opened(game, first, second)
        case acts.Rolled(seat=seat, dice=dice):
            return _taken_up(game, seat, dice, Phase.TO_PLAY)
        case acts.Played():
            return _played(game, event)
        case acts.Doubled(seat=seat):
            return _taken_up(game, seat, None, Phase.DOUBLED)
        case acts.Beavered():
            return replace(game, phase=Phase.BEAVERED)
        case acts.Taken():
            owner = game.turn.other  # of a double the taker, of a beaver the one who beavered: the same seat
            return replace(game, cube=Cube(game.offered_value, owner), phase=Phase.TO_ROLL)
        case acts.Dropped(seat=seat):
            value = max(game.offered_value // 2, game.cube_value)  # a beaver's drop costs what was doubled to
            return ended(game, Outcome(seat.other, 1, game.stake * value, "dropped"))
        case acts.ResignationOffered(seat=seat, size=size):
            return replace(game, resignation=Resignation(seat, size))
        case acts.ResignationRefused():
            return replace(game, resignation=None, refused=game.resignation)
        case acts.ResignationAccepted(seat=seat):
            size = game.resignation.size if game.resignation else 1
            return ended(game, Outcome(seat, size, game.worth(size), "resigned"))
        case acts.PlayReopened():
            return _reopened(game)
        case acts.PositionSet(position=position):
            return replace(game, position=position, last=None, resignation=None, refused=None)  # no play led to it
        case acts.TurnSet(seat=seat, dice=dice):
            return replace(_taken_up(game, seat, dice, Phase.TO_PLAY if dice else Phase.TO_ROLL), outcome=None)
        case acts.CubeSet(cube=cube):
            return _with_cube(game, cube)


def _taken_up(game: Game, seat: Seat, dice: Dice | None, phase: Phase) -> Game:
    """The game in this seat's hands. An offer to resign was about an earlier moment and is gone."""
    return replace(game, position=game.seen_by(seat), turn=seat, dice=dice, phase=phase, resignation=None, refused=None)


def _with_cube(game: Game, cube: Cube | None) -> Game:
    """A game that was begun as the Crawford game, but at a score at which nobody needs one point, is played with it."""
    crawford = game.terms.crawford and not (cube and game.terms.needs and 1 not in game.terms.needs)
    return replace(game, cube=cube, terms=replace(game.terms, crawford=crawford))


def _opened(game: Game, first: int, second: int) -> Game:
    if first == second:
        limit = game.terms.automatic_doubles_limit
        doubles = game.terms.automatic_doubles and (limit is None or game.ties < limit)
        return replace(game, ties=game.ties + 1, stake=game.stake * (2 if doubles else 1))
    turn = Seat.FIRST if first > second else Seat.SECOND
    return replace(game, position=game.seen_by(turn), turn=turn, dice=Dice(first, second), phase=Phase.TO_PLAY)


def _played(game: Game, event: acts.Played) -> Game:
    before = game.seen_by(event.seat)
    last = LastPlay(event.seat, game.dice, event.moves, before, event.legal) if game.dice else None
    after = replace(
        game,
        position=event.result,
        turn=event.seat.other,
        phase=Phase.TO_ROLL,
        dice=None,
        turns=game.turns + 1,
        last=last,
        resignation=None,
        refused=None,
    )
    if not event.result.over:
        return after
    size = event.result.loss if after.counts_gammons else 1
    winner = event.seat if event.result.opponent_off == event.result.opponent_checkers else event.seat.other
    return ended(after, Outcome(winner, size, after.worth(size), "borne_off"))


def _reopened(game: Game) -> Game:
    if game.last is None:
        return game
    return replace(
        game,
        position=game.last.before,
        turn=game.last.seat,
        dice=game.last.dice,
        phase=Phase.TO_PLAY,
        turns=game.turns - 1,
        last=None,
        resignation=None,
        refused=None,
        outcome=None,
    )


def ended(game: Game, outcome: Outcome) -> Game:
    return replace(game, phase=Phase.OVER, outcome=outcome, resignation=None)
