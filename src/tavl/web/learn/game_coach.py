"""What a coach says at a first game: facts about the position, in plain words; about the cube also the engine's view.

Everything is seen by the pupil. Nothing here decides whether help is allowed: `tavl.web.learn` does."""

from __future__ import annotations

from msgspec import Struct

from tavl.engine.answers import CubeAction
from tavl.engine.engine import Engine
from tavl.i18n import Words
from tavl.rules import ALL_ROLLS, Dice, Game, Match, Phase, Play, Position, Seat

# Points that are worth making, the best first; those from 18 on lie with the opponent.
WORTH_MAKING = (5, 4, 7, 20, 21, 18, 6, 3)
BIG_RISK = 13  # of the 36 rolls
FAR_BACK = 18  # beyond it checkers stand in the opponent's home


class Advice(Struct, frozen=True):
    """`moment` says what it is about: roll, double, answer, play, draft, wait."""

    moment: str
    lines: tuple[str, ...]
    heading: str = ""


def buttons(w: Words) -> dict[str, str]:
    """The names of the board's buttons, for texts that mention them."""
    return {
        "roll": w.sense("button", "Roll"),
        "done": w.sense("button", "Done"),
        "undo": w.sense("button", "Undo"),
        "double": w.sense("button", "Double"),
        "take": w.sense("button", "Take"),
        "drop": w.sense("button", "Drop"),
    }


def advice(match: Match, seat: Seat, w: Words, engine: Engine) -> Advice:
    """About the game as it stands."""
    game = match.game
    if game is None or seat not in game.to_act or game.resignation or game.phase is Phase.OPENING:
        return Advice("wait", ())
    if game.phase is Phase.DOUBLED:
        return _answer(match, game, w, engine)
    if game.phase is Phase.TO_PLAY and game.dice:
        return Advice("play", tuple(before_play(game.position, game.dice, w)))
    return _before_roll(match, game, seat, w, engine)


def before_play(position: Position, dice: Dice, w: Words) -> list[str]:
    """Ideas for this roll, the most important first; two at most."""
    plays = position.plays(dice)
    if not plays[0].moves:
        return [w("Nothing can be moved with this roll. Press {done} to pass.", **buttons(w))]
    if position.bar:
        lines = [w("Your checker on the bar comes in first.")]
    elif len(plays) == 1:
        return [w("There is only one play.")]
    else:
        lines = []
    targets = {point for play in plays for point in _hit_points(play)}
    if targets:  # the most advanced one loses most
        lines.append(w("You can hit the blot on {point}.", point=max(targets)))
    made = next((point for point in WORTH_MAKING if any(_makes(position, play, point) for play in plays)), None)
    if made is not None and position.contact:
        lines.append(w("You can make the {n}-point: two together are safe.", n=made))
    if not position.contact:
        home = not sum(position.own[7:])
        lines.append(
            w("Take off as many as you can.")
            if home
            else w("No checker can be hit any more: take the shortest way home.")
        )
    return lines[:2] or [w("Look for a place where your checker has company.")]


def after_play(play: Play, w: Words) -> list[str]:
    """What the play on the board would leave."""
    left = play.result
    if left.over:
        return [w("That wins the game. Press {done}.", **buttons(w))]
    if not left.contact:
        return [w("Press {done} to end your turn.", **buttons(w))]
    shots = _shots(left)
    rolls = sum(weight for weight, points in shots if points)
    if not rolls:
        return [w("Nothing of yours can be hit after this. Press {done}.", **buttons(w))]
    # A checker that has hardly set out loses little when it is hit.
    dear = sum(weight for weight, points in shots if any(point <= FAR_BACK for point in points))
    if not dear:
        return [w("Only a checker far back can be hit, and that costs little. Press {done}.", **buttons(w))]
    points = sorted({point for _, hit in shots for point in hit if point <= FAR_BACK})
    alone = ", ".join(map(str, points))
    text = w("This leaves a checker alone on {points}: {n} of the 36 rolls would hit.", points=alone, n=dear)
    if dear >= BIG_RISK:
        return [text, w("That is a big risk; {undo} takes it back.", **buttons(w))]
    return [text]


def _shots(position: Position) -> list[tuple[int, set[int]]]:
    """For each roll of whoever is to roll: how often it falls in 36, and where it can hit, in the other's numbers."""
    return [
        (
            1 if dice.double else 2,
            {25 - point for play in position.plays(dice) for point in _hit_points(play)},
        )
        for dice in ALL_ROLLS
    ]


def _before_roll(match: Match, game: Game, seat: Seat, w: Words, engine: Engine) -> Advice:
    lines = []
    if game.position.bar:
        lines.append(w("You were hit. That checker comes in from the bar before anything else moves."))
    if game.terms.crawford and match.length != 1:
        lines.append(w("In this game nobody may double: one of you needs a single point. That is the Crawford rule."))
    cube = game.cube
    if cube is None or cube.owner not in (None, seat):
        return Advice("roll", (*lines, w("Press {roll}.", **buttons(w))))
    decision = engine.cube(game.position, match, ply=1)
    chances = _chances(decision.evaluation.win, w)
    if decision.double:
        value = cube.value * 2
        ask = w("Offer to play for {value}: press {double}. Your opponent pays or plays on.", value=value, **buttons(w))
        return Advice("double", (chances, ask), w("A good moment to double"))
    if decision.action is CubeAction.TOO_GOOD:
        return Advice("roll", (chances, w("Too good to double: roll on, and try to win a gammon.")))
    if decision.action is CubeAction.NOT_AVAILABLE:
        return Advice("roll", (*lines, w("Press {roll}.", **buttons(w))))
    return Advice("roll", (*lines, chances, w("You may double before any of your rolls. For now just roll.")))


def _answer(match: Match, game: Game, w: Words, engine: Engine) -> Advice:
    """The pupil is doubled: what it means, what either answer costs, and what is right here."""
    decision = engine.cube(game.position, match, ply=2)
    win = 1 - decision.evaluation.win
    now, then = game.cube_value, game.offered_value
    means = w("Your opponent wants to play for {then} points instead of {now}.", then=then, now=now)
    costs = w.plural(
        "{drop}: the game ends, and you lose {n} point. {take}: you play on for {then}, and only you may double next.",
        "{drop}: the game ends, and you lose {n} points. {take}: you play on for {then}, and only you may double next.",
        now,
        then=then,
        **buttons(w),
    )
    return Advice(
        "answer", (means, costs, f"{_chances(win, w)} {_verdict(decision.take, win, w)}"), w("You are doubled")
    )


def _verdict(take: bool, win: float, w: Words) -> str:
    if take and win >= 0.25:
        return w("One in four is enough for a take, so: {take}.", **buttons(w))
    if take:
        return w("Few, but at this score it is enough: {take}.", **buttons(w))
    if win >= 0.25:
        return w("Too many of the losses would count twice, so: {drop}.", **buttons(w))
    return w("A take needs one in four, so: {drop}.", **buttons(w))


def _chances(win: float, w: Words) -> str:
    """Roughly, as people would say it."""
    of_ten = round(win * 10)
    if of_ten < 1:
        return w("You would hardly ever win from here.")
    if of_ten > 9:
        return w("You would nearly always win from here.")
    return w("You win about {n} games in 10 from here.", n=of_ten)


def _makes(before: Position, play: Play, point: int) -> bool:
    return play.result.mirror().own[point] >= 2 > before.own[point]


def _hit_points(play: Play) -> list[int]:
    """Where this play hits, in the numbers of whoever makes it."""
    return [move.target for move in play.moves if move.hit]
