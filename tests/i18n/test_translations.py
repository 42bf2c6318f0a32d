"""How translations are looked up, and what happens if there is none."""

import doctest
import logging

import pytest

import tavl.i18n
from tavl.i18n import UnknownLanguage, UnknownTerm, catalogues, glossary, later, words
from tavl.i18n.catalogues import Message, parse


def catalogue(monkeypatch, **entries):
    """Danish as we say: English text to translation."""
    messages = {key: Message(key, text, ("web/static/board.js",)) for key, text in entries.items()}
    monkeypatch.setattr("tavl.i18n.translations.messages", lambda language: messages)


def test_the_example_at_the_head_of_the_package_holds():
    assert doctest.testmod(tavl.i18n) == (0, 4)


def test_english_is_the_text_itself():
    assert words("en")("{name} wins {points} points", name="Anna", points=2) == "Anna wins 2 points"


def test_a_text_without_values_keeps_its_braces():
    assert words("en")("{not a field}") == "{not a field}"


def test_a_known_text_is_translated_and_filled_in(monkeypatch):
    catalogue(monkeypatch, **{"{name} wins": "{name} vinder"})
    assert words("da")("{name} wins", name="Anna") == "Anna vinder"


def test_an_unknown_text_stays_english():
    assert words("sv")("no catalogue has {n} of this", n=3) == "no catalogue has 3 of this"


def test_a_wrong_placeholder_of_a_translator_falls_back_to_english(monkeypatch, caplog):
    catalogue(monkeypatch, **{"{name} wins": "{navn} vinder"})
    assert words("da")("{name} wins", name="Anna") == "Anna wins"
    assert "bad placeholder" in caplog.text


def test_a_value_that_the_caller_forgot_is_an_error():
    with pytest.raises(KeyError):
        words("en")("{name} wins {points}", name="Anna")


def test_one_word_can_have_several_senses(monkeypatch):
    catalogue(monkeypatch, **{"score\x04point": "point", "board\x04point": "punkt"})
    w = words("da")
    assert (w.sense("score", "point"), w.sense("board", "point"), w("point")) == ("point", "punkt", "point")


@pytest.mark.parametrize(("n", "text"), [(0, "0 mænd"), (1, "1 mand"), (2, "2 mænd")])
def test_a_plural_goes_by_its_number(monkeypatch, n, text):
    catalogue(monkeypatch, **{"{n} man": ("{n} mand", "{n} mænd")})
    assert words("da").plural("{n} man", "{n} men", n) == text


def test_a_plural_without_translation_is_english():
    assert [words("nb").plural("{n} gnu", "{n} gnus", n) for n in (1, 2)] == ["1 gnu", "2 gnus"]


def test_a_text_for_later_is_itself():
    assert later("x") == "x"


@pytest.mark.parametrize("tag", ["fr", "", "*", "english"])
def test_a_language_we_do_not_speak_is_refused_by_name(tag):
    with pytest.raises(UnknownLanguage, match="en, da, sv, nb"):
        words(tag)


@pytest.mark.parametrize("tag", ["nb", "no", "nn", "nb_NO.UTF-8", "NO"])
def test_norwegian_has_many_names(tag):
    assert words(tag).language == "nb"


def test_terms_come_from_the_glossary():
    assert [words(code).term("bar") for code in ("en", "da", "sv", "nb")] == ["bar"] * 4
    assert [words(code).term("off") for code in ("en", "da", "sv", "nb")] == ["off", "ud", "av", "av"]
    assert [words("da").term(name) for name in ("die", "dice", "to double", "double")] == [
        "terning",
        "terninger",
        "doble",
        "doble",
    ]
    assert words("en").term("backgammon (as a result)") == "backgammon"
    assert glossary.spellings("bar", "sv") == ("bar", "mur", "barriär")


def test_a_word_that_is_no_term_is_an_error():
    with pytest.raises(UnknownTerm, match="rook"):
        words("da").term("rook")


def test_a_catalogue_for_the_browser_has_the_messages_of_a_folder(monkeypatch):
    catalogue(monkeypatch, **{"Roll": "Slå", "{n} man": ("{n} mand", "{n} mænd")})
    w = words("da")
    assert w.catalogue("web/static/") == {"Roll": "Slå", "{n} man": ["{n} mand", "{n} mænd"]}
    assert w.catalogue("cli/") == {}
    assert w.catalogue(["Roll", "Unknown"]) == {"Roll": "Slå"}


def test_the_english_catalogue_says_what_it_is_asked():
    text = "It is not your turn."
    assert words("en").catalogue([text]) == {text: text}


def test_fuzzy_and_empty_entries_are_no_translations():
    po = 'msgid "a"\nmsgstr "A"\n\n#, fuzzy\nmsgid "b"\nmsgstr "B"\n\nmsgid "c"\nmsgstr ""\n'
    assert {key: message.translation for key, message in parse(po).items()} == {"a": "A"}


def test_a_broken_catalogue_leaves_english_words_and_a_line_in_the_log(monkeypatch, caplog):
    monkeypatch.setattr(catalogues, "po_text", lambda language: 'msgid "a"\noops "b"\n')
    with caplog.at_level(logging.ERROR):
        assert catalogues.messages.__wrapped__("da") == {}
    assert "the catalogue of da cannot be read" in caplog.text
