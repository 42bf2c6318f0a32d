"""The hard kinds by the judges: what all rounds of their rollouts say together, in bench/kinds_judged.jsonl."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from typing import Any

from bench.judge.files import folder, rows, write
from bench.judge.work_list import GAMES, JUDGED
from bench.make_kinds import FILE

JUDGED_FILE = FILE.with_name("kinds_judged.jsonl")


def pooled(said: Iterable[dict[str, Any]]) -> dict[str, tuple[float, float, int]]:
    """By position: equity, standard error and games of its rounds, all of which have as many games."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in said:
        if row["task"].startswith("kind "):
            found[row["ids"][0]].append((row["equity"][0], row["se"][0]))
    return {
        position: (
            sum(equity for equity, _ in rounds) / len(rounds),
            sqrt(sum(error * error for _, error in rounds)) / len(rounds),
            GAMES * len(rounds),
        )
        for position, rounds in found.items()
    }


def own_rollouts() -> dict[str, dict[str, Any]]:
    """Ours, if there are longer ones than in bench/kinds.jsonl: kinds_tavl.jsonl in the folder, or as kept before."""
    kept = {row["id"]: {k: v for k, v in row.items() if k.startswith("tavl")} for row in rows(JUDGED_FILE)}
    for row in rows(folder() / "kinds_tavl.jsonl"):
        wins = 2 * row["win"] - 1 + row["win_gammon"] + row["win_backgammon"]
        equity = wins - row["lose_gammon"] - row["lose_backgammon"]
        kept[row["id"]] = {"tavl": round(equity, 5), "tavl_se": round(row["se"], 5), "tavl_games": row["games"]}
    return kept


def judged_kinds() -> None:
    """Positions that both judges have rolled out."""
    ours = own_rollouts()
    by = {judge: pooled(rows(folder() / f"results_{judge}.jsonl")) for judge in JUDGED}
    lines = []
    for row in rows(FILE):
        if all(row["id"] in found for found in by.values()):
            line: dict[str, Any] = {"id": row["id"], **ours.get(row["id"], {})}
            for judge, found in by.items():
                equity, error, games = found[row["id"]]
                line |= {judge: round(equity, 5), f"{judge}_se": round(error, 5), f"{judge}_games": games}
            lines.append(line)
    if lines:
        write(JUDGED_FILE, lines)
