"""The rulebook in every language: complete, in the terms of the game, and searchable."""

from __future__ import annotations

import re

import pytest

from tavl.i18n import LANGUAGES
from tavl.rules.clauses import CLAUSES, TRANSLATED, clause, find, fold, load_yaml, translated
from tests.i18n.forbidden import ENGLISH, found_in

PARTS = ("title", "rule", "example")
REFERENCE = re.compile(r"\b\d\.\d(?:\.[ivx]+|\([ivx]+\))?(?:\.[a-d]\b|\([a-d]\))?")
CHECK_WORDS = re.compile(r"\b(is refused|is offered|on record|see T\d|as T\d|recordable)\b")


def test_the_rulebook_is_translated_into_every_language_that_tavl_speaks() -> None:
    assert {"en", *TRANSLATED} == set(LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_clause_has_a_title_a_rule_and_an_example(language: str) -> None:
    texts = load_yaml(language)
    assert list(texts) == [each.id for each in CLAUSES]
    assert [id for id, parts in texts.items() if tuple(parts) != PARTS or not all(parts.values())] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_clause_is_left_in_english(language: str) -> None:
    left = []
    for english in CLAUSES:
        read = translated(english, language)
        left += [english.id for part in ("rule", "example") if getattr(read, part) == getattr(english, part)]
        left += [
            f"{english.id}: {word}"
            for part in PARTS
            for word in re.findall(r"[a-z]+", getattr(read, part).lower())
            if word in ENGLISH
        ]
    assert left == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_rule_refers_to_the_same_clauses(language: str) -> None:
    wrong = [
        each.id
        for each in CLAUSES
        if sorted(REFERENCE.findall(each.rule)) != sorted(REFERENCE.findall(translated(each, language).rule))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_clauses_keep_to_one_form_of_each_word(language: str) -> None:
    texts = [getattr(translated(each, language), part) for each in CLAUSES for part in PARTS]
    assert found_in(texts, language) == []


def test_an_example_is_a_story_and_not_a_test_specification() -> None:
    for each in CLAUSES:
        assert each.example != each.check, each.id
        assert each.example.lstrip('"')[0].isupper(), each.id
        assert each.example[-1] in '.!"', each.id
        assert not CHECK_WORDS.search(each.example), each.id


def test_english_rules_say_they_of_a_player() -> None:
    generic = re.compile(r"\b(he|him|his|she|her|anew)\b")
    assert [each.id for each in CLAUSES if generic.search(each.rule)] == []


def test_english_is_the_clause_itself() -> None:
    late = clause("T2.2.iv")
    assert translated(late, "en") == late
    assert translated(late, "da").title == "Straf for at komme for sent"
    assert (translated(late, "sv").duty, translated(late, "sv").check) == (late.duty, late.check)


def ids(text: str, language: str = "en") -> list[str]:
    return [each.id for each in find(text, language)]


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_search_finds_everything(text: str) -> None:
    assert len(find(text)) == len(CLAUSES)


@pytest.mark.parametrize(
    ("text", "language", "id"),
    [
        ("t4.3.III", "en", "T4.3.iii"),
        ("baffle demand", "en", "T3.4.i"),
        ("brættet", "da", "G1.1"),
        ("braettet", "da", "G1.1"),
        ("HORLURAR", "sv", "T1.7.iii"),
        ("strømming", "nb", "T1.7.ii"),
        ("stromming", "nb", "T1.7.ii"),
    ],
)
def test_a_clause_is_found_by_its_id_or_its_words_in_the_readers_language(text: str, language: str, id: str) -> None:
    assert id in ids(text, language)


def test_every_word_of_a_search_must_be_there() -> None:
    assert "T1.7.iii" in ids("headphones")
    assert ids("headphones xylophone") == []
    assert "T1.7.iii" not in ids("headphones", "da")


def test_accents_and_capitals_do_not_count() -> None:
    assert fold("Ærø, ÅRE, komité, drøm") == "aero, are, komite, drom"
