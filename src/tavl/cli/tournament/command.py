"""All of `tavl tournament`: importing a part registers its commands."""

from __future__ import annotations

from tavl.cli.tournament import (
    any_act,
    cases,
    draws,
    entries,
    matches,
    money,
    preparation,
    report_and_exports,
    results,
    shell,
    show,
    simulate,
)
from tavl.cli.tournament.desk import BEFORE, CASES, DRAW, EVENING, FILES, LOOK, MONEY, TRY, app

PARTS = (
    preparation,
    entries,
    draws,
    matches,
    results,
    shell,
    cases,
    any_act,
    money,
    show,
    report_and_exports,
    simulate,
)
PANELS = (BEFORE, DRAW, EVENING, CASES, MONEY, LOOK, FILES, TRY)
MODULES = [part.__name__ for part in PARTS]
app.registered_commands.sort(
    key=lambda each: (PANELS.index(str(each.rich_help_panel)), MODULES.index(each.callback.__module__))
)
__all__ = ["PARTS", "app"]
