"""Verifiable dice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.dice.verifiable_dice import (
    FairDice,
    PromiseWord,
    SecretPromised,
    TellWord,
    WordPromised,
    WordTold,
)
from tavl.table.acts import SeatLeft

SECRET = "0123456789abcdef" * 4
WORDS = ("the-first-players-word", "the-second-players-word")


PROMISED = (
    SecretPromised(fair.promise(SECRET)),
    WordPromised(Seat.FIRST, fair.promise(WORDS[0])),
    WordPromised(Seat.SECOND, fair.promise(WORDS[1])),
)
TOLD = (WordTold(Seat.SECOND, WORDS[1]), WordTold(Seat.FIRST, WORDS[0]))


def dice_after(*events: object) -> FairDice:
    dice = FairDice()
    for event in events:
        dice = fair.evolve(dice, event)
    return dice


def test_published_vectors_are_met() -> None:
    page = (Path(__file__).parents[4] / "docs" / "dice.md").read_text()
    vectors = json.loads(page.split("```json")[1].split("```")[0])
    assert {text: fair.promise(text) for text in vectors["promises"]} == vectors["promises"]
    for row in vectors["rolls"]:
        rolled = fair.roll(row["secret"], (row["words"][0], row["words"][1]), row["game"], row["roll"])
        assert list(rolled) == row["dice"], row


def test_a_retry_repeats_the_roll_and_every_roll_depends_on_all_three_texts() -> None:
    asked = fair.roll(SECRET, WORDS, 2, 5)
    assert asked == fair.roll(SECRET, WORDS, 2, 5)

    def first_forty(secret: str, words: tuple[str, str]) -> list[tuple[int, int]]:
        return [fair.roll(secret, words, 2, k) for k in range(40)]

    rolls = first_forty(SECRET, WORDS)
    assert rolls != first_forty(SECRET + "x", WORDS)
    assert rolls != first_forty(SECRET, (WORDS[0] + "x", WORDS[1]))
    assert rolls != first_forty(SECRET, (WORDS[1], WORDS[0]))


@pytest.mark.rule("T4.1.i")
def test_no_number_is_favoured() -> None:
    """36,000 rolls; chi-squared over the 36 pairs is below its 0.1% point for 35 degrees of freedom."""
    counts = Counter(fair.roll(SECRET, WORDS, g, k) for g in range(1, 11) for k in range(1, 3601))
    chi = sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))
    assert chi < 66.6


def test_words_are_told_only_after_both_are_promised() -> None:
    one = dice_after(SecretPromised("0" * 64), WordPromised(Seat.FIRST, fair.promise(WORDS[0])))
    early = fair.decide(one, TellWord(Seat.FIRST, WORDS[0]))
    assert isinstance(early, Refused)
    assert early.code == "both_promise_first"
    both = fair.evolve(one, WordPromised(Seat.SECOND, fair.promise(WORDS[1])))
    assert fair.decide(both, TellWord(Seat.FIRST, WORDS[0])) == [WordTold(Seat.FIRST, WORDS[0])]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (TellWord(Seat.FIRST, "another-word-than-that"), "not_the_word_promised"),
        (TellWord(Seat.FIRST, "short"), "bad_word"),
        (TellWord(Seat.FIRST, "with spaces and more of it"), "bad_word"),
        (PromiseWord(Seat.FIRST, "0" * 64), "word_promised_already"),
        (PromiseWord(Seat.FIRST, "no digest"), "bad_promise"),
    ],
)
def test_what_was_promised_is_kept(action: fair.AnyDiceAction, code: str) -> None:
    both = dice_after(*PROMISED)
    said = fair.decide(both, action)
    assert isinstance(said, Refused)
    assert said.code == code


def test_who_takes_a_seat_later_does_not_know_the_others_word() -> None:
    told = dice_after(*PROMISED, *TOLD)
    assert told.ready
    left = fair.evolve(told, SeatLeft(Seat.SECOND))
    assert left.words == (None, None)


def test_a_word_that_is_not_told_in_time_is_replaced_by_its_promise() -> None:
    """Not by another draw: whoever knows the other's word would have two to choose from."""
    waiting = dice_after(*PROMISED, TOLD[0])
    assert fair.overdue(waiting) == [WordTold(Seat.FIRST, fair.promise(WORDS[0]), withheld=True)]
    assert dice_after(*PROMISED, TOLD[0], *fair.overdue(waiting)).ready
    assert fair.overdue(dice_after(*PROMISED[:2])) == [fair.WordOverdue(Seat.FIRST), fair.WordOverdue(Seat.SECOND)]
