"""Our analysis beside the one that other programs have stored in real files, decision by decision.

`TAVL_CORPUS` names a folder with `files/`; no match file is part of the project. What was found is kept, so that a run
can stop and go on (bench/cache.py). Where the two differ most, the decision is rolled out by us.
"""

from __future__ import annotations

import os
import sys
from math import hypot
from pathlib import Path
from typing import Any

from bench.cache import Cache, OutOfTime, threads
from bench.table import Table
from tavl.analysis import Analyst, Depth, analyse, count_turns, error_totals, stored_decisions
from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import BLUNDER
from tavl.analysis.engine.analyst import match_of
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.analysis.engine.questions import Question, steps_of
from tavl.analysis.match_analysis import AnalysedDecision
from tavl.engine import Engine
from tavl.engine.candidate_rollouts import rolled_out, rolled_out_cube
from tavl.engine.named_depths import RolloutTerms
from tavl.notation.file_formats import read
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.record import CubeActionKind, MatchRecord
from tavl.rules import SEATS

DEPTHS = (Depth.INSTANT, Depth.ONE_PLY, Depth.TWO_PLY)
LISTED = 5
GAMES = 5184  # of each rollout, to the end
APART = 0.02  # a difference that is worth a rollout


def run() -> Table:
    table = Table(
        "Agreement with the analysis stored in real files",
        (
            *("file", "depth", "decisions", "blunders there", "here", "in both", "PR there", "PR here"),
            *("mean difference of PR", "mean difference of errors"),
        ),
    )
    cache = Cache("analysis_agreement")
    rows: dict[Depth, list[dict[str, Any]]] = {depth: [] for depth in DEPTHS}
    try:
        for path, record in matches():
            for depth in DEPTHS:
                row = cache.get(f"{path.name} {depth}", lambda record=record, depth=depth: compared(record, depth))
                add(table, path, depth, row)
                rows[depth].append(row)
        summarise(table, rows)
        for line in largest(cache):
            table.notes.append(line)
    except OutOfTime:
        table.notes.append("Not finished: run it again, it goes on from here.")
    if not table.rows:
        table.notes.append("No files: set TAVL_CORPUS.")
    return table


def summarise(table: Table, rows: dict[Depth, list[dict[str, Any]]]) -> None:
    for depth, found in rows.items():
        if not found:
            continue
        there, here, both = (sum(row[name] for row in found) for name in ("there", "here", "both"))
        prs = sum(row["pr_apart"] for row in found) / len(found)
        decisions = sum(row["decisions"] for row in found)
        apart = sum(row["apart"] * row["decisions"] for row in found) / decisions
        table.add("all", depth, str(decisions), str(there), str(here), str(both), "", "", f"{prs:.2f}", f"{apart:.4f}")
        table.notes.append(
            f"{depth}: {both} of the {there} blunders there are found ({100 * both / max(there, 1):.0f} %), and of "
            f"the {here} here {100 * both / max(here, 1):.0f} % are blunders there. "
        )


def matches() -> list[tuple[Path, MatchRecord]]:
    """Those of which most plays are judged in the file."""
    folder = Path(os.environ.get("TAVL_CORPUS", "")) / "files"
    found = []
    for path in sorted([*folder.glob("*.xg"), *folder.glob("*.sgf")]):
        for record in read(path.read_bytes()):
            if len(list(stored_decisions(record))) > 20:
                found.append((path, record))
    return found


def compared(record: MatchRecord, depth: Depth) -> dict[str, Any]:
    ours = analyse(record, analyst=Analyst(depth, cache=AnswerCache()), threads=threads())
    theirs = {(each.game, each.entry, each.kind): each for each in stored_decisions(record)}
    pairs = [(each, theirs[each.game, each.entry, each.kind]) for each in ours.decisions if _key(each) in theirs]
    stored = [error_totals(theirs.values(), seat, count_turns(record)).performance_rating for seat in SEATS]
    found = [totals.performance_rating for totals in ours.totals]
    return {
        "decisions": len(pairs),
        "there": sum(their.error >= BLUNDER for _, their in pairs),
        "here": sum(our.error >= BLUNDER for our, _ in pairs),
        "both": sum(our.error >= BLUNDER and their.error >= BLUNDER for our, their in pairs),
        "pr_there": stored,
        "pr_here": found,
        "pr_apart": sum(abs(a - b) for a, b in zip(stored, found, strict=True) if a is not None and b is not None) / 2,
        "apart": sum(abs(our.error - their.error) for our, their in pairs) / max(len(pairs), 1),
    }


