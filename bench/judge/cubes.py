"""Cube decisions for the judges: the sample, what every program answers, what is rolled out, and what that says.

A decision is in the sample if it is close by our static evaluation, or near that and close by gnubg's or bgsage's, so
that what we misjudge is not left out. Those of real games have their score and their cube; of self-played games one is
taken, half of them for money, half at scores of a match to seven. The whole is in a random order.

A judge rolls out a decision as such: no double, and double and take, with the same dice. The first round ends each game
after 11 rolls, by the judge's evaluation with the cube, which leaves a third of the noise for a third of the time; the
second plays to the end, and says what the first is worth.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import chain
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import Any

from bench.cube_decisions import LENGTH, Verdict, nearness, setting
from bench.judge.files import append, folder, rows
from bench.judge.progress import Progress
from bench.rivals import BgsageRival, GnubgRival, Rival, Tavl
from bench.sample import shared
from tavl.engine import Engine
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.levels import LevelPlayer, level_named
from tavl.engine.measure import shipped_signature
from tavl.notation import situation_of, write_gnu_id
from tavl.rules import Dice, Match, Position

PLIES = (0, 1, 2)
SEED = 700_000
NEAR = 0.25  # points between doubling and not, or between taking and dropping, by one of the programs
FITTED = 6000  # decisions of the sample that the figures of how live a cube is were fitted to; those behind are fresh
PERHAPS = 0.5  # by ours, which answers at once: the others are asked only then
ROUNDS = ({"games": 144, "truncate": 11}, {"games": 144})
Answers = list[tuple[bool, bool]]
"""Whether to double, and whether to take, at 0, 1 and 2 rolls."""


def row_of(match: Match, source: str) -> dict[str, Any]:
    assert match.game is not None
    score = match.score if match.length else None
    found = {"id": match.game.position.gnu_id, "score": score, "cube": match.game.cube_value, "from": source}
    return found if match.length in (None, LENGTH) else {**found, "length": match.length}


def match_of(row: dict[str, Any]) -> Match:
    return setting(Position.from_gnu_id(row["id"]), row["score"], row["cube"], row.get("length", LENGTH))


def real_settings() -> Iterator[Match]:
    """Each time somebody in the records of match files might have doubled; not where one point is needed."""
    where = Path(os.environ.get("TAVL_CORPUS", shared("corpus", "oracle")))
    for path in sorted(where.glob("*.json")) if where.exists() else ():
        record = json.loads(path.read_text())
        for game in record["games"] or ():
            if record.get("match_length") and max(game["score"]) < record["match_length"] - 1:
                yield from settings_of_game(game, record["match_length"])


def settings_of_game(game: dict[str, Any], length: int) -> Iterator[Match]:
    value, owner = 1, None
    for number, record in enumerate(game["records"]):
        if record["a"] == "take":
            value, owner = 2 * value, record["p"]
        elif record["a"] == "move" and number and owner in (None, record["p"]):
            own, other = game["score"] if record["p"] == "X" else reversed(game["score"])
            yield setting(Position.from_gnu_id(record["id"]), (own, other), value, length)


def self_played_settings(player: LevelPlayer, seed: int, money: bool) -> Iterator[Match]:
    """Of one game of a level that makes some errors."""
    chance = Random(seed)
    position = Position.start()
    while not position.over:
        if chance.random() < 0.3:
            score = None if money else (chance.randint(0, LENGTH - 2), chance.randint(0, LENGTH - 2))
            yield setting(position, score, 2 if chance.random() < 0.3 else 1)
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        position = player.choose_play(position, dice, None, chance).play.result


class Close:
    """Whether a decision is close by any of the three programs."""

    def __init__(self) -> None:
        self._ours, self._others = Tavl(), (GnubgRival(), BgsageRival())

    def __call__(self, match: Match) -> bool:
        if not cube_of(match).can_double:
            return False
        ours = nearness(*self._ours.cube_equities(match, 0))
        return ours < NEAR or (
            ours < PERHAPS and any(nearness(*rival.cube_equities(match, 0)) < NEAR for rival in self._others)
        )


def sampled_cubes(count: int) -> list[Match]:
    """Drawn once, so that a later engine gets the same ones; a drawing that was ended goes on."""
    path = folder() / "cubes.jsonl"
    there = [match_of(row) for row in rows(path)]
    if len(there) < count:
        close = Close()
        known = {key_of(match) for match in there}
        met = {key_of(match): match for match in real_settings()}
        real = [match for key, match in met.items() if key not in known and close(match)]
        Random(SEED).shuffle(real)
        player = LevelPlayer(level_named("strong"), Engine(threads=1))
        # Real ones at random places among the others, so that the first n are a fair sample; every second for money.
        new = range(len(there), count)
        places = dict(zip(Random(SEED).sample(new, min(len(new), len(real))), real, strict=False))
        with Progress("cube decisions drawn", count, len(there)) as progress:
            for place in new:
                match = places.get(place) or self_played(player, close, place)
                append(path, row_of(match, "real" if place in places else "self-played"))
                there.append(match)
                progress.step()
    return there


def self_played(player: LevelPlayer, close: Close, place: int) -> Match:
    """One of a game: the next ones would be much the same."""
    games = (self_played_settings(player, SEED + 1000 * place + n, place % 2 == 0) for n in numbers())
    return next(filter(close, chain.from_iterable(games)))


def key_of(match: Match) -> str:
    return write_gnu_id(situation_of(match))


def choose_cubes_of(rival: Rival, sample: list[Match]) -> None:
    path = answers_file(rival.name)
    done = sum(1 for _ in rows(path))
    with Progress(f"{rival.name} decides cubes", len(sample), done) as progress:
        for match in sample[done:]:
            append(path, {"cube": key_of(match), "answers": [list(rival.cube(match, ply)) for ply in PLIES]})
            progress.step()


def choose_cubes(count: int) -> None:
    sample = sampled_cubes(count)[:count]
    for rival in (Tavl(), GnubgRival(), BgsageRival()):
        choose_cubes_of(rival, sample)


def answers_file(name: str) -> Path:
    """Ours by the engine's signature: other networks and other ways to judge a cube answer differently."""
    return folder() / (f"cubes_tavl_{shipped_signature()}.jsonl" if name == "tavl" else f"cubes_{name}.jsonl")


