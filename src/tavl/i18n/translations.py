"""What the rest of tavl uses for its texts: `w = words("da")`, then `w("Roll the dice")`."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache

from tavl.i18n import glossary
from tavl.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE, Text, key_of, messages
from tavl.i18n.dates_and_numbers import DatesAndNumbers, duration
from tavl.i18n.input_errors import AT_FIELD, AT_LINE, FAULTS
from tavl.i18n.negotiation import language_of
from tavl.i18n.refusals import NAMES, NOTHING, NUMBERED_PLACE, OFF_AND_BAR, PLACES, REFUSALS, SIZES


class UnknownLanguage(ValueError):
    def __init__(self, tag: str) -> None:
        self.tag = tag
        super().__init__(f"tavl does not speak {tag!r}; it speaks {', '.join(LANGUAGES)}")


@cache
def words(language: str) -> Words:
    """The words of a language; tags such as `no` and `nb_NO` are understood."""
    code = language_of(language)
    if code is None:
        raise UnknownLanguage(language)
    return Words(code)


def later(text: str) -> str:
    """Marks a text that is translated elsewhere, such as one in a table at the head of a module."""
    return text


class Words(DatesAndNumbers):
    """Texts, refusals and terms in a language; numbers and dates are inherited."""

    def __call__(self, text: str, /, **values: object) -> str:
        """A message, its {values} filled in."""
        return self._fill(self._translated(key_of(text)), text, values)

    def sense(self, sense: str, text: str, /, **values: object) -> str:
        """A message whose English words mean several things: `w.sense("button", "Double")`."""
        return self._fill(self._translated(key_of(text, sense)), text, values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A message that depends on a number, which is filled in as {n}."""
        found = self._translated(key_of(one))
        form = 0 if n == 1 else 1  # so it is in all four languages
        return self._fill(found[form] if isinstance(found, tuple) else None, (one, many)[form], {"n": n, **values})

    def refusal(self, code: str, rule: str, facts: Mapping[str, object] | None = None) -> str:
        """Why something may not be done: plain words, then the clause."""
        return f"{self.reason(code, facts).removesuffix('.')} ({rule})."

    def reason(self, code: str, facts: Mapping[str, object] | None = None) -> str:
        """The plain words of a refusal alone, for where the clause stands beside them as a link."""
        facts = facts or {}
        template = REFUSALS.get(code)
        if template is None:  # from a log that a newer tavl wrote: show what is known
            known = ", ".join(f"{name} {value}" for name, value in facts.items())
            return f"{code.replace('_', ' ').capitalize()}{f': {known}' if known else ''}."
        spoken = {name: self._fact(name, value) for name, value in facts.items()}
        if "source" in facts and "target" in facts:
            spoken["move"] = f"{self._notated(facts['source'])}/{self._notated(facts['target'])}"
        return self(template, **spoken)

    def fault(self, code: str, line: int = 0, field: str = "", found: str = "") -> str:
        """What is wrong with a file, an amount or a list, and where: `Fault` and `MoneyError` have the same fields."""
        template = FAULTS.get(code)
        if template is None:
            return f"{code.replace('_', ' ').capitalize()}{f': {found}' if found else ''}."
        problem = self(template, found=found or self(NOTHING))
        if not line:
            return problem
        return (
            self(AT_FIELD, line=line, field=field, problem=problem)
            if field
            else self(AT_LINE, line=line, problem=problem)
        )

    def term(self, name: str) -> str:
        """One of the game's own words, by its English name in the glossary."""
        return glossary.term(name, self.language)

    def catalogue(self, wanted: str | Iterable[str]) -> dict[str, str | list[str]]:
        """Messages for the browser, as JSON has them: those that files below a folder of tavl use ("web/static/"),
        or those in a list of English texts. A plural is a list of its two forms."""
        known = messages(self.language)
        if isinstance(wanted, str):
            keys = [key for key, message in known.items() if any(name.startswith(wanted) for name in message.files)]
        else:
            keys = [key for key in wanted if key in known]
        return {key: _listed(known[key].translation) for key in keys}

    def _translated(self, key: str) -> Text | None:
        """None: there is nothing to look up, or no translation, so the English text is used."""
        if self.language == SOURCE_LANGUAGE:
            return None
        message = messages(self.language).get(key)
        return message.translation if message else None

    def _fill(self, translation: Text | None, source: str, values: Mapping[str, object]) -> str:
        if not isinstance(translation, str):
            translation = source
        if not values:
            return translation
        try:
            return translation.format_map(values)
        except (KeyError, ValueError, IndexError, AttributeError):
            if translation == source:
                raise  # a caller's mistake, not a translator's
            logging.getLogger(__name__).error("bad placeholder in the %s words for %r", self.language, source)
            return source.format_map(values)

    def _fact(self, name: str, value: object) -> object:
        """A fact as people say it; refusals.py tells which have words of their own."""
        if value == "":
            return self(NOTHING)
        if name in NAMES and value in NAMES[name]:
            return self(NAMES[name][str(value)])
        if not isinstance(value, int):
            return value
        if name in PLACES:
            return self(OFF_AND_BAR[value]) if value in OFF_AND_BAR else self(NUMBERED_PLACE, n=value)
        if name == "size" and value in SIZES:
            return self.term(SIZES[value])
        return duration(value) if name.endswith("_ms") else value

    def _notated(self, place: object) -> object:
        return {0: self.term("off"), 25: self.term("bar")}.get(place, place) if isinstance(place, int) else place


def _listed(text: Text) -> str | list[str]:
    return list(text) if isinstance(text, tuple) else text
