"""Positions for the benchmarks: from real games if the corpus is available, and from self-play, by kind."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

from tavl.engine import Engine
from tavl.engine.levels import LevelPlayer, level_named
from tavl.rules import Dice, Position

ROOT = Path(__file__).parents[1]
Decision = tuple[Position, Dice]


def shared(*parts: str) -> Path:
    """A file in the folder beside the project, if there is one."""
    return ROOT.parent / "shared" / Path(*parts)


def rollouts_file() -> Path:
    return Path(os.environ.get("TAVL_ROLLOUTS", shared("corpus", "rollouts.jsonl")))


def real_decisions() -> list[Decision]:
    """The unforced plays in the records of match files. `TAVL_CORPUS` is the folder of oracle files."""
    folder = Path(os.environ.get("TAVL_CORPUS", shared("corpus", "oracle")))
    found: dict[Decision, None] = {}
    for path in sorted(folder.glob("*.json")) if folder.exists() else ():
        for game in json.loads(path.read_text())["games"] or ():
            for record in game["records"]:
                if record["a"] == "move" and record.get("dice"):
                    position, dice = Position.from_gnu_id(record["id"]), Dice(*record["dice"])
                    if is_choice(position, dice):
                        found[position, dice] = None
    return list(found)


def self_played_decisions(count: int, seed: int) -> list[Decision]:
    """From games by a level that makes some errors, so that not only our own best plays come up."""
    player = LevelPlayer(level_named("club"), Engine(threads=1))
    chance = Random(seed)
    found: dict[Decision, None] = {}
    while len(found) < count:
        position = Position.start()
        while not position.over:
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            if is_choice(position, dice) and chance.random() < 0.2:
                found[position, dice] = None
            position = player.choose_play(position, dice, None, chance).play.result
    return list(found)[:count]


def is_choice(position: Position, dice: Dice) -> bool:
    return not position.over and len(position.plays(dice)) > 1


def decisions(count: int) -> list[Decision]:
    """Half of them real if there are any, drawn with a fixed seed."""
    real = real_decisions()
    Random(11).shuffle(real)
    real = real[: count // 2]
    mixed = real + self_played_decisions(count - len(real), seed=12)
    Random(13).shuffle(mixed)  # so that the first n are a fair sample
    return mixed


SPECIAL = (
    "back game",
    "containment",
    "ace point",
    "long race",
    "bear-in against the bar",
)  # hard to evaluate statically
KINDS = ("race", "long race", "back game", "ace point", "bear-in against the bar", "containment", "other contact")


def kind_of(position: Position) -> str:
    """The kind of a position, by a few counts."""
    if position.race:
        return "long race" if max(position.pips, position.opponent_pips) > 90 else "race"
    sides = ((position.own, position.opponent), (position.opponent, position.own))
    for mine, theirs in sides:
        anchors = [point for point in range(19, 25) if mine[point] >= 2]
        behind = sum(place * count for place, count in enumerate(mine)) - sum(p * c for p, c in enumerate(theirs))
        if len(anchors) >= 2 and behind > 40:
            return "back game"
    for mine, theirs in sides:
        at_home = sum(mine[:7]) == sum(mine)
        if at_home and theirs[25]:
            return "bear-in against the bar"
        if sum(mine[:10]) >= 13 and theirs[24] >= 2 and not sum(theirs[19:24]) and not theirs[25]:
            return "ace point"
    for mine, theirs in sides:
        made = [mine[point] >= 2 for point in range(1, 25)]
        prime = max((n for n in range(24) for s in range(25 - n) if n and all(made[s : s + n])), default=0)
        trapped = theirs[25] + sum(theirs[20:25])
        if prime >= 4 and trapped and sum(mine[:1]) == 0:
            return "containment"
    return "other contact"
