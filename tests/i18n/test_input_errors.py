"""Every error about a file, an amount or a list has its sentence in four languages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tavl.rating
import tavl.tournament
from tavl.i18n import LANGUAGES, words
from tavl.i18n.input_errors import FAULTS, FILES, LISTS, MONEY
from tavl.tournament.files.errors import FaultReason

PACKAGES = [Path(str(package.__file__)).parent for package in (tavl.rating, tavl.tournament)]


def codes_of(error: str) -> set[str]:
    """The first argument of every such error that tournaments and rating lists raise."""
    calls = [
        node
        for package in PACKAGES
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == error
    ]
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def test_every_code_has_its_sentence_and_every_sentence_is_used() -> None:
    assert set(FILES) == {str(reason) for reason in FaultReason}
    assert set(MONEY) | {"bad_amount", "bad_currency"} == codes_of("MoneyError")
    assert set(LISTS) == codes_of("ListError")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_a_sentence_in_every_language(language: str) -> None:
    w = words(language)
    for code in FAULTS:
        sentence = w.fault(code, found="x")
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert language == "en" or sentence != words("en").fault(code, found="x"), code


def test_the_line_and_the_field_stand_in_front() -> None:
    w = words("da")
    assert w.fault("bad_number", 3, "rating", "10x") == "Linje 3, rating: Dette tal passer ikke her: 10x."
    assert w.fault("bad_quotes", 3) == "Linje 3: Et anførselstegn er ikke lukket."
    assert w.fault("empty") == "Filen er tom."
    assert w.fault("bad_number") == "Dette tal passer ikke her: ingen."
    assert w.fault("from_the_future", found="7") == "From the future: 7."
