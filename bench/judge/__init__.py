"""An outside judge: errors per play and per cube decision, by rollouts of programs that judge others only.

`make judge` (bench/judge/__main__.py) collects the verdicts; files here keep what it found.
"""

from __future__ import annotations

from pathlib import Path

from bench.table import Table

HERE = Path(__file__).parent
COLUMNS = ("rolls deep", "tavl against", "judge", "tavl better by", "95 %", "sample", "rolled out")


def run() -> Table:
    """Plays; bench/judge_cubes.py has the cubes."""
    from bench.judge.files import rows
    from bench.judge.report import leads_of

    table = Table("By an outside judge: equity a play by which tavl is better", COLUMNS)
    heads = []
    for ply in (0, 1, 2):
        for judge in ("gnubg", "bgsage"):
            lines = list(rows(HERE / f"plays_by_{judge}.jsonl"))
            if not lines:
                continue
            head = lines[0]
            found = leads_of(lines)[ply]
            if len(found.gaps) > 1:
                table.add(ply, head["rival"], judge, *found.cells(), f"{len(found.gaps):,}", f"{found.apart:,}")
                heads.append(f"by {judge} {head['when']} with network {head['network']}")
    table.notes += [NOTE, "Measured: " + "; ".join(dict.fromkeys(heads)) + "."]
    table.here = False
    return table


NOTE = (
    "Decisions on which both agree count as no difference, so the means are over all of the sample; paired, and the "
    "interval holds the noise of the rollouts too. Rollouts to the end, static play by the judge on both sides, luck "
    "taken out, the same dice for all plays of a decision: 36 games a play, and 36 more where a second round was "
    "reached. No judge judges its own family. Plays without the cube, of real (1,686) and self-played games."
)
