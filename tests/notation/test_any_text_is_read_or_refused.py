"""Any text that is typed or pasted is read, or a NotationError says where it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl import Dice, Position
from tavl.notation import (
    NotationError,
    match_from,
    parse_play,
    read_fibs,
    read_gnu_id,
    read_match_id,
    read_position_id,
    read_xgid,
    write_fibs,
    write_gnu_id,
    write_xgid,
)
from tavl.rules import RuleError
from tavl.rules.profile import SV_GRUND
from tests.example_counts import times
from tests.notation.hypothesis_settings import law
from tests.strategies import dice, positions

READERS: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "gnu": (read_gnu_id, ["4HPwATDgc/ABMA:cInpAAAAAAAE", "0HPkAyDgc8MRIA:AWl7ARAAAAAE", "jGfwCSDgu8GAUA:EREAAAAAAAAE"]),
    "match": (read_match_id, ["8InqADAAMAAE", "EhkAAAAAAAAE"]),
    "position": (read_position_id, ["4HPwATDgc/ABMA", "BwAAkAMAAAAAAA"]),
    "xgid": (
        read_xgid,
        ["XGID=bBBBCCB-----a--a-a-bbbbbA-:1:-1:-1:D:0:0:3:0:10", "-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10"],
    ),
    "fibs": (
        read_fibs,
        [
            "board:You:bo:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2"
            ":0:0:0",
        ],
    ),
}
PLAYS = ["8/5 6/5", "24/18*/15 13/7(2)", "bar/22, 6/off x2", "Cannot Move", "25-22 6-0", "barriär/20*(2);ud/av"]
ALPHABET = "0123456789/-*(): ,;xXbaroffudAVmurIÄ\u0308–→=+?\n\x00\ud800٣²"


def outcome(read: Callable[[str], object], text: str) -> object:
    """What was read, or the error, which must point into the text."""
    try:
        return read(text)
    except NotationError as error:
        said = error
    assert said.text == text
    assert 0 <= said.at <= len(text)
    return said


def mutated(text: str, seed: int) -> str:
    rng = Random(seed)
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.random()
        if kind < 0.3:
            del letters[at : at + rng.randint(1, 3)]
        elif kind < 0.6:
            letters.insert(at, rng.choice(ALPHABET))
        elif kind < 0.8 and letters:
            letters[at % len(letters)] = rng.choice(ALPHABET + text)
        else:
            letters[at:at] = letters[: rng.randint(0, 8)]
    return "".join(letters)


@pytest.mark.parametrize("form", READERS)
@settings(law, max_examples=times(120))
@given(st.text() | st.text(ALPHABET), st.integers(0, 2**32))
def test_of_ids(form: str, anything: str, seed: int) -> None:
    read, samples = READERS[form]
    outcome(read, anything)
    for sample in samples:
        outcome(read, mutated(sample, seed))


@settings(law, max_examples=times(150))
@given(st.text() | st.text(ALPHABET), st.integers(0, 2**32), positions, dice)
def test_of_plays(anything: str, seed: int, position: Position, roll: Dice) -> None:
    for text in [anything, *(mutated(play, seed) for play in PLAYS)]:
        outcome(lambda text: parse_play(text, position, roll), text)


@pytest.mark.parametrize("form", ["gnu", "xgid", "fibs"])
@settings(law, max_examples=times(120))
@given(st.integers(0, 2**32))
def test_what_could_be_read_can_be_written_and_played_on_or_is_refused(form: str, seed: int) -> None:
    read, samples = READERS[form]
    write: Callable[[Any], str] = {"gnu": write_gnu_id, "xgid": write_xgid, "fibs": write_fibs}[form]
    for sample in samples:
        said = outcome(read, mutated(sample, seed))
        if isinstance(said, NotationError):
            continue
        assert read(write(said)) == said or form == "fibs"  # whose line says some things twice, or not
        with suppress(RuleError):
            match_from(getattr(said, "situation", said), SV_GRUND)
