"""What the engine's commands share: their options, chances in data and in words."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tavl.cli.common import _
from tavl.engine import Evaluation
from tavl.engine.named_depths import Depth
from tavl.i18n import Words

Ply = Annotated[int, typer.Option("--ply", help=_("How many rolls to look ahead; 0 is as it stands."), min=0, max=4)]
Deep = Annotated[
    Depth | None,
    typer.Option("--depth", help=_("By name instead: 3-ply, roller, rollout, or settled: as deep as it takes.")),
]
Json = Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))]
Language = Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))]
Threads = Annotated[
    int | None, typer.Option("--threads", help=_("How many threads; as many as there are processors."), min=1, max=256)
]


def chances_data(chances: Evaluation) -> dict[str, float]:
    return {name: round(getattr(chances, name), 6) for name in chances.__struct_fields__}


def percent(w: Words, chance: float) -> str:
    return w.number(100 * chance, 1)


def equity(w: Words, value: float) -> str:
    return w.number(value, 3, signed=True)


def chances_cells(w: Words, chances: Evaluation) -> list[str]:
    """Won, of those gammons and backgammons, lost gammons and backgammons: in per cent."""
    return [percent(w, getattr(chances, name)) for name in chances.__struct_fields__]


def chances_headings(w: Words) -> list[str]:
    return [w("won %"), w("gammon"), w("backgammon"), w("lost gammon"), w("lost backgammon")]


def chances_line(w: Words, chances: Evaluation) -> str:
    """All on one line: won, gammons and backgammons among them, then the same for lost."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances_cells(w, chances)
    lost = percent(w, 1 - chances.win)
    return f"{win} {gammon:>4} {backgammon:>4} – {lost} {lost_gammon:>4} {lost_backgammon:>4}"


def progress_bar(quiet: bool) -> Progress:
    """What is found so far, a bar, how many games, how long still; nothing where nobody looks."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)


def rounded(**values: float | None) -> dict[str, Any]:
    return {name: None if value is None else round(value, 6) for name, value in values.items()}
