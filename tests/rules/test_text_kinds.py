"""Strings in events are classified by their types, so that none is forgotten."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.rules.acts import Event
from tavl.rules.text_kinds import Clause, Code, Holds, Person, Proof, Words, strings_in, words_of, words_or


class Inner(Struct, frozen=True):
    plain: str
    code: Code | None = None


class Example(Event, frozen=True):
    told: Words
    inner: tuple[Inner, ...]
    either: Annotated[str, words_or("late")] | None = None
    what: Annotated[str, words_or("clock", "board")] = ""
    count: int = 0


def test_a_string_that_is_declared_as_nothing_is_found():
    assert list(strings_in(Example)) == [
        ("told", Holds.WORDS),
        ("inner.plain", None),
        ("inner.code", Holds.CODE),
        ("either", Holds.WORDS),
        ("what", Holds.WORDS),
    ]


def test_words_are_found_by_field_with_the_codes_that_may_stand_there():
    assert words_of(Example) == (("told", frozenset()), ("what", frozenset({"clock", "board"})))
    assert words_of(Inner) == ()


def test_a_string_with_another_meaning_of_its_own_is_still_to_be_declared():
    class Short(Struct):
        plain: Annotated[str, Meta(max_length=3)]
        short: Annotated[Words, Meta(max_length=3)]
        many: Annotated[tuple[Annotated[str, "no meta"], ...], Meta(max_length=3)] = ()

    assert list(strings_in(Short)) == [("plain", None), ("short", Holds.WORDS), ("many", None)]
    assert words_of(Short) == (("short", frozenset()),)


def test_each_kind_says_what_it_holds():
    kinds = {"words": Words, "person": Person, "clause": Clause, "code": Code, "proof": Proof}
    assert {name: next(strings_in(kind))[1] for name, kind in kinds.items()} == {name: Holds(name) for name in kinds}
