"""Options of the engine's commands."""

from __future__ import annotations

from typing import Annotated

import typer

from tavl.cli.language import _
from tavl.engine.named_depths import Depth

Ply = Annotated[int, typer.Option("--ply", help=_("How many rolls to look ahead; 0 for none."), min=0, max=4)]
Deep = Annotated[
    Depth | None,
    typer.Option("--depth", help=_("By name instead: 3-ply, roller, rollout, or settled: as deep as it takes.")),
]
Json = Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))]
Language = Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))]
Threads = Annotated[
    int | None,
    typer.Option("--threads", help=_("How many threads; by default one for each processor."), min=1, max=256),
]
