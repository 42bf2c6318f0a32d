"""Helpers to set up a game, to act in it, and to check the result."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from tavl.rules import Cube, Dice, Game, GameTerms, Match, Phase, Position, Refused, Seat
from tavl.rules import game as games
from tavl.rules import match as matches

ONE, TWO = Seat.FIRST, Seat.SECOND
P = Position.of
D = Dice
State = TypeVar("State", Game, Match)


def refused_by(result: object, rule: str, code: str | None = None, **facts: Any) -> bool:
    """True when it is a refusal by this clause (and with this code and these facts); says what it is otherwise."""
    assert isinstance(result, Refused), f"not refused: {result}"
    assert result.rule == rule, result
    assert code is None or result.code == code, result
    assert facts.items() <= result.facts.items(), result
    return True


def game_at(position: Position, dice: Dice | None = None, *, turn: Seat = ONE, cube: Any = (), **terms: Any) -> Game:
    """A running game; `cube` is its value and owner, or None for no cube at all."""
    return Game(
        terms=GameTerms(**terms),
        position=position,
        cube=None if cube is None else Cube(*cube),
        turn=turn,
        phase=Phase.TO_PLAY if dice else Phase.TO_ROLL,
        dice=dice,
        turns=2,
    )


def decided(state: Game | Match, action: Any, roll: tuple[int, int] | None = None) -> Any:
    module = games if isinstance(state, Game) else matches
    return module.decide(state, action, roll)  # type: ignore[arg-type]


def after(state: State, *events: Any) -> State:
    for event in events:
        state = games.evolve(state, event) if isinstance(state, Game) else matches.evolve(state, event)
    return state


def act(state: State, *actions: Any, roll: tuple[int, int] | None = None) -> State:
    """The state after these actions, all of which must be allowed."""
    for action in actions:
        events = decided(state, action, roll)
        assert not isinstance(events, Refused), events
        state = after(state, *events)
    return state


def texts(position: Position, dice: Dice) -> set[str]:
    return {str(play) for play in position.plays(dice)}


def in_game(match: Match, **changes: Any) -> Match:
    """The match with its running game changed."""
    assert match.game is not None
    return replace(match, game=replace(match.game, **changes))
