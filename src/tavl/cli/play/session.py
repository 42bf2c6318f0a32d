"""The game at this keyboard so far: the match, its log, and the checkers tried before the turn is ended. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import (
    Match,
    Phase,
    Play,
    PlayTree,
    Position,
    Refused,
    Seat,
    Terms,
    actions,
    decide,
    evolve,
    judge_play,
)
from tavl.rules.acts import MakePlay, MatchAction, MatchEvent, OpeningRolled, Rolled, StartGame
from tavl.rules.refusal import refuse

Hop = tuple[int, int]

# `judge_play` gives these for moves that are fine one by one but do not use as much of the roll as they must. To
# somebody who moves checker by checker, they are not a fault yet.
UNFINISHED = frozenset({"die_left_unplayed", "more_can_be_played", "higher_die_first"})


class Session(Struct, frozen=True, kw_only=True):
    match: Match
    names: tuple[str, str]
    bot: Seat | None = None
    level: str
    seed: int | None = None
    events: tuple[MatchEvent, ...] = ()
    tried: tuple[tuple[Hop, ...], ...] = ()
    """Checker moves made on the board but not yet lifted from it, in the portions they were entered in."""

    @classmethod
    def start(
        cls,
        terms: Terms,
        names: tuple[str, str],
        bot: Seat | None,
        seed: int | None,
        level: str,
    ) -> Session:
        return cls(match=Match(terms=terms), names=names, bot=bot, seed=seed, level=level)

    @property
    def acting(self) -> Seat:
        """Whose move it is; if it could be either, a person before a bot."""
        game = self.match.game
        waiting = game.to_act if game else ()
        if len(waiting) == 1:
            return waiting[0]
        return self.bot.other if self.bot is not None else Seat.FIRST

    @property
    def viewer(self) -> Seat:
        """Whose side the board is drawn from: the person's, or of two people the one who acts."""
        return self.bot.other if self.bot is not None else self.acting

    @property
    def rolls(self) -> int:
        return sum(isinstance(event, OpeningRolled | Rolled) for event in self.events)

    @property
    def playing(self) -> bool:
        """The dice lie and are to be played."""
        return (
            self.match.game is not None and self.match.game.phase is Phase.TO_PLAY and not self.match.game.resignation
        )

    @property
    def plays(self) -> list[Play]:
        game = self.match.game
        return game.position.plays(game.dice) if game and self.playing and game.dice else []

    @property
    def hops(self) -> tuple[Hop, ...]:
        return tuple(hop for portion in self.tried for hop in portion)

    @property
    def finished_play(self) -> Play | None:
        """The play on the board, if the turn may be ended with it."""
        if not self.playing:
            return None
        judged = _judged(self, self.hops)
        return judged if isinstance(judged, Play) else None

    def position_for(self, seat: Seat) -> Position:
        """What stands on the board, tried checkers included."""
        game = self.match.game
        if game is None:
            return Position.start()
        if not self.tried or game.dice is None:
            return game.seen_by(seat)
        play = self.finished_play
        if play is not None:
            return play.result if seat != game.turn else play.result.mirror()
        tree = game.position.play_tree(game.dice)
        path = _path(tree, 0, self.hops)
        here = tree.position(path[0]) if path else game.position
        return here if seat == game.turn else here.mirror()

    @property
    def next_hops(self) -> list[Hop]:
        """Single checker moves that continue what is tried, the highest first."""
        game = self.match.game
        if game is None or game.dice is None or not self.playing:
            return []
        tree = game.position.play_tree(game.dice)
        path = _path(tree, 0, self.hops)
        return sorted({(move.source, move.target) for move, _, _ in tree.steps(path[0])}, reverse=True) if path else []

    @property
    def dice_shown(self) -> list[tuple[int, bool]]:
        """Every die of the roll, and whether it is still to be played."""
        game = self.match.game
        if game is None or game.dice is None or not self.playing:
            return []
        dice = [game.dice.high] * 4 if game.dice.double else [game.dice.high, game.dice.low]
        if self.tried and self.finished_play:
            return [(die, False) for die in dice]
        path = _path(game.position.play_tree(game.dice), 0, self.hops) if self.tried else None
        used = list(path[1]) if path else []
        shown = []
        for die in dice:
            shown.append((die, die not in used))
            if die in used:
                used.remove(die)
        return shown


def perform(session: Session, action: MatchAction, roll: tuple[int, int] | None = None) -> Session | Refused:
    """The session after this action, or why it may not be done."""
    decided = decide(session.match, action, roll)
    if isinstance(decided, Refused):
        return decided
    match = session.match
    for event in decided:
        match = evolve(match, event)
    return replace(session, match=match, events=(*session.events, *decided), tried=())


def begin(session: Session) -> Session:
    """The first game set up, if none is."""
    if session.match.game is None:
        started = perform(session, StartGame(session.acting))
        return session if isinstance(started, Refused) else started
    return session


def open_actions(session: Session) -> list[MatchAction]:
    """What may be done at this keyboard now."""
    return actions(session.match, session.acting)


def try_moves(session: Session, moves: tuple[Hop, ...]) -> Session | Refused:
    """Move checkers without ending the turn. A whole play entered again takes the place of what was tried."""
    game = session.match.game
    if game is None or not session.playing or game.dice is None:
        return refuse("roll_first", "G4.3")
    together = session.hops + moves
    judged = _judged(session, together)
    if isinstance(judged, Play):
        return replace(session, tried=(*session.tried, moves))
    if session.tried and isinstance(_judged(session, moves), Play):
        return replace(session, tried=(moves,))
    if judged.code in UNFINISHED and _path(game.position.play_tree(game.dice), 0, together):
        return replace(session, tried=(*session.tried, moves))
    return judged


def undo(session: Session) -> Session | None:
    """Without the last portion of checker moves; nothing if none is tried."""
    return replace(session, tried=session.tried[:-1]) if session.tried else None


def end_turn(session: Session) -> Session | Refused:
    return perform(session, MakePlay(session.acting, session.hops))


def _judged(session: Session, moves: tuple[Hop, ...]) -> Play | Refused:
    game = session.match.game
    if game is None or game.dice is None:
        return refuse("roll_first", "G4.3")
    return judge_play(game.position, game.dice, moves)


def _path(tree: PlayTree, node: int, hops: tuple[Hop, ...]) -> tuple[int, tuple[int, ...]] | None:
    """The node these moves lead to in the tree of legal plays, and the dice they use."""
    if not hops:
        return node, ()
    for after, dice in _ways(tree, node, hops[0]):
        rest = _path(tree, after, hops[1:])
        if rest:
            return rest[0], dice + rest[1]
    return None


def _ways(tree: PlayTree, node: int, hop: Hop) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The ways for one checker to get there, those with fewer dice first."""
    source, target = hop
    further = []
    for move, die, after in tree.steps(node):
        if move.source != source:
            continue
        if move.target == target:
            yield after, (die,)
        elif move.target > target:
            further.append((after, die, move.target))
    for after, die, at in further:
        for end, dice in _ways(tree, after, (at, target)):
            yield end, (die, *dice)
