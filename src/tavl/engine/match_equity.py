"""The match equity table: the chances of winning a match at each score."""

from __future__ import annotations

from functools import cache

from tavl._native import MatchTable
from tavl.engine.data_files import data_file
from tavl.rules.match import MAX_LENGTH


@cache
def match_table() -> MatchTable:
    """The Kazaross-XG2 match equity table, and what follows from it for matches beyond its 25 points."""
    lines = data_file("match_equity_kazaross_xg2.tsv").read_text().splitlines()
    rows = [[float(x) for x in line.split("\t")] for line in lines if not line.startswith("#")]
    return MatchTable([x for row in rows[:-1] for x in row], rows[-1], MAX_LENGTH)


def match_chances(mine: int, theirs: int, crawford_over: bool = False) -> float:
    """The chances of winning a match for a player who needs `mine` points against one who needs `theirs`."""
    return match_table().chances(mine, theirs, crawford_over)
