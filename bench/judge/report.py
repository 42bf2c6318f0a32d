"""How much better tavl's choices are by each judge, over all decisions that were reached, and the table of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bench.judge.work_list import Choice
from bench.table import mean_interval

Results = dict[tuple[str, str], dict[int, dict[str, float]]]
"""By position and dice, by round: the equities of the positions after the plays, for the opponent, who is on roll."""
Ended = Callable[[str], float | None]
"""The equity of a finished game for the player on roll; None if it goes on."""


def results_of(rows: Iterable[dict[str, Any]]) -> Results:
    """What a judge has said of plays; the rows of a round have the same dice, whether they came early or late."""
    found: Results = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        what, *about = row["task"].split(" ")
        if what == "play":
            position, dice, depth, number = about
            # Every second deep round has no static counterpart.
            key = int(number) if depth == "deep" else 2 * int(number)
            found[position, dice][key].update(zip(row["ids"], row["equity"], strict=True))
    return found


def gap(choice: Choice, said: dict[int, dict[str, float]], ply: int, over: Ended) -> float | None:
    """What tavl's play is better by: the mean of the rounds that have both plays. None if no round has."""
    _, _, ours, theirs = choice
    if ours[ply] == theirs[ply]:
        return 0.0
    found = []
    for equities in said.values() or [{}]:
        ends = {after: over(after) for after in (ours[ply], theirs[ply])}
        seen = {after: equities.get(after) if end is None else end for after, end in ends.items()}
        mine, other = seen[ours[ply]], seen[theirs[ply]]
        if mine is not None and other is not None:
            found.append(other - mine)  # equities are the opponent's
    return fmean(found) if found else None


@dataclass
class Lead:
    """tavl's lead at one depth over the first decisions of the sample, as far as all of them are judged."""

    ply: int
    gaps: list[float]
    apart: int

    def cells(self) -> list[str]:
        if len(self.gaps) < 2:
            return ["-", "-"]
        mean, around = mean_interval(self.gaps)
        return [f"{mean:+.5f}", f"± {around:.5f}"]


def lead(choices: list[Choice], results: Results, ply: int, over: Ended) -> Lead:
    """Ends before the first decision without a verdict: rows that take long must not be missing more often."""
    gaps: list[float] = []
    apart = 0
    for choice in choices:
        position, (high, low), ours, theirs = choice
        found = gap(choice, results.get((position, f"{high}{low}"), {}), ply, over)
        if found is None:
            break
        gaps.append(found)
        apart += ours[ply] != theirs[ply]
    return Lead(ply, gaps, apart)


def verdict_rows(head: dict[str, Any], choices: list[Choice], leads: dict[int, Lead]) -> list[dict[str, Any]]:
    """What is kept of a run: a head, and the decisions on which the programs differ, with null where not reached."""
    decisions = {str(ply): len(found.gaps) for ply, found in leads.items()}
    apart = {str(ply): found.apart for ply, found in leads.items()}
    lines = [{**head, "decisions": decisions, "apart": apart}]
    for number, (position, dice, ours, theirs) in enumerate(choices):
        gaps = [
            round(leads[ply].gaps[number], 5) if number < len(leads[ply].gaps) and ours[ply] != theirs[ply] else None
            for ply in sorted(leads)
        ]
        if any(found is not None for found in gaps):
            lines.append({"id": position, "dice": dice, "gaps": gaps})
    return lines


def leads_of(lines: list[dict[str, Any]]) -> dict[int, Lead]:
    """The reverse: decisions on which the programs agree count as nothing lost."""
    head, *judged = lines
    found = {}
    for place, ply in enumerate(sorted(int(ply) for ply in head["decisions"])):
        gaps = [line["gaps"][place] for line in judged if line["gaps"][place] is not None]
        agreed = head["decisions"][str(ply)] - len(gaps)
        found[ply] = Lead(ply, gaps + [0.0] * agreed, head["apart"][str(ply)])
    return found
