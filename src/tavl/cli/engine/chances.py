"""Chances and equities as the engine's commands show them: as data, in table cells, on a line."""

from __future__ import annotations

from typing import Any

from tavl.engine import Evaluation
from tavl.i18n import Words


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


def rounded(**values: float | None) -> dict[str, Any]:
    return {name: None if value is None else round(value, 6) for name, value in values.items()}
