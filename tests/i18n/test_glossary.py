"""The glossary has every term in four languages, and its words are those that the catalogues use."""

from __future__ import annotations

import ast
import re

import pytest
from babel.messages.catalog import Message

from tavl.i18n import LANGUAGES, glossary
from tavl.i18n.extract import PACKAGE, TRANSLATED, read

MIN_SHARE = 0.85  # of the texts with a term: a sentence may do without the noun
# One English word with several meanings, or a verb, which other languages write in ways that no stem covers.
AMBIGUOUS = {
    *("point", "roll", "doubles", "move", "enter", "take", "drop", "off", "turn", "hit", "bear off", "double"),
    *("redouble", "resign", "single game", "game", "break", "division", "appeal", "backgammon board"),
}
IN_THE_RULEBOOK_ONLY = {"score point", "outer home", "closed board"}


def test_every_term_has_a_word_in_every_language():
    for name in glossary.entries():
        for language in LANGUAGES:
            assert all(word and "(" not in word for word in glossary.spellings(name, language)), name


def test_every_term_that_the_source_asks_for_is_in_the_glossary():
    asked = {
        (path.name, node.args[0].value)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("term", "spellings")
        if node.args and isinstance(node.args[0], ast.Constant)
    }
    assert ("translations.py", "bar") in asked
    for _, name in asked:
        assert glossary.term(name, "en")


def texts(value: str | list[str] | tuple[str, ...]) -> str:
    """All forms of a message, without what is filled in."""
    return re.sub(r"\{.*?\}", "", value if isinstance(value, str) else "\n".join(value)).casefold()


def has(term: str, message: Message) -> bool:
    word = re.escape(term.casefold())
    return re.search(rf"(?<![\w-]){word}(?:s|es)?(?![\w-])", texts(message.id)) is not None


def uses(message: Message, spellings: tuple[str, ...]) -> bool:
    """Inflected or in a compound: without its last two letters each word is found."""
    translated = texts(message.string)
    stems = ([re.escape(part.casefold()[: max(3, len(part) - 2)]) for part in word.split()] for word in spellings)
    return any(re.search(".*".join(parts), translated, re.DOTALL) for parts in stems)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogues_use_the_glossarys_words(language: str) -> None:
    messages = [message for message in read(language) if message.id]
    strays = {}
    for term in glossary.entries():
        if term in AMBIGUOUS | IN_THE_RULEBOOK_ONLY:
            continue
        there = [message for message in messages if has(term, message)]
        assert there, f"no text has {term!r}"
        other = [message.id for message in there if not uses(message, glossary.spellings(term, language))]
        if len(other) > (1 - MIN_SHARE) * len(there):
            strays[term] = other
    assert strays == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_term_alone_is_translated_by_a_word_of_the_glossary(language: str) -> None:
    """A heading or a button that is nothing but the term."""
    alone = {texts(message.id): message for message in read(language) if message.id}
    found = {term: alone[term.casefold()] for term in glossary.entries() if term.casefold() in alone}
    assert len(found) > 15
    wrong = {
        term: message.string
        for term, message in found.items()
        if term not in AMBIGUOUS and not uses(message, glossary.spellings(term, language))
    }
    assert wrong == {}


def test_what_is_excused_is_in_the_glossary() -> None:
    assert set(glossary.entries()) >= AMBIGUOUS | IN_THE_RULEBOOK_ONLY
