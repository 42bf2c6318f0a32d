"""Cube decisions by an outside judge: the table of what `make judge` found (bench/judge/cubes.py)."""

from __future__ import annotations

from typing import Any

from bench.judge import HERE
from bench.judge.files import rows
from bench.table import Table, mean_interval

COLUMNS = (
    "where", "rolls deep", "tavl against", "judge", "doubling", "answering", "tavl better by", "95 %", "sample",
    "rolled out",
)  # fmt: skip
MONEY, MATCH = ("money",), ("match",)
WHERE = {
    "money": ("fresh", MONEY),
    "match": ("fresh", MATCH),
    "both": ("fresh", MONEY + MATCH),
    "both, fitted to": ("fitted", MONEY + MATCH),
}


def run() -> Table:
    table = Table("By an outside judge: equity a cube decision by which tavl is better", COLUMNS)
    kept = {judge: list(rows(HERE / f"cubes_by_{judge}.jsonl")) for judge in ("gnubg", "bgsage")}
    for where in WHERE:
        for ply in (0, 1, 2):
            for judge, lines in kept.items():
                if lines:
                    table.add(where, ply, lines[0]["rival"], judge, *cells(lines, where, ply))
    table.notes.append(NOTE)
    table.notes += [check for judge, lines in kept.items() if lines and (check := to_the_end(judge, lines))]
    heads = [f"by {judge} {x[0]['when']} with network {x[0]['network']}" for judge, x in kept.items() if x]
    table.notes.append(f"Measured: {'; '.join(heads)}.")
    table.here = False
    return table


def cells(lines: list[dict[str, Any]], where: str, ply: int) -> list[str]:
    """Means over the sample, in which decisions that both make alike are no difference."""
    head, *judged = lines
    part, settings = WHERE[where]
    sample = sum(head["sample"][part][name] for name in settings)
    judged = [line for line in judged if line["part"] == part and setting_of(line["cube"]) in settings]
    apart = [line["gaps"][ply] for line in judged if line["gaps"][ply]]
    if sample < 2:
        return ["-", "-", "-", "-", f"{sample:,}", f"{len(apart):,}"]
    doubling, answering = (sum(gap[part] for gap in apart) / sample for part in (0, 1))
    mean, around = mean_interval([sum(gap) for gap in apart] + [0.0] * (sample - len(apart)))
    means = [f"{value:+.5f}" for value in (doubling, answering, mean)]
    return [*means, f"± {around:.5f}", f"{sample:,}", f"{len(apart):,}"]


def setting_of(cube: str) -> str:
    """Whether a GNU ID is of a match: its length is the 15 bits after the first 21."""
    from bench.judge.bgsage_worker import cube_of

    return "match" if cube_of(cube.split(":")[1])["away1"] else "money"


def to_the_end(judge: str, lines: list[dict[str, Any]]) -> str:
    """What the same decisions come to by games that were not ended after 11 rolls, all depths together."""
    pairs = [
        (sum(short), sum(long))
        for line in lines[1:]
        for short, long in zip(line["gaps"], line.get("to the end") or [], strict=False)
        if short and long
    ]
    if len(pairs) < 2:
        return ""
    short, around = mean_interval([short for short, _ in pairs])
    long, about = mean_interval([long for _, long in pairs])
    return (
        f"Played to the end too by {judge}: {len(pairs):,} answers that differ, better by {short:+.4f} ± {around:.4f} "
        f"each after 11 rolls and by {long:+.4f} ± {about:.4f} at the end."
    )


NOTE = (
    "Decisions close by a static evaluation, of real and self-played games, half of them for money and half at scores "
    "of a match, in a random order; those on which both agree count as no difference, so the means are over all of the "
    "sample. Points of the cube, lost by doubling or not, and by the answer to a double. The judge's own cubeful "
    "rollouts of no double and of double and take, 144 games of 11 rolls, luck taken out, the same dice for both; no "
    "judge judges its own family. The last rows are of the decisions to which the figures of how live a cube is were "
    "fitted, the others are fresh."
)
