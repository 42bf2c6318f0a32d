"""Opponents for people, from one who has just learned the rules to full strength.

A weaker level does not play at random. It fails to notice quiet plays, runs with its back checkers too soon, fears
blots or forgets them, loves to hit, and turns the cube too late: each to a degree. What it notices, it judges well
enough, with some blur. Chance is an argument.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from tavl.engine.answers import RankedPlay
from tavl.engine.engine import Engine
from tavl.rules import Dice, Match, Phase, Play, Position, Seat, acts
from tavl.rules import actions as open_actions
from tavl.rules.acts import MatchAction


class Level(Struct, frozen=True, kw_only=True):
    """How a level errs. Everything is in points of equity but `ply` and the chances of overlooking something."""

    name: str
    error: float  # mean equity lost per unforced play by the engine's own judgement, as measured over 500 games
    ply: int = 0
    overlooks_quiet: float = 0.0  # chance that a play which neither hits, makes a point nor bears off is not seen
    overlooks_striking: float = 0.0  # the same for one that does
    runs: float = 0.0  # liking for each back checker brought out
    hits: float = 0.0  # liking for each hit
    fears: float = 0.0  # dislike of each own blot within reach
    blur: float = 0.0  # spread of the judgement of a play
    doubles_late: float = 0.0  # how much a double must gain before it is thought of
    cube_blur: float = 0.0


LEVELS = (
    Level(
        name="newcomer",
        error=0.087,
        overlooks_quiet=0.62,
        overlooks_striking=0.35,
        runs=0.08,
        hits=0.10,
        fears=-0.02,
        blur=0.16,
        doubles_late=0.35,
        cube_blur=0.30,
    ),
    Level(
        name="learner",
        error=0.046,
        overlooks_quiet=0.50,
        overlooks_striking=0.22,
        runs=0.06,
        hits=0.06,
        fears=0.04,
        blur=0.09,
        doubles_late=0.25,
        cube_blur=0.20,
    ),
    Level(
        name="casual",
        error=0.023,
        overlooks_quiet=0.36,
        overlooks_striking=0.12,
        runs=0.03,
        hits=0.03,
        fears=0.03,
        blur=0.05,
        doubles_late=0.15,
        cube_blur=0.12,
    ),
    Level(
        name="club",
        error=0.0116,
        overlooks_quiet=0.22,
        overlooks_striking=0.06,
        runs=0.015,
        hits=0.015,
        fears=0.012,
        blur=0.030,
        doubles_late=0.08,
        cube_blur=0.07,
    ),
    Level(
        name="strong",
        error=0.0049,
        overlooks_quiet=0.10,
        overlooks_striking=0.02,
        runs=0.006,
        hits=0.005,
        fears=0.004,
        blur=0.018,
        doubles_late=0.03,
        cube_blur=0.03,
    ),
    Level(name="expert", error=0.0011, blur=0.010, doubles_late=0.01, cube_blur=0.01),
    Level(name="full", error=0.0, ply=2),
)


def level_named(name: str) -> Level:
    for level in LEVELS:
        if level.name == name:
            return level
    raise ValueError(f"no level {name!r}; there are: {', '.join(level.name for level in LEVELS)}")


class LevelPlayer:
    """A level at a table: chooses one of the actions that are open."""

    def __init__(self, level: Level, engine: Engine | None = None) -> None:
        self.level = level
        self.engine = engine or Engine(threads=1)

    def choose(self, match: Match, seat: Seat, chance: Random) -> MatchAction | None:
        """What this level does now; none if it is not its turn."""
        options = open_actions(match, seat)
        game = match.game
        if not options or game is None or match.between_games:
            return options[0] if options else None
        if game.resignation:
            return self._answer_resignation(match, seat)
        if seat not in game.to_act:
            return None
        if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return self._answer_double(match, seat, chance)
        if game.phase is Phase.TO_PLAY and game.dice:
            play = self.choose_play(game.position, game.dice, match, chance).play
            return acts.MakePlay(seat, tuple((move.source, move.target) for move in play.moves))
        hopeless = self._hopeless(match, seat, options)
        if hopeless:
            return hopeless
        if acts.Double(seat) in options and self._doubles(match, chance):
            return acts.Double(seat)
        return acts.Roll(seat)

    def choose_play(self, position: Position, dice: Dice, match: Match | None, chance: Random) -> RankedPlay:
        ranked = self.engine.plays(position, dice, match, self.level.ply)
        if len(ranked) == 1 or self.level.name == "full":
            return ranked[0]
        noticed = [
            (self._liking(position, answer, chance), answer) for answer in ranked if self._notices(answer, chance)
        ]
        if not noticed:  # everybody sees something
            noticed = [(0.0, chance.choice(ranked))]
        return max(noticed, key=lambda pair: pair[0])[1]

    def _notices(self, answer: RankedPlay, chance: Random) -> bool:
        level = self.level
        missed = level.overlooks_striking if _striking(answer.play) else level.overlooks_quiet
        return chance.random() >= missed

    def _liking(self, position: Position, answer: RankedPlay, chance: Random) -> float:
        level = self.level
        after = answer.play.result.mirror()
        brought_out = sum(position.own[19:]) - sum(after.own[19:])
        liking = answer.equity + chance.gauss(0, level.blur)
        liking += level.runs * max(0, brought_out) + level.hits * answer.play.hits
        return liking - level.fears * _blots_in_reach(after)

    def _doubles(self, match: Match, chance: Random) -> bool:
        game = match.game
        assert game is not None
        decision = self.engine.cube(game.position, match, self.level.ply)
        gain = min(decision.double_take, decision.double_drop) - decision.no_double
        return gain > self.level.doubles_late + abs(chance.gauss(0, self.level.cube_blur)) and decision.double

    def _answer_double(self, match: Match, seat: Seat, chance: Random) -> MatchAction:
        game = match.game
        assert game is not None
        decision = self.engine.cube(game.position, match, self.level.ply)
        blurred = decision.double_take + chance.gauss(0, self.level.cube_blur)
        takes = blurred <= decision.double_drop if game.phase is Phase.DOUBLED else True
        return acts.Take(seat) if takes else acts.Drop(seat)

    def _answer_resignation(self, match: Match, seat: Seat) -> MatchAction | None:
        game = match.game
        assert game is not None
        assert game.resignation is not None
        if game.resignation.seat == seat:
            return None
        seen = self.engine.evaluate(game.position, 0)  # the player on turn is on roll, whoever answers
        expected = seen if seat == game.turn else seen.mirror
        single, gammon, backgammon = (game.worth(size) for size in (1, 2, 3))
        points = single * (2 * expected.win - 1) + (gammon - single) * (expected.win_gammon - expected.lose_gammon)
        points += (backgammon - gammon) * (expected.win_backgammon - expected.lose_backgammon)
        good = game.worth(game.resignation.size) >= points - 0.01 * single
        return acts.AcceptResignation(seat) if good else acts.RefuseResignation(seat)

    def _hopeless(self, match: Match, seat: Seat, options: list[MatchAction]) -> MatchAction | None:
        """A game that cannot be won any more is given up at the size it is worth, where the rules allow it."""
        sizes = [option.size for option in options if isinstance(option, acts.OfferResignation)]
        game = match.game
        if not sizes or game is None or game.position.contact or game.refused:
            return None  # who was refused plays on
        chances = self.engine.evaluate(game.position, 0)
        if chances.win > 0.0005:
            return None
        certain = [chances.lose_gammon < 0.005, chances.lose_gammon > 0.995 and chances.lose_backgammon < 0.005]
        size = certain.index(True) + 1 if any(certain) else 0
        return acts.OfferResignation(seat, size) if size in sizes else None


def _striking(play: Play) -> bool:
    """A hit, a new point or a checker borne off catches the eye."""
    if play.hits or any(move.target == 0 for move in play.moves):
        return True
    after = play.result.mirror()
    return any(after.own[move.target] >= 2 for move in play.moves)


def _blots_in_reach(after: Position) -> int:
    """Own blots that stand within six pips of an opposing checker, by the mover's numbers."""
    threats = [25 - place for place in range(1, 26) if after.opponent[place]]
    return sum(
        1 for point in range(1, 25) if after.own[point] == 1 and any(0 < point - threat <= 6 for threat in threats)
    )
