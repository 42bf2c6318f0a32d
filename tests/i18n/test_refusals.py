"""Every refusal in the source has its sentence, in four languages."""

from string import Formatter

import pytest

from tavl.i18n import LANGUAGES, words
from tavl.i18n.refusals import REFUSALS
from tests.rulebook.source import refusals, refusals_in


def facts_by_code() -> dict[str, list[frozenset[str]]]:
    found: dict[str, list[frozenset[str]]] = {}
    for refusal in refusals():
        for code in refusal.codes:
            found.setdefault(code, []).append(refusal.facts if refusal.facts is not None else frozenset())
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_codes_and_facts_are_written_where_something_is_refused():
    unclear = [refusal.where for refusal in refusals() if not refusal.codes or refusal.facts is None]
    assert not unclear, f"write the code, and each fact by name, in the call itself: {unclear}"


def test_every_code_has_its_sentence():
    missing = sorted(set(facts_by_code()) - set(REFUSALS))
    assert not missing, f"add these codes to src/tavl/i18n/refusals.py: {missing}"


def test_every_sentence_is_used():
    unused = sorted(set(REFUSALS) - set(facts_by_code()))
    assert not unused, f"nothing is refused with these codes: {unused}"


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_sentence_uses_only_facts_that_every_such_refusal_has(code):
    always = frozenset.intersection(*facts_by_code().get(code, [frozenset()]))
    derived = {"move"} if {"source", "target"} <= always else set()
    assert placeholders(REFUSALS[code]) <= always | derived


@pytest.mark.parametrize("code", sorted(REFUSALS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_sentence_with_its_clause_at_the_end(language, code):
    facts = dict.fromkeys(sorted(facts_by_code().get(code, [frozenset()])[0]), 3)
    sentence = words(language).refusal(code, "G5.2", facts)
    assert sentence.endswith(" (G5.2).")
    assert "{" not in sentence
    assert sentence[0] == sentence[0].upper()


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        ("bar_first", {"source": 6}, "Du har stadig en brik på baren; den skal bringes ind først."),
        ("no_checker_there", {"source": 25}, "Du har ingen brik på baren."),
        ("no_checker_there", {"source": 6}, "Du har ingen brik på 6-punktet."),
        (
            "no_such_die",
            {"source": 25, "target": 22, "dice": ""},
            "bar/22 passer ikke med de terninger, der er tilbage: ingen.",
        ),
        ("forward_only", {"source": 3, "target": 0}, "3/ud går baglæns; brikker rykkes kun mod lavere punkter."),
        ("size_not_possible", {"size": 1}, "Dette resultat er ikke muligt her: almindeligt spil."),
        ("money_option_in_match_play", {"option": "jacoby"}, "Dette er ikke tilladt i kampe: Jacoby-reglen."),
        ("time_left", {"left_ms": 61_000}, "Tiden er ikke udløbet; der er 1:01 tilbage."),
    ],
)
def test_facts_are_said_as_people_say_them(code, facts, sentence):
    assert words("da").reason(code, facts) == sentence


def test_a_code_that_is_not_known_yet_still_gives_a_sentence():
    w = words("da")
    assert w.refusal("from_the_future", "T1.1", {"n": 3}) == "From the future: n 3 (T1.1)."
    assert w.refusal("from_the_future", "T1.1") == "From the future (T1.1)."


def test_the_reader_of_the_source_sees_choices_names_and_facts():
    source = """
def f(x):
    rule = "G1.1" if x else "G1.2"
    return refuse("a" if x else "b", rule, point=x)
def g(x):
    return Refused(code="c", rule=x, facts={"n": 1})
"""
    first, second = refusals_in(source, "file.py")
    assert (first.codes, first.rules, first.facts) == (("a", "b"), ("G1.1", "G1.2"), {"point"})
    assert (second.codes, second.rules, second.facts, second.where) == (("c",), (), {"n"}, "file.py:6")
