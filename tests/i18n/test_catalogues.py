"""The catalogues are complete: every text of the source is translated, with its placeholders."""

import copy
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Catalog

from tavl.i18n import LANGUAGES
from tavl.i18n.catalogues import messages, parse, po_text
from tavl.i18n.extract import (
    PACKAGE,
    TRANSLATED,
    collected,
    done,
    fill,
    read,
    texts_of,
    untranslated,
    unused,
    updated,
)
from tests.i18n.forbidden import UNNATURAL, UNNATURAL_IN_TEXTS, found_in, unnatural_in
from tests.i18n.prose import prose_of

HOW = "run `python -m tavl.i18n.extract`, translate what it prints, and give that file back with --fill"


@cache
def source() -> Catalog:
    return collected()


@cache
def catalogue(language: str) -> Catalog:
    return read(language)


def fields(text) -> set[str]:
    texts = [text] if isinstance(text, str) else text
    return {name for each in texts for _, name, _, _ in Formatter().parse(each) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_source_is_in_the_catalogue(language):
    known = {(message.id, message.context) for message in catalogue(language)}
    missing = [message.id for message in source() if message.id and (message.id, message.context) not in known]
    assert not missing, f"{HOW}: {missing}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_no_text_that_nothing_uses(language):
    left = list(unused({language: catalogue(language)}, source()))
    assert not left, f"run `python -m tavl.i18n.extract`, which removes them: {left}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_none_is_fuzzy(language):
    missing = list(untranslated({language: catalogue(language)}))
    assert not missing, f"{HOW}: {missing}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_placeholders_of_its_text(language):
    wrong = [m.id for m in catalogue(language) if m.id and done(m) and fields(m.string) != fields(m.id)]
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_ends_as_its_text_does(language):
    """A sentence with its full stop, a question with its mark, a label with nothing; spaces around it likewise."""
    pairs = [(m.source, m.translation) for m in messages(language).values() if isinstance(m.source, str)]
    ends = ".!?: "
    wrong = [
        source
        for source, translation in pairs
        if (source[-1] in ends or translation[-1] in ends) and source[-1] != translation[-1]
    ]
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_keeps_to_one_form_of_each_word(language):
    translations = [m.translation for m in messages(language).values()]
    texts = [text for each in translations for text in ([each] if isinstance(each, str) else each)]
    assert found_in(texts, language) == []


def test_english_texts_are_natural():
    ids = [message.id for message in source() if message.id]
    texts = [text for each in ids for text in ([each] if isinstance(each, str) else each)]
    assert unnatural_in(texts, UNNATURAL_IN_TEXTS) == []


def test_docstrings_and_comments_are_natural():
    files = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in (".py", ".js")]
    assert len(files) > 900
    found = {str(path.relative_to(PACKAGE)): unnatural_in(prose_of(path), UNNATURAL) for path in files}
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("this is no play", "there is no play"),
        ("it is no longer than that, anew", "it is no longer than that"),
        ("Its mean is nought", "Its mean is zero"),
        ("They do so no more: a reserve has come in", "no more than the match needs"),
        ("headphones and the like", "I like it"),
    ],
)
def test_unnatural_english_is_found(wrong, right):
    assert unnatural_in([wrong], UNNATURAL)
    assert unnatural_in([right], UNNATURAL) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_can_be_read_and_has_two_forms_of_a_plural(language):
    assert "nplurals=2; plural=(n != 1)" in po_text(language)
    assert parse(po_text(language))


def test_languages_are_listed_once_with_their_own_names():
    assert LANGUAGES == {"en": "English", "da": "Dansk", "sv": "Svenska", "nb": "Norsk"}


def test_texts_are_found_in_python():
    python = 'w("a")\nself.w(f"x{1}")\nprint(f"{w(\'b\')}")\nw("c" if x else "d", n=1)\nlater("e")\nw(name)\n'
    assert sorted(text for _, text, _ in texts_of(".py", python)) == ["a", "b", "c", "d", "e"]
    found = list(texts_of(".py", 'w.plural("{n} man", "{n} men", n)\nw.sense("board", "point")'))
    assert sorted(found, key=str) == [(1, ("{n} man", "{n} men"), None), (2, "point", "board")]


def test_texts_are_found_in_templates():
    html = '<h1>{{ w("Hello {name}", name=x) }}</h1>{% if w("b") %}{{ plural("{n} man", "{n} men", 2) }}{% endif %}'
    assert {text for _, text, _ in texts_of(".html", html)} == {"Hello {name}", "b", ("{n} man", "{n} men")}


def test_a_method_in_a_template_is_an_error_since_it_would_be_overlooked():
    with pytest.raises(ValueError, match=r"plural\(\.\.\.\)"):
        list(texts_of(".html", '{{ w.plural("{n} man", "{n} men", 2) }}'))


def test_texts_are_found_in_scripts():
    script = 'label.textContent = w("Roll");\nx(w.plural("{n} man", "{n} men", n), w.sense("board", "point"));'
    assert {(text, sense) for _, text, sense in texts_of(".js", script)} == {
        ("Roll", None),
        (("{n} man", "{n} men"), None),
        ("point", "board"),
    }


def small(*texts, **translated) -> Catalog:
    made = Catalog(locale="da")
    for text in texts:
        made.add(text)
    for text, translation in translated.items():
        made.add(text, translation)
    return made


def test_an_update_keeps_translations_and_adds_what_is_new():
    after = updated(small(Hello="Hej"), small("Hello", "New"))
    assert {m.id: m.string or "" for m in after if m.id} == {"Hello": "Hej", "New": ""}


def test_a_text_that_nothing_uses_is_removed_and_its_translation_is_told():
    danish = small("Other", Hello="Hej", Sent="Sendt")
    danish.obsolete["Sent"] = danish["Sent"]
    danish.delete("Sent")
    assert unused({"da": danish}, small("Other")) == {"Hello": {"da": "Hej"}, "Sent": {"da": "Sendt"}}
    after = updated(danish, small("Other"))
    assert [message.id for message in after if message.id] == ["Other"]
    assert after.obsolete == {}
    assert unused({"da": after}, small("Other")) == {}


def test_what_lacks_a_translation_can_be_filled_in():
    catalogues = {language: copy.deepcopy(small("Roll", Hello="Hej")) for language in ("da", "sv")}
    assert untranslated(catalogues) == {"Roll": {"da": "", "sv": ""}}
    assert fill(catalogues, {"Roll": {"da": "Slå", "sv": "Slå"}, "Gone": {"da": "x"}}) == ["Gone"]
    assert untranslated(catalogues) == {}
