"""`tavl perft`: how many positions the legal plays lead to, counted and, where a count is known, compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from msgspec import Struct
from rich.console import Console
from rich.progress import track

from tavl.cli.errors import fail
from tavl.cli.input_output import is_file, print_json
from tavl.cli.language import _, chosen_words
from tavl.cli.position_ids import read_position
from tavl.i18n import Words
from tavl.rules import ALL_ROLLS, Position, legal_results

_DEEPEST = 3
# The headings of a table's columns, in order.
_NAMES = {dice: f"{dice.low}{dice.high}" for dice in sorted(ALL_ROLLS, key=lambda dice: (dice.low, dice.high))}


class Row(Struct):
    """One position to count, with the counts that it should have."""

    id: str
    position: Position
    expected: dict[str, int] = {}
    dances: frozenset[str] | None = None


class Count(Struct):
    id: str
    counts: dict[str, int]
    wrong: dict[str, int] = {}  # what was expected instead, by roll
    wrong_dances: list[str] = []


def perft(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|ID]", help=_("A file of positions, or one ID; the starting position if not given.")
        ),
    ] = None,
    depth: Annotated[
        int, typer.Argument(help=_("With an ID: this many turns, over all rolls."), min=1, max=_DEEPEST)
    ] = 1,
    json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    w = chosen_words(language)
    path = Path(what) if what else None
    if path and is_file(path):
        _count_table(w, path, json)
        return
    position = read_position(w, what) if what else Position.start()
    if depth > 1:
        total = leaves(position, depth)
        if json:
            print_json({"position": position.gnu_id, "depth": depth, "count": total})
        else:
            typer.echo(total)
        return
    counted = _count(Row(position.gnu_id, position))
    if json:
        print_json({"position": counted.id, "counts": counted.counts, "sum": sum(counted.counts.values())})
        return
    for roll, count in counted.counts.items():
        typer.echo(f"{roll}  {count:>5}")
    typer.echo(w("all {sum}", sum=sum(counted.counts.values())))


def leaves(position: Position, depth: int) -> int:
    """Ways to reach a position in so many turns, each roll and each distinct result one way."""
    boards = np.frombuffer(bytes(position), dtype=np.int8).reshape(1, 52)
    total = 0
    for level in range(1, depth + 1):
        total = 0
        following = []
        for dice in ALL_ROLLS:
            rolls = np.tile(np.array([[dice.high, dice.low]], dtype=np.int8), (len(boards), 1))
            _, results = legal_results(boards, rolls)
            total += len(results)
            following.append(results)
        if level < depth:
            boards = np.concatenate(following)
    return total


def _count_table(w: Words, path: Path, json: bool) -> None:
    rows = list(_read_table(w, path))
    shown = track(rows, description=w("counting"), console=Console(stderr=True), disable=json, transient=True)
    counted = [_count(row) for row in shown]
    wrong = [count for count in counted if count.wrong or count.wrong_dances]
    compared = sum(len(row.expected) for row in rows)
    if json:
        print_json({"positions": len(counted), "compared": compared, "wrong": len(wrong), "results": counted})
    else:
        for count in wrong:
            _tell_wrong(w, count)
        values = {"positions": len(counted), "compared": compared, "wrong": len(wrong)}
        typer.echo(w("{positions} positions, {compared} counts compared, {wrong} positions differ", **values))
    if wrong:
        raise typer.Exit(1)


def _tell_wrong(w: Words, count: Count) -> None:
    for roll, expected in count.wrong.items():
        values = {"id": count.id, "roll": roll, "found": count.counts[roll], "expected": expected}
        typer.echo(w("{id} {roll}: {found}, expected {expected}", **values))
    for roll in count.wrong_dances:
        typer.echo(w("{id} {roll}: disagrees with the table on whether it dances", id=count.id, roll=roll))


def _count(row: Row) -> Count:
    position = row.position
    counts = {name: len(position.plays(dice)) for dice, name in _NAMES.items()}
    wrong = {roll: expected for roll, expected in row.expected.items() if counts[roll] != expected}
    wrong_dances: list[str] = []
    if row.dances is not None:
        dancing = {name for dice, name in _NAMES.items() if position.dances(dice)}
        wrong_dances = sorted(dancing ^ row.dances)
    return Count(row.id, counts, wrong, wrong_dances)


def _read_table(w: Words, path: Path) -> Iterator[Row]:
    """Positions one a line, with or without tabs and a heading that names the rolls."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        fail(w("{file} cannot be read: {problem}.", file=str(path), problem=problem))
    heading: list[str] = []
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t")
        if fields[0] == "positionID":
            heading = fields
        elif line.strip():
            yield _row(w, path, number, heading, fields)


def _row(w: Words, path: Path, number: int, heading: list[str], fields: list[str]) -> Row:
    named = dict(zip(heading, fields, strict=False))
    expected: dict[str, int] = {}
    for roll in _NAMES.values():
        text = named.get(roll, "")
        if text and not text.isdecimal():
            fail(f"{path}:{number}: " + w("This is not a count: {text}", text=text[:20]))
        if text:
            expected[roll] = int(text)
    dances = frozenset(filter(None, named["dance_rolls"].split(","))) if "dance_rolls" in named else None
    id = fields[0].strip()
    return Row(id, read_position(w, id, f"{path}:{number}: "), expected, dances)
