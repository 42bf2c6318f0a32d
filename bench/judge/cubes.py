"""Cube decisions for the judges: the sample, what every program answers, what is rolled out, and what that says.

The sample is of close decisions for money and at match scores (bench/cube_decisions.py). A judge compares the equities
of no double, of double and take, and of double and drop; a program loses by doubling or not, and by its answer.

bgsage rolls out a decision as such. gnubg rolls out a position only as it stands, its first double included, so it gets
the positions after its own best play of each of the 21 rolls, with the cube as it is and with the cube turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bench.cube_decisions import Verdict, questions, setting
from bench.judge.files import append, folder, rows
from bench.judge.progress import Progress
from bench.rivals import BgsageRival, GnubgRival, Rival, Tavl
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.data_files import network_name
from tavl.engine.gnubg import GnubgCube
from tavl.notation import situation_of, write_gnu_id
from tavl.rules import Cube, Dice, Match, Position, Seat

PLIES = (0, 1, 2)
SEED = 700_000
GAMES = {"gnubg": 12, "bgsage": 324}  # gnubg's are after each of 21 rolls, and for two cubes
ROLLS = [Dice(high, low) for high in range(1, 7) for low in range(1, high + 1)]
Answers = list[tuple[bool, bool]]
"""Whether to double, and whether to take, at 0, 1 and 2 rolls."""


def sampled_cubes(count: int) -> list[Match]:
    """Our evaluation tells which are close, so they are drawn once: a later engine gets the same ones."""
    path = folder() / "cubes.jsonl"
    if not path.exists():
        for match in questions(count):
            assert match.game is not None
            score = match.score if match.length else None
            append(path, {"id": match.game.position.gnu_id, "score": score, "cube": match.game.cube_value})
    return [setting(Position.from_gnu_id(row["id"]), row["score"], row["cube"]) for row in rows(path)]


def key_of(match: Match) -> str:
    return write_gnu_id(situation_of(match))


def choose_cubes_of(rival: Rival, network: str, sample: list[Match]) -> None:
    path = folder() / f"cubes_{rival.name}{'_' + network if network else ''}.jsonl"
    done = sum(1 for _ in rows(path))
    with Progress(f"{rival.name} decides cubes", len(sample), done) as progress:
        for match in sample[done:]:
            append(path, {"cube": key_of(match), "answers": [list(rival.cube(match, ply)) for ply in PLIES]})
            progress.step()


def choose_cubes(count: int) -> None:
    sample = sampled_cubes(count)[:count]
    network = network_name()
    for rival in (Tavl(), GnubgRival(), BgsageRival()):
        choose_cubes_of(rival, network if rival.name == "tavl" else "", sample)


def cube_answers(rival: str) -> list[tuple[Match, Answers, Answers]]:
    """What tavl and a rival have decided, as far as both have been asked."""
    if not (folder() / "cubes.jsonl").exists():
        return []
    ours, theirs = rows(folder() / f"cubes_tavl_{network_name()}.jsonl"), rows(folder() / f"cubes_{rival}.jsonl")
    asked = zip(sampled_cubes(0), ours, theirs, strict=False)
    return [(match, pairs(mine), pairs(other)) for match, mine, other in asked]


def pairs(row: dict[str, Any]) -> Answers:
    return [(bool(doubles), bool(takes)) for doubles, takes in row["answers"]]


def cube_rows(judge: str, answers: list[tuple[Match, Answers, Answers]]) -> list[dict[str, Any]]:
    """The decisions on which tavl and the rival differ at some depth, in the order of the sample."""
    wanted = [(number, match) for number, (match, ours, theirs) in enumerate(answers) if apart(ours, theirs)]
    if judge == "bgsage":
        return [bgsage_row(match, SEED + number) for number, match in wanted]
    rival = GnubgRival()
    return [gnubg_row(rival, match, SEED + number) for number, match in wanted]


def apart(ours: Answers, theirs: Answers) -> bool:
    return any(mine != other for mine, other in zip(ours, theirs, strict=True))


def bgsage_row(match: Match, seed: int) -> dict[str, Any]:
    position, match_id = key_of(match).split(":")
    task = f"cube {position}:{match_id}"
    return {"task": task, "ids": [position], "match": [match_id], "games": GAMES["bgsage"], "seed": seed}


def gnubg_row(rival: GnubgRival, match: Match, seed: int) -> dict[str, Any]:
    ids, matches = [], []
    for after in afters(rival, match):
        assert after.game is not None
        if not after.game.position.over:
            position, match_id = key_of(after).split(":")
            ids.append(position)
            matches.append(match_id)
    task = f"cube {key_of(match)}"
    return {"task": task, "ids": ids, "match": matches, "games": GAMES["gnubg"], "seed": seed}


def afters(rival: GnubgRival, match: Match) -> Iterator[Match]:
    """The opponent to roll after each of the 21 rolls: with the cube as it is, then with the cube turned and taken."""
    assert match.game is not None
    assert match.game.cube is not None
    for cube in (match.game.cube, turned(match)):
        before = replace(match, game=replace(match.game, cube=cube))
        for dice in ROLLS:
            play = rival.program.best(match.game.position, dice, GnubgCube.of(before), ply=0, cubeful=True)
            game = replace(match.game, position=play.result, turn=Seat.SECOND, cube=cube)
            yield replace(match, game=game)


def turned(match: Match) -> Cube:
    assert match.game is not None
    return Cube(2 * match.game.cube_value, Seat.SECOND)


def mean_of_rolls(equities: list[float]) -> float:
    """Of the player, who has played; equities are the opponent's, for each of the 21 rolls."""
    weights = [1 if dice.high == dice.low else 2 for dice in ROLLS]
    return -sum(weight * equity for weight, equity in zip(weights, equities, strict=True)) / 36


