"""Comments of `.xg` files, which are RTF."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.notation.xg.rtf import as_rtf, plain_text
from tests.notation.hypothesis_settings import law

HEAD = (
    r"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fcharset0 Arial;}}{\colortbl;}{\*\generator Riched20;}\pard\fs20 "
)


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        (HEAD + r"two\par lines\par}", "two\nlines"),
        (HEAD + r"caf\'e9 \{or\} \\ bar\par}", "café {or} \\ bar"),
        (HEAD + r"{\b bold} and \i not\i0\par}", "bold and not"),
        (HEAD + r"\u8364?5 \u-10188?\u-8930? end}", "€5 \U0001d11e end"),
        (HEAD + r"a\tab b\emdash c\~d}", "a\tb\u2014c\u00a0d"),
        (r"{\rtf1\ansi\ansicpg932 \'93\'fa\'96\'7b}", "日本"),
        (r"{\rtf1\ansi\ansicpg99999 \'e9}", "é"),
        (r"{\rtf1\uc2\u246??x}", "öx"),
        ("plain words {with} braces", "plain words {with} braces"),
        ("", ""),
    ],
)
def test_the_words_are_kept_and_the_rest_is_not(rtf: str, text: str) -> None:
    assert plain_text(rtf) == text


@law
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t"), max_size=60).map(str.strip))
def test_a_text_is_itself_again(text: str) -> None:
    assert plain_text(as_rtf(text)) == text.strip()


@law
@given(
    st.lists(
        st.sampled_from(["{", "}", "\\", "\\u", "\\'", "rtf1", "-9999999999", "e9", "\\uc", "x", " ", "\\*", "\x00"])
    )
)
def test_nothing_escapes(pieces: list[str]) -> None:
    assert isinstance(plain_text("{\\rtf1" + "".join(pieces)), str)
