"""The rulebook's clauses: what refusals, rulings and tests cite.

Reading this package data is the only file access of the pure packages: the clauses are constants, written as
YAML so that people who know the rules and not Python can read and correct them. They are read when first asked for,
not when tavl is imported.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, structs

from tavl.rules.refusal import RuleError, refuse

CLAUSES: tuple[Clause, ...]
"""All clauses in reading order: the game (G), then the tournament (T)."""

TOURNAMENT_SOURCE = "004"
TRANSLATED = ("da", "sv", "nb")
"""The languages that the rulebook can also be read in, each a file beside the English one."""
LETTERS = str.maketrans({"ø": "o", "æ": "ae"})  # what normalising leaves whole


class Duty(StrEnum):
    """What the software owes a clause."""

    ENFORCED = "enforced"  # it applies the clause by itself
    DECIDED = "decided"  # it asks the right person at the right moment, and records the answer
    RECORDED = "recorded"  # it records what happens at a table, and proposes the next step
    SHOWN = "shown"  # it shows the text where people need it


class Clause(Struct, frozen=True):
    """Title, rule and example are for readers; `check` says what has to be tested to show that we keep the clause."""

    id: str
    title: str
    rule: str
    duty: Duty
    example: str
    check: str
    sources: tuple[str, ...]


def clause(id: str) -> Clause:
    """The clause with this id, in capitals or not; raises RuleError if there is none."""
    try:
        return _by_id()[_plain(id)]
    except KeyError:
        raise RuleError(refuse("no_such_clause", "T1.1", id=id)) from None


def clauses_under(prefix: str) -> tuple[Clause, ...]:
    """Everything at or below an id, in reading order: "T4.2" has T4.2.i and the rest. RuleError if that is nothing."""
    start = _plain(prefix)
    below = start if start in ("g", "t") else start + "."
    found = tuple(c for key, c in _by_id().items() if key == start or key.startswith(below))
    if not found:
        raise RuleError(refuse("no_such_clause", "T1.1", id=prefix))
    return found


def neighbours(id: str) -> tuple[Clause | None, Clause | None]:
    """The clauses that stand before and after this one."""
    order = _all()
    place = order.index(clause(id))
    return (order[place - 1] if place else None, order[place + 1] if place + 1 < len(order) else None)


def translated(english: Clause, language: str) -> Clause:
    """The clause in this language."""
    if language not in TRANSLATED:
        return english
    return structs.replace(english, **_texts(language)[english.id])


def find(text: str, language: str = "en") -> tuple[Clause, ...]:
    """The clauses, in this language, in which every word of the text occurs, ids included. All of them for no text."""
    wanted = fold(text).split()
    clauses = (translated(each, language) for each in _all())
    return tuple(each for each in clauses if all(word in _searched(each) for word in wanted))


def fold(text: str) -> str:
    """As it is compared: without capitals and without accents."""
    letters = unicodedata.normalize("NFD", text.casefold().translate(LETTERS))
    return "".join(each for each in letters if not unicodedata.combining(each))


def load_yaml(name: str) -> Any:
    """A file of the rulebook as it is written: "game", "tournament" or a language."""
    import yaml

    text = (resources.files("tavl.rules") / "rulebook" / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 (safe, and in C if it can be)


def _plain(id: str) -> str:
    return id.strip().rstrip(".").casefold()


@cache
def _all() -> tuple[Clause, ...]:
    entries = [*load_yaml("game"), *load_yaml("tournament")]
    return tuple(
        Clause(
            id=entry["id"],
            title=entry["title"],
            rule=entry["rule"],
            duty=Duty(entry["duty"]),
            example=entry["example"],
            check=entry["check"],
            sources=tuple(entry.get("sources", (TOURNAMENT_SOURCE,))),
        )
        for entry in entries
    )


@cache
def _texts(language: str) -> dict[str, dict[str, str]]:
    """By id: title, rule and example."""
    found: dict[str, dict[str, str]] = load_yaml(language)
    return found


@cache
def _searched(shown: Clause) -> str:
    return fold(f"{shown.id} {shown.title} {shown.rule} {shown.example}")


@cache
def _by_id() -> dict[str, Clause]:
    return {_plain(c.id): c for c in _all()}


def __getattr__(name: str) -> tuple[Clause, ...]:
    if name == "CLAUSES":
        return _all()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
