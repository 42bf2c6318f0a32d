"""Dice that people can check."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tavl.rules import acts as game_acts
from tavl.rules.board import Dice
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat
from tavl.server import dice as fair
from tavl.server.dice import FairDice, PromiseWord, SecretPromised, SecretTold, TellWord, WordPromised, WordTold
from tavl.table.acts import SeatLeft

SECRET = "0123456789abcdef" * 4
WORDS = ("the-first-players-word", "the-second-players-word")


def whole(rolls: list[object]) -> list[object]:
    return [
        SecretPromised(fair.promise(SECRET)),
        WordPromised(Seat.FIRST, fair.promise(WORDS[0])),
        WordPromised(Seat.SECOND, fair.promise(WORDS[1])),
        WordTold(Seat.SECOND, WORDS[1]),
        WordTold(Seat.FIRST, WORDS[0]),
        game_acts.GameStarted(),
        *rolls,
        SecretTold(SECRET),
    ]


def honest() -> list[object]:
    opening = fair.roll(SECRET, WORDS, 1, 1)
    return whole(
        [game_acts.OpeningRolled(*opening), game_acts.Rolled(Seat.FIRST, Dice(*fair.roll(SECRET, WORDS, 1, 2)))]
    )


def dice_after(*events: object) -> FairDice:
    dice = FairDice()
    for event in events:
        dice = fair.evolve(dice, event)
    return dice


def test_published_vectors_are_met() -> None:
    page = (Path(__file__).parents[2] / "docs" / "dice.md").read_text()
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
    both = dice_after(*whole([])[:3])
    said = fair.decide(both, action)
    assert isinstance(said, Refused)
    assert said.code == code


def test_who_takes_a_seat_later_does_not_know_the_others_word() -> None:
    told = dice_after(*whole([])[:5])
    assert told.ready
    left = fair.evolve(told, SeatLeft(Seat.SECOND))
    assert left.words == (None, None)


def test_an_honest_match_is_proven() -> None:
    verdict = fair.verify(honest())
    assert verdict.proven
    assert verdict.rolls == 2


def test_every_kind_of_cheating_is_found() -> None:
    opening = game_acts.OpeningRolled(*fair.roll(SECRET, WORDS, 1, 1))
    first, second = fair.roll(SECRET, WORDS, 1, 2)
    loaded = whole([opening, game_acts.Rolled(Seat.FIRST, Dice(first % 6 + 1, second))])
    assert [(fault.code, fault.game, fault.roll) for fault in fair.verify(loaded).faults] == [("other_dice", 1, 2)]
    swapped = [SecretPromised("0" * 64), *honest()[1:]]
    assert fair.verify(swapped).faults[0].code == "other_secret"
    untold = honest()[:-1]
    assert [fault.code for fault in fair.verify(untold).faults] == ["secret_not_told"]
    late = honest()
    late[3], late[6] = late[6], late[3]  # a roll before the second word was told
    assert "rolled_before_words_were_told" in {fault.code for fault in fair.verify(late).faults}
