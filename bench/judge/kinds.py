"""The hard kinds by the judges: what all rounds of their rollouts say together, in bench/kinds_judged.jsonl.

Static players misplay such positions, each program in its own way, so that their rollouts are apart by more than
chance. Back games, and of the others those where the judges are most apart, are rolled out again by players who look
one roll ahead: rows of the task `deep`; back games once more by players who look two rolls ahead: `deeper`, with most
games where those leave most to chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import sqrt
from typing import Any

from bench.judge.files import folder, rows, write
from bench.judge.work_list import DEEP_GAMES, DEEPER_GAMES, FURTHER_ROUNDS, GAMES, JUDGED
from bench.make_kinds import FILE

JUDGED_FILE = FILE.with_name("kinds_judged.jsonl")
OTHERS = 60  # beside the back games


def wanted_deep(kinds: list[dict[str, Any]], judged: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """The back games, and of the others those where the judges' static rollouts are most apart."""
    apart = {row["id"]: abs(row["gnubg"] - row["bgsage"]) for row in judged}
    back = [row["id"] for row in kinds if row["kind"] == "back game"]
    others = [row["id"] for row in kinds if row["kind"] != "back game"]
    return back, sorted(others, key=lambda position: -apart.get(position, 0.0))[:OTHERS]


def pooled(said: Iterable[dict[str, Any]], task: str, games: int) -> dict[str, tuple[float, float, int]]:
    """By position: equity, standard error and games of its rounds, all of which have as many games."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in said:
        if row["task"].startswith(task + " "):
            found[row["ids"][0]].append((row["equity"][0], row["se"][0]))
    return {
        position: (
            sum(equity for equity, _ in rounds) / len(rounds),
            sqrt(sum(error * error for _, error in rounds)) / len(rounds),
            games * len(rounds),
        )
        for position, rounds in found.items()
    }


def deeper_so_far(judge: str) -> tuple[dict[str, tuple[float, int]], dict[str, int]]:
    """By position: the error two rolls deep and its games, once every position has them, and how many further rows."""
    said = [row for row in rows(folder() / f"results_{judge}.jsonl") if row["task"].startswith("deeper ")]
    found = {position: (error, games) for position, (_, error, games) in pooled(said, "deeper", DEEPER_GAMES).items()}
    numbers = [(row["ids"][0], int(row["task"].split()[-1])) for row in said]
    return found, Counter(position for position, number in numbers if number >= FURTHER_ROUNDS)


def own_rollouts() -> dict[str, dict[str, Any]]:
    """Ours, if there are longer ones than in bench/kinds.jsonl: kinds_tavl.jsonl in the folder, or as kept before."""
    kept = {row["id"]: {k: v for k, v in row.items() if k.startswith("tavl")} for row in rows(JUDGED_FILE)}
    for row in rows(folder() / "kinds_tavl.jsonl"):
        wins = 2 * row["win"] - 1 + row["win_gammon"] + row["win_backgammon"]
        equity = wins - row["lose_gammon"] - row["lose_backgammon"]
        kept[row["id"]] = {"tavl": round(equity, 5), "tavl_se": round(row["se"], 5), "tavl_games": row["games"]}
    return kept


def judged_kinds() -> None:
    """Positions that both judges have rolled out; one and two rolls deep where both have done that too."""
    ours = own_rollouts()
    said = {judge: list(rows(folder() / f"results_{judge}.jsonl")) for judge in JUDGED}
    static = {judge: pooled(found, "kind", GAMES) for judge, found in said.items()}
    deep = {judge: pooled(found, "deep", DEEP_GAMES) for judge, found in said.items()}
    deeper = {judge: pooled(found, "deeper", DEEPER_GAMES) for judge, found in said.items()}
    lines = []
    for row in rows(FILE):
        position = row["id"]
        if all(position in found for found in static.values()):
            line: dict[str, Any] = {"id": position, **ours.get(position, {})}
            for suffix, by in (("", static), ("_deep", deep), ("_deeper", deeper)):
                if all(position in found for found in by.values()):
                    for judge, found in by.items():
                        equity, error, games = found[position]
                        name = judge + suffix
                        line |= {name: round(equity, 5), f"{name}_se": round(error, 5), f"{name}_games": games}
            lines.append(line)
    if lines:
        write(JUDGED_FILE, lines)