def cube_answers(rival: str) -> list[tuple[Match, Answers, Answers]]:
    """What tavl and a rival have decided, as far as both have been asked."""
    if not (folder() / "cubes.jsonl").exists():
        return []
    ours, theirs = rows(answers_file("tavl")), rows(answers_file(rival))
    asked = zip(sampled_cubes(0), ours, theirs, strict=False)
    return [(match, pairs(mine), pairs(other)) for match, mine, other in asked]


def pairs(row: dict[str, Any]) -> Answers:
    return [(bool(doubles), bool(takes)) for doubles, takes in row["answers"]]


def cube_rows(answers: list[tuple[Match, Answers, Answers]], round_number: int) -> list[dict[str, Any]]:
    """The decisions on which tavl and the rival differ at some depth, in the order of the sample."""
    found: dict[str, dict[str, Any]] = {}
    for number, (match, ours, theirs) in enumerate(answers):
        if apart(ours, theirs):
            key = key_of(match)
            position, match_id = key.split(":")
            seed = SEED + number + 1_000_000 * round_number
            row = {"task": f"cube {key} {round_number}", "ids": [position], "match": [match_id], "seed": seed}
            found.setdefault(key, {**row, **ROUNDS[round_number]})
    return list(found.values())


def apart(ours: Answers, theirs: Answers) -> bool:
    return any(mine != other for mine, other in zip(ours, theirs, strict=True))


def verdict(match: Match, row: dict[str, Any]) -> Verdict:
    """What a judge's row says, in points of the cube as it stands."""
    cube, said = cube_of(match), row["cube"][0]
    return Verdict(said["equity_nd"], said["equity_dt"], normalised(cube, cube.utility_of_pass))


def cube_verdicts(
    head: dict[str, Any], answers: list[tuple[Match, Answers, Answers]], said: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What is kept of a run: a head, and the decisions on which tavl and the rival differ, as far as all are judged.

    A line has what tavl is better by, in doubling and in answering, at each depth where they differ; and the same by
    games to the end, for those that have them. The part `fresh` is what nothing was fitted to.
    """
    by_task = {row["task"]: row for row in said if row["task"].startswith("cube ")}
    lines: list[dict[str, Any]] = []
    sample = {part: {"money": 0, "match": 0} for part in ("fitted", "fresh")}
    for place, (match, ours, theirs) in enumerate(answers):
        part = "fitted" if place < FITTED else "fresh"
        if apart(ours, theirs):
            key = key_of(match)
            judged = [by_task.get(f"cube {key} {number}") for number in range(len(ROUNDS))]
            if judged[0] is None:
                break
            lines.append({"cube": key, "part": part, "gaps": gaps_of(verdict(match, judged[0]), ours, theirs)})
            if judged[1]:
                lines[-1]["to the end"] = gaps_of(verdict(match, judged[1]), ours, theirs)
        sample[part]["match" if match.length else "money"] += 1
    return [{**head, "sample": sample}, *lines]


def gaps_of(judged: Verdict, ours: Answers, theirs: Answers) -> list[list[float] | None]:
    """At each depth where they differ: what the rival loses more than tavl by doubling or not, and by the answer."""
    found: list[list[float] | None] = []
    for mine, other in zip(ours, theirs, strict=True):
        pairs_of_losses = zip(judged.losses(*other), judged.losses(*mine), strict=True)
        found.append([round(lost - own, 5) for lost, own in pairs_of_losses] if mine != other else None)
    return found
