"""The game's words in four languages, as glossary.yaml has them.

The first word of an entry is the one tavl uses; those in parentheses are accepted too. A pair "die / dice" is two
entries, and the English "to double" is asked for as "double".
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

TERM_LANGUAGES = ("da", "sv", "nb")  # the order of the columns in glossary.yaml


class UnknownTerm(ValueError):
    def __init__(self, term: str) -> None:
        self.term = term
        super().__init__(f"the glossary has no word {term!r}")


def term(name: str, language: str) -> str:
    return spellings(name, language)[0]


def spellings(name: str, language: str) -> tuple[str, ...]:
    """All words of a language for this, the preferred one first."""
    try:
        return entries()[_short(name)][language]
    except KeyError:
        raise UnknownTerm(name) from None


@cache
def entries() -> dict[str, dict[str, tuple[str, ...]]]:
    """By its English name what each word is called in every language."""
    import yaml

    text = (resources.files("tavl.i18n") / "glossary.yaml").read_text(encoding="utf-8")
    # The base loader takes every word as it is written; for other loaders "off" is a boolean.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    glossary: dict[str, dict[str, tuple[str, ...]]] = {}
    for english, columns in yaml.load(text, Loader=loader).items():  # noqa: S506 (strings, lists, maps: nothing else)
        pairs = [cell.split(" / ") for cell in (english, *columns)]
        for english_word, *words in zip(*pairs, strict=True):
            by_language = {language: _spelt(cell) for language, cell in zip(TERM_LANGUAGES, words, strict=True)}
            glossary[_short(english_word)] = {"en": (_short(english_word),), **by_language}
    return glossary


def _short(english: str) -> str:
    return re.sub(r"\s*\(.*?\)", "", english).removeprefix("to ")


def _spelt(cell: str) -> tuple[str, ...]:
    first, _, others = cell.partition("(")
    return tuple(word.strip() for word in (first, *others.rstrip(") ").split(",")) if word.strip())