def in_points_of_now(match: Match, equity: float) -> float:
    """An equity in points of the cube after a double, in points of the cube before it."""
    assert match.game is not None
    then = cube_of(replace(match, game=replace(match.game, cube=turned(match))))
    won, lost = then.utility_of_result(1), then.utility_of_result(-1)
    return normalised(cube_of(match), lost + (equity + 1) / 2 * (won - lost))


def verdict(match: Match, judge: str, row: dict[str, Any]) -> Verdict:
    """What a judge's row says, in points of the cube as it stands."""
    cube = cube_of(match)
    drop = normalised(cube, cube.utility_of_pass)
    if judge == "bgsage":
        said = row["cube"][0]
        return Verdict(said["equity_nd"], said["equity_dt"], drop)
    assert match.game is not None
    rolled_out = iter(row["equity"])
    no_double, take = (
        mean_of_rolls([next(rolled_out) if end is None else end for end in ends(match, cube)])
        for cube in (match.game.cube, turned(match))
    )
    return Verdict(no_double, in_points_of_now(match, take), drop)


def ends(match: Match, cube: Cube | None) -> list[float | None]:
    """For each roll the opponent's equity where it ends the game, in points of this cube."""
    assert match.game is not None
    position = match.game.position
    state = cube_of(replace(match, game=replace(match.game, cube=cube)))
    found: list[float | None] = []
    for dice in ROLLS:
        lost = max((play.result.loss for play in position.plays(dice) if play.result.over), default=0)
        found.append(-normalised(state, state.utility_of_result(lost)) if lost else None)
    return found


def cube_verdicts(
    head: dict[str, Any], judge: str, answers: list[tuple[Match, Answers, Answers]], said: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Kept as those of plays are: a head, and the decisions on which tavl and the rival differ."""
    by_task = {row["task"]: row for row in said if row["task"].startswith("cube ")}
    lines: list[dict[str, Any]] = []
    count = 0
    differ = dict.fromkeys(map(str, PLIES), 0)
    for match, ours, theirs in answers:
        if apart(ours, theirs):
            row = by_task.get(f"cube {key_of(match)}")
            if row is None:
                break
            judged = verdict(match, judge, row)
            gaps = [
                round(sum(judged.losses(*other)) - sum(judged.losses(*mine)), 5) if mine != other else None
                for mine, other in zip(ours, theirs, strict=True)
            ]
            for ply in PLIES:
                differ[str(ply)] += ours[ply] != theirs[ply]
            lines.append({"cube": key_of(match), "gaps": gaps})
        count += 1
    return [{**head, "decisions": dict.fromkeys(map(str, PLIES), count), "apart": differ}, *lines]
