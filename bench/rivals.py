"""Other programs to compare with. Those that are not installed raise ImportError or GnubgError."""

from __future__ import annotations

import time
from typing import Any, Protocol

from tavl._native import Search
from tavl.engine import Engine, Evaluation
from tavl.engine.cubes import MONEY
from tavl.engine.gnubg import Gnubg, GnubgCube, GnubgError, gnubg_program
from tavl.rules import Dice, Match, Play, Position

BGSAGE_LEVELS = ("1ply", "2ply", "3ply")  # what tavl and gnubg call 0, 1 and 2


class Rival(Protocol):
    """Plays and evaluates cubeless to a given depth; `seconds` is the processor time of the last answer."""

    name: str
    seconds: float

    def evaluate(self, position: Position, ply: int) -> Evaluation: ...
    def result(self, position: Position, dice: Dice, ply: int, cubeful: bool = False) -> Position:
        """The position after its play, seen by the opponent; with a centred cube for money where `cubeful`."""
        ...

    def cube(self, match: Match, ply: int) -> tuple[bool, bool]:
        """Whether to double in the running game, and whether to take if it is done."""
        ...

    def cube_equities(self, match: Match, ply: int) -> tuple[float, float, float]:
        """Of no double, of double and take, of double and drop."""
        ...


class Tavl:
    name = "tavl"

    def __init__(self) -> None:
        self.seconds = 0.0
        self.engine = Engine(threads=1)
        self._search: Search = self.engine._search

    def evaluate(self, position: Position, ply: int) -> Evaluation:
        return self.engine.evaluate(position, ply)

    def result(self, position: Position, dice: Dice, ply: int, cubeful: bool = False) -> Position:
        began = time.process_time()
        ranked = self._search.rank(position, dice.high, dice.low, ply, MONEY if cubeful else None)
        self.seconds = time.process_time() - began
        best: Play = ranked[0][0]
        return best.result

    def cube(self, match: Match, ply: int) -> tuple[bool, bool]:
        assert match.game is not None
        began = time.process_time()
        found = self.engine.cube(match.game.position, match, ply)
        self.seconds = time.process_time() - began
        return found.double, found.take

    def cube_equities(self, match: Match, ply: int) -> tuple[float, float, float]:
        assert match.game is not None
        found = self.engine.cube(match.game.position, match, ply)
        return found.no_double, found.double_take, found.double_drop


class GnubgRival:
    name = "gnubg"

    def __init__(self) -> None:
        self.program = Gnubg()
        self.seconds = 0.0

    def evaluate(self, position: Position, ply: int) -> Evaluation:
        return self.program.evaluate(position, ply)

    def result(self, position: Position, dice: Dice, ply: int, cubeful: bool = False) -> Position:
        play = self.program.best(position, dice, ply=ply, cubeful=cubeful)
        self.seconds = self.program.seconds
        return play.result

    def cube(self, match: Match, ply: int) -> tuple[bool, bool]:
        no_double, take, drop = self.cube_equities(match, ply)
        return min(take, drop) > no_double, take <= drop

    def cube_equities(self, match: Match, ply: int) -> tuple[float, float, float]:
        assert match.game is not None
        found = self.program.cube(match.game.position, GnubgCube.of(match), ply)
        self.seconds = self.program.seconds
        return found


