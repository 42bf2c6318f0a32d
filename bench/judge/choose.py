"""What every program chooses at 0, 1 and 2 rolls, for a sample of plays and of cube decisions that is drawn once.

Plays are chosen without the cube, so that no cube model matters. The sample is in a random order, so that its first n
are a fair sample however far a run has come. What tavl chooses is asked again with each network; after a change of the
search remove plays_tavl_*.jsonl, and only what is played otherwise will be rolled out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bench.judge.files import append, folder, rows
from bench.judge.progress import Progress
from bench.judge.work_list import Choice
from bench.rivals import BgsageRival, GnubgRival, Rival, Tavl
from bench.sample import real_decisions, self_played_decisions
from tavl.engine.data_files import network_name
from tavl.rules import Dice, Position

PLIES = (0, 1, 2)
SEED = 41


def sampled_plays(count: int) -> list[dict[str, Any]]:
    """Half of them real, or as many as there are. Kept in a file: games by our own levels change with the engine."""
    path = folder() / "plays.jsonl"
    if not path.exists():
        real = real_decisions()
        Random(SEED).shuffle(real)
        real = real[: count // 2]
        drawn = [("real", *decision) for decision in real]
        drawn += [("self-played", *decision) for decision in self_played_decisions(count - len(real), SEED + 1)]
        Random(SEED + 2).shuffle(drawn)
        lines = [{"id": p.gnu_id, "dice": [dice.high, dice.low], "from": source} for source, p, dice in drawn]
        for line in lines:
            append(path, line)
    return list(rows(path))


def choices_of(rival: str) -> list[Choice]:
    """What tavl and a rival have chosen, as far as both have been asked."""
    ours, theirs = rows(folder() / f"plays_tavl_{network_name()}.jsonl"), rows(folder() / f"plays_{rival}.jsonl")
    asked = zip(rows(folder() / "plays.jsonl"), ours, theirs, strict=False)
    return [(row["id"], row["dice"], mine["after"], other["after"]) for row, mine, other in asked]


def choose_plays(count: int) -> None:
    sample = sampled_plays(count)[:count]
    network = network_name()
    for rival in (Tavl(), GnubgRival(), BgsageRival()):
        choose_plays_of(rival, network if rival.name == "tavl" else "", sample)


def choose_plays_of(rival: Rival, network: str, sample: list[dict[str, Any]]) -> None:
    path = folder() / f"plays_{rival.name}{'_' + network if network else ''}.jsonl"
    done = sum(1 for _ in rows(path))
    with Progress(f"{rival.name} chooses plays", len(sample), done) as progress:
        for row in sample[done:]:
            position, dice = Position.from_gnu_id(row["id"]), Dice(*row["dice"])
            append(path, {"id": row["id"], "after": [rival.result(position, dice, ply).gnu_id for ply in PLIES]})
            progress.step()
