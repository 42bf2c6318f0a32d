"""The catalogues: one gettext .po file a language, read as it is, so that nothing has to be compiled.

A message is a string, or a pair (one, many) for a plural. The keys are those of gettext: the English text, for a
plural the English singular, with its sense in front where a word has several (`sense` + U+0004 + text).
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import resources
from typing import NamedTuple

LANGUAGES = {"en": "English", "da": "Dansk", "sv": "Svenska", "nb": "Norsk"}
"""What tavl speaks, each language by its own name."""

SOURCE_LANGUAGE = "en"
SENSE_END = "\x04"

Text = str | tuple[str, str]


class Message(NamedTuple):
    source: Text
    translation: Text
    files: tuple[str, ...]  # where it is used, below src/tavl


def key_of(text: str, sense: str | None = None) -> str:
    return f"{sense}{SENSE_END}{text}" if sense else text


def po_text(language: str) -> str:
    folder = resources.files("tavl.i18n") / "locale" / language / "LC_MESSAGES"
    return (folder / "tavl.po").read_text(encoding="utf-8")


@cache
def messages(language: str) -> dict[str, Message]:
    """All messages of a language that have a translation; in the source language each is its own translation.

    If a catalogue cannot be read, the reader gets English: an error to log and for the tests to catch,
    not a reason to stop a match.
    """
    if language == SOURCE_LANGUAGE:
        others = [messages(other) for other in LANGUAGES if other != SOURCE_LANGUAGE]
        merged = {key: message for other in others for key, message in other.items()}
        return {key: message._replace(translation=message.source) for key, message in merged.items()}
    try:
        return parse(po_text(language))
    except (OSError, ValueError, LookupError) as error:
        logging.getLogger(__name__).error("the catalogue of %s cannot be read: %s", language, error)
        return {}


def parse(po: str) -> dict[str, Message]:
    """Raises ValueError for text that is not a catalogue. Fuzzy and empty entries are left out, as gettext does."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(iter(po.splitlines(keepends=True)), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from None
    found: dict[str, Message] = {}
    for entry in catalogue:
        source, translation = _text(entry.id), _text(entry.string)
        if not entry.id or entry.fuzzy or not translation or not all(translation):
            continue
        if isinstance(source, tuple) != isinstance(translation, tuple):
            continue
        key = key_of(source[0] if isinstance(source, tuple) else source, entry.context)
        found[key] = Message(source, translation, tuple(dict.fromkeys(name for name, _ in entry.locations)))
    return found


def _text(text: object) -> Text:
    """Babel's ids and strings: a string, or the two forms of a plural. All four languages have just those two."""
    if isinstance(text, str):
        return text
    one, many = text if isinstance(text, list | tuple) and len(text) == 2 else ("", "")
    return (one or "", many or "")
