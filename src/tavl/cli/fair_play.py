"""`tavl fairplay`: sheets of matches and of players, as evidence for a director."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tavl.analysis.fair_play.fair_play import Analysed, PlayerSheet, Sample, sheet_of_player, sheets_of
from tavl.analysis.fair_play.fair_play_texts import METHOD, NO_VERDICT, findings
from tavl.cli.analyse.command import cache_file, files_below, runs_of
from tavl.cli.engine.options import Json, Language, Threads
from tavl.cli.language import _, chosen_words
from tavl.engine.named_depths import Depth
from tavl.i18n import Words
from tavl.rules.codec import to_json


def fairplay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=_("Match files, or folders of them."))],
    player: Annotated[
        str | None, typer.Option("--player", help=_("One sheet for this player over all their matches."))
    ] = None,
    depth: Annotated[
        Depth, typer.Option("--depth", help=_("The greatest depth; clear decisions need less."))
    ] = Depth.TWO_PLY,
    json: Json = False,
    threads: Threads = None,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    paths = list(files_below(w, files))
    depths = list(dict.fromkeys((Depth.INSTANT, depth)))
    found, bad = runs_of(w, paths, depths, threads or os.cpu_count() or 1, cache_file(), quiet=json)
    matches = [Analysed(name=f"{path.name}", record=record, by_depth=by_depth) for path, record, by_depth in found]
    if player is not None:
        sheets = [("", sheet_of_player(player, matches))]
        if not sheets[0][1].matches:
            typer.echo(w("None of these matches is one of {name}'s.", name=player), err=True)
            raise typer.Exit(1)
    else:
        sheets = [(match.name, sheet) for match in matches for sheet in sheets_of(match, matches)]
    if json:
        for name, sheet in sheets:
            line: dict[str, Any] = {"file": name, "sheet": sheet, "findings": findings(w, sheet)}
            sys.stdout.write(to_json(line).decode() + "\n")
    else:
        _print(w, sheets)
    if bad:
        raise typer.Exit(1)


def _print(w: Words, sheets: list[tuple[str, PlayerSheet]]) -> None:
    console = Console()
    table = Table(w("Match"), w("Player"), w("Decisions"), "PR", *_depths(w, sheets), w("Own history"), w("Field"))
    for name, sheet in sheets:
        rates = [_percent(w, sheet.agreement.get(depth)) for depth in _known(sheets)]
        n = str(sheet.rating.n) if sheet.rating else "0"
        row = (_number(w, sheet.rating), *rates, _number(w, sheet.history), _number(w, sheet.field))
        table.add_row(name, sheet.player or "?", n, *row)
    console.print(table)
    for name, sheet in sheets:
        console.print(f"{sheet.player or '?'}{f' ({name})' if name else ''}: {' '.join(findings(w, sheet))}")
    console.print(w(METHOD))
    console.print(w(NO_VERDICT))


def _known(sheets: list[tuple[str, PlayerSheet]]) -> list[Depth]:
    return [depth for depth in Depth if any(depth in sheet.agreement for _, sheet in sheets)]


def _depths(w: Words, sheets: list[tuple[str, PlayerSheet]]) -> list[str]:
    return [w("Agrees, {depth}", depth=str(depth)) for depth in _known(sheets)]


def _number(w: Words, sample: Sample | None) -> str:
    if sample is None:
        return "–"
    return f"{w.number(sample.value, 1)} ({w.number(sample.low, 1)}–{w.number(sample.high, 1)})"


def _percent(w: Words, sample: Sample | None) -> str:
    if sample is None:
        return "–"
    return f"{w.number(100 * sample.value, 0)} % ({w.number(100 * sample.low, 0)}–{w.number(100 * sample.high, 0)})"
