"""What an ID can express about a match at one moment, converted from a match and back.

GNU's match ID, XGID and the FIBS board line each express some of this; what one of them cannot is named in its
module. The first seat is GNU's player 0, the player at the bottom in XGID and the one a FIBS line is sent to.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.acts import Cube, Outcome
from tavl.rules.board import Dice, Position
from tavl.rules.game import Game, Phase, Resignation
from tavl.rules.match import BEFORE_RESUMING, Finished, Match
from tavl.rules.profile import Profile
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.seat import Seat


class Stage(StrEnum):
    BEFORE = "before"  # nobody is on roll yet
    PLAYING = "playing"
    BORNE_OFF = "borne_off"
    RESIGNED = "resigned"
    DROPPED = "dropped"


class Offer(StrEnum):
    DOUBLED = "doubled"  # by the seat on roll; the other answers
    BEAVERED = "beavered"  # the seat on roll answers
    RACCOONED = "raccooned"  # the seat on roll has doubled once more


UNLIMITED = 1024
"""The highest cube of eXtreme Gammon; tavl's rules have no limit."""


class Situation(Struct, frozen=True, kw_only=True):
    position: Position  # seen by `turn`
    turn: Seat = Seat.FIRST  # who rolls, has rolled or has doubled
    dice: Dice | None = None
    stage: Stage = Stage.PLAYING
    cube: Cube = Cube()  # before what is offered; automatic doubles are counted in
    offer: Offer | None = None
    resignation: Resignation | None = None
    score: tuple[int, int] = (0, 0)
    length: int | None = None  # none: money play
    crawford: bool = False  # this is the Crawford game; never said of a match to one point
    jacoby: bool | None = None  # none: not said, or a match
    beavers: bool | None = None
    max_cube: int = UNLIMITED  # 1: played without a cube

    def exchanged(self) -> Situation:
        """The same with the two players in each other's seat."""
        owner, resigned = self.cube.owner, self.resignation
        return replace(
            self,
            turn=self.turn.other,
            cube=replace(self.cube, owner=None if owner is None else owner.other),
            resignation=resigned and replace(resigned, seat=resigned.seat.other),
            score=self.score[::-1],
        )

    @property
    def one_away(self) -> int:
        """How many of the two players need a single point."""
        return sum(self.length - points == 1 for points in self.score) if self.length else 0


def situation_of(match: Match) -> Situation:
    """Where a match stands. A game that has not been opened yet is one that is still to begin."""
    profile, game = match.terms.profile, match.game
    money = match.length is None
    base = Situation(
        position=Position.start(),
        stage=Stage.BEFORE,
        score=match.score,
        length=match.length,
        crawford=match.next_is_crawford and match.length != 1,
        jacoby=profile.jacoby if money else None,
        beavers=profile.beavers if money else None,
        max_cube=1 if money and not match.terms.stake else UNLIMITED,
    )
    if game is None:
        return base
    owner = game.cube.owner if game.cube else None
    base = replace(
        base,
        cube=Cube(game.stake * game.cube_value, owner),
        crawford=game.terms.crawford and match.length != 1,
        max_cube=UNLIMITED if game.cube or game.terms.crawford else 1,
    )
    if game.phase is Phase.OPENING:
        return base
    return replace(
        base,
        position=game.position,
        turn=game.turn,
        dice=game.dice,
        stage=_stage(game),
        offer={Phase.DOUBLED: Offer.DOUBLED, Phase.BEAVERED: Offer.BEAVERED}.get(game.phase),
        resignation=_resignation(game),
    )


def _stage(game: Game) -> Stage:
    if game.outcome is None:
        return Stage.PLAYING
    return {"dropped": Stage.DROPPED, "resigned": Stage.RESIGNED}.get(game.outcome.reason, Stage.BORNE_OFF)


def _resignation(game: Game) -> Resignation | None:
    if game.outcome and game.outcome.reason == "resigned":
        return Resignation(game.outcome.winner.other, game.outcome.size)
    return game.resignation


def match_from(situation: Situation, profile: Profile) -> Match:
    """A match that goes on from here, under a profile; raises RuleError where it cannot.

    What the text says holds, even if only a ruling can have led to it. After a finished game the match is between
    games, and where no more is said the Crawford game is still to come.
    """
    if situation.length is None:
        profile = profile.vary(**_money_fields(situation))
    elif situation.crawford and not profile.crawford:
        profile = profile.vary(crawford=True)
    stake = 0 if situation.length is None and situation.max_cube == 1 else 1
    match = replace(
        Match.start(situation.length, profile, stake), score=situation.score, finished=_crawford_game_before(situation)
    )
    if situation.stage not in (Stage.BEFORE, Stage.PLAYING):
        return match
    fault = _why_not_playable(match, situation)
    if fault:
        raise RuleError(fault)
    return replace(match, game=_game(match, situation))


def _money_fields(situation: Situation) -> dict[str, bool]:
    fields = {"jacoby": situation.jacoby, "beavers": situation.beavers}
    if situation.offer in (Offer.BEAVERED, Offer.RACCOONED):
        fields["beavers"] = True
    return {name: value for name, value in fields.items() if value is not None}


def _crawford_game_before(situation: Situation) -> tuple[Finished, ...]:
    """A match remembers its Crawford game as a finished one. Of games before this moment nothing else is known."""
    if situation.length is None or situation.length == 1:
        return ()
    over = situation.stage not in (Stage.BEFORE, Stage.PLAYING)
    has_been = situation.crawford if over else situation.one_away and not situation.crawford
    if not has_been and not (over and situation.one_away == 2):
        return ()
    trailing = Seat(int(situation.score[0] > situation.score[1]))
    return (Finished(situation.score, True, Outcome(trailing, 1, 0, BEFORE_RESUMING)),)


def _why_not_playable(match: Match, situation: Situation) -> Refused | None:
    if match.result:
        return refuse("match_over", "T4.5")
    if situation.position.over:
        return refuse("game_over", "G2.1")
    if situation.offer is Offer.RACCOONED:
        return refuse("already_beavered", "G11.3")
    if situation.offer and situation.resignation:
        return refuse("double_not_answered", "G10.3")
    if situation.offer and situation.crawford:
        return refuse("crawford_game", "G11.1")
    return None


def _game(match: Match, situation: Situation) -> Game:
    one_point = match.length == 1 and match.next_is_crawford
    terms = replace(match.game_terms(), crawford=situation.crawford or one_point)
    start = Game.start(terms)
    cube, stake = situation.cube, 1
    if cube.owner is None and match.length is None:  # in the middle only equal opening dice turn it (G3.2)
        cube, stake = Cube(), cube.value
    game = replace(start, cube=cube if start.cube and situation.max_cube > 1 else None, stake=stake)
    if situation.stage is Stage.BEFORE:
        return game
    phases = {Offer.DOUBLED: Phase.DOUBLED, Offer.BEAVERED: Phase.BEAVERED}
    waiting = Phase.TO_PLAY if situation.dice else Phase.TO_ROLL
    return replace(
        game,
        position=situation.position,
        turn=situation.turn,
        dice=situation.dice,
        phase=phases[situation.offer] if situation.offer else waiting,
        turns=int(situation.position != Position.start()),
        resignation=situation.resignation,
    )