def _key(decision: AnalysedDecision) -> tuple[int, int, DecisionKind]:
    return (decision.game, decision.entry, decision.kind)


def add(table: Table, path: Path, depth: Depth, row: dict[str, Any]) -> None:
    there, here = (
        " / ".join("-" if pr is None else f"{pr:.2f}" for pr in row[name]) for name in ("pr_there", "pr_here")
    )
    counts = (str(row[name]) for name in ("decisions", "there", "here", "both"))
    name = f"{path.name.split('_')[0]}{path.suffix}"
    table.add(name, depth, *counts, there, here, f"{row['pr_apart']:.2f}", f"{row['apart']:.4f}")


def largest(cache: Cache) -> list[str]:
    """Where the file and two rolls of ours are furthest apart, with what a rollout says."""
    found = []
    for path, record in matches():
        apart = cache.get(f"{path.name} apart", lambda record=record: _apart(record))
        found += [(path, record, *each) for each in apart]
    found.sort(key=lambda each: -abs(each[4] - each[5]))
    lines = []
    for path, record, game, entry, their, our, kind, name in found[:LISTED]:
        key = f"{path.name} {game} {entry} {kind} rolled"
        try:
            value, error = cache.get(key, lambda r=record, g=game, e=entry, k=kind: _rolled(r, g, e, k))
            rolled = f"{value:.3f} ± {error:.3f} by our rollout"
        except OutOfTime:
            rolled = "not rolled out yet"
        lines.append(f"- `{name}` ({kind}): lost {their:.3f} there, {our:.3f} by us two rolls deep, {rolled}.")
    return ["The largest differences:", *lines] if lines else []


def _apart(record: MatchRecord) -> list[list[Any]]:
    ours = analyse(record, Depth.TWO_PLY, threads=threads())
    theirs = {(each.game, each.entry, each.kind): each.error for each in stored_decisions(record)}
    both = [(each, theirs[_key(each)]) for each in ours.decisions if _key(each) in theirs]
    both = [(each, their) for each, their in both if abs(each.error - their) >= APART]
    both.sort(key=lambda pair: -abs(pair[0].error - pair[1]))
    return [
        [each.game, each.entry, their, each.error, str(each.kind), write_xgid(each.situation)]
        for each, their in both[:LISTED]
    ]


def _rolled(record: MatchRecord, game: int, entry: int, kind: str) -> tuple[float, float]:
    """What was lost, and the standard error of that."""
    for step in steps_of(record):
        if (step.game, step.entry) == (game, entry):
            question = step.play if kind == DecisionKind.PLAY else step.cube
            assert question is not None
            return _rolled_play(question) if kind == DecisionKind.PLAY else _rolled_cube(question)
    raise AssertionError("no such decision")


def _rolled_play(question: Question) -> tuple[float, float]:
    engine, match = Engine(threads=threads()), match_of(question.situation)
    assert question.situation.dice is not None
    ranked = engine.plays(question.situation.position, question.situation.dice, match, 2, always=question.played)
    rolled = rolled_out(engine, ranked, match, question.played, RolloutTerms(GAMES))
    print(
        *(f"{each.play} {each.equity:.4f} ± {each.standard_error}" for each in rolled if each.games),
        sep="; ",
        file=sys.stderr,
    )
    made = next(each for each in rolled if each.play.result == question.played)
    errors = [each.standard_error or 0.0 for each in (made, rolled[0])] if made is not rolled[0] else [0.0]
    return made.loss, hypot(*errors)


def _rolled_cube(question: Question) -> tuple[float, float]:
    """A drop is exact, the rest is played out."""
    engine, match = Engine(threads=threads()), match_of(question.situation)
    found = rolled_out_cube(engine, question.situation.position, match, RolloutTerms(GAMES))
    values = f"{found.no_double:.4f} {found.double_take:.4f} {found.double_drop:.4f}"
    print(f"{values} ± {found.standard_error}", file=sys.stderr)
    taking = found.double_drop - found.double_take
    doubling = min(found.double_take, found.double_drop) - found.no_double
    gain = {
        CubeActionKind.TAKE: taking,
        CubeActionKind.DROP: -taking,
        CubeActionKind.DOUBLE: doubling,
        None: -doubling,
    }[question.done]
    return max(0.0, -gain), found.standard_error or 0.0