class BgsageRival:
    name = "bgsage"

    def __init__(self) -> None:
        from bgsage import BgBotAnalyzer

        self._analyzers: dict[tuple[int, bool], Any] = {}
        self._new = BgBotAnalyzer
        self.seconds = 0.0

    def _analyzer(self, ply: int, cubeful: bool) -> Any:
        if (ply, cubeful) not in self._analyzers:
            self._analyzers[ply, cubeful] = self._new(
                eval_level=BGSAGE_LEVELS[ply], cubeful=cubeful, parallel_threads=1
            )
        return self._analyzers[ply, cubeful]

    def evaluate(self, position: Position, ply: int) -> Evaluation:
        from bgsage import batch_evaluate

        asked = [{"board": bgsage_board(position), "cube_value": 1, "cube_owner": "centered"}]
        probs = batch_evaluate(asked, BGSAGE_LEVELS[ply], n_threads=1, jacoby=False, beaver=False)[0].probs
        return Evaluation(*probs.to_list())

    def evaluate_all(self, positions: list[Position], ply: int) -> list[Evaluation]:
        from bgsage import batch_evaluate

        asked = [{"board": bgsage_board(p), "cube_value": 1, "cube_owner": "centered"} for p in positions]
        answers = batch_evaluate(asked, BGSAGE_LEVELS[ply], n_threads=1, jacoby=False, beaver=False)
        return [Evaluation(*answer.probs.to_list()) for answer in answers]

    def result(self, position: Position, dice: Dice, ply: int, cubeful: bool = False) -> Position:
        began = time.process_time()
        answer = self._analyzer(ply, cubeful).checker_play(bgsage_board(position), dice.high, dice.low, jacoby=False)
        self.seconds = time.process_time() - began
        return position_of(answer.moves[0].board).mirror()

    def best_board(self, match: Match, ply: int) -> list[int]:
        """The board after its best play of the roll in the running game, with its cube and score, as bgsage has it."""
        game = match.game
        assert game is not None
        assert game.dice is not None
        answer = self._analyzer(ply, True).checker_play(
            bgsage_board(game.position), game.dice.high, game.dice.low, jacoby=False, **stakes(match)
        )
        board: list[int] = answer.moves[0].board
        return board

    def cube(self, match: Match, ply: int) -> tuple[bool, bool]:
        answer = self._cube_action(match, ply)
        return answer.should_double, answer.should_take

    def cube_equities(self, match: Match, ply: int) -> tuple[float, float, float]:
        answer = self._cube_action(match, ply)
        return answer.equity_nd, answer.equity_dt, answer.equity_dp

    def _cube_action(self, match: Match, ply: int) -> Any:
        assert match.game is not None
        board = bgsage_board(match.game.position)
        began = time.process_time()
        answer = self._analyzer(ply, True).cube_action(board, jacoby=False, beaver=False, **stakes(match))
        self.seconds = time.process_time() - began
        return answer


def stakes(match: Match) -> dict[str, Any]:
    """The cube and the score for the player on roll, as bgsage has them; nobody needs any points for money."""
    game = match.game
    assert game is not None
    owner, needs = game.cube.owner if game.cube else None, match.needs or (0, 0)
    return {
        "cube_value": game.cube_value,
        "cube_owner": "centered" if owner is None else "player" if owner == game.turn else "opponent",
        "away1": needs[game.turn],
        "away2": needs[game.turn.other],
        "is_crawford": game.terms.crawford,
    }


def bgsage_board(position: Position) -> list[int]:
    """26 numbers: the opponent's bar, the points in the roller's numbering (opponent negative), the roller's bar."""
    own, theirs = position.own, position.opponent
    return [theirs[25], *(own[point] - theirs[25 - point] for point in range(1, 25)), own[25]]


def position_of(board: list[int]) -> Position:
    """The reverse; checkers missing from fifteen are off."""
    own = [0, *(max(0, count) for count in board[1:25]), board[25]]
    theirs = [0, *(max(0, -board[25 - point]) for point in range(1, 25)), board[0]]
    own[0], theirs[0] = 15 - sum(own), 15 - sum(theirs)
    return Position(own, theirs)


def installed() -> tuple[list[Rival], list[str]]:
    """The installed programs, tavl first, and the names of the missing ones."""
    found: list[Rival] = [Tavl()]
    missing = []
    for name, make in (("gnubg", GnubgRival), ("bgsage", BgsageRival)):
        try:
            found.append(make())
        except (ImportError, GnubgError):
            missing.append(name)
    return found, missing


__all__ = ["BgsageRival", "GnubgRival", "Rival", "Tavl", "bgsage_board", "gnubg_program", "installed", "position_of"]
