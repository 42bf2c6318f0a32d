"""Dice that people can check. Pure: the whole of it is repeated by `tavl verify` and by a page in the browser.

Three texts make a match's dice: the server's secret and one word of each player. All three are promised (by their
SHA-256) before any is told, so nobody can choose his own to suit the others'. Roll `k` of game `g`, both counted from
one, is a function of all three and nothing else: asked twice it is the same, and nobody can ask for another.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.acts import Event, tag_of
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.table.acts import SeatLeft

METHOD = "tavl-dice-1"
WORD = re.compile(r"[!-~]{16,128}")  # printable, no spaces: the same bytes on every keyboard and screen
DIGEST = re.compile(r"[0-9a-f]{64}")


def promise(text: str) -> str:
    """What is published before the text is: its SHA-256, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def roll(secret: str, words: tuple[str, str], game: int, number: int) -> tuple[int, int]:
    """Roll `number` of game `game`: bytes of an HMAC-SHA256, those from 252 passed over so that all six are alike."""
    dice: list[int] = []
    block = 0
    while len(dice) < 2:
        message = "\n".join((METHOD, *words, str(game), str(number), str(block)))
        digest = hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest()
        dice += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return dice[0], dice[1]


class DiceAction(Struct, frozen=True, tag=tag_of, tag_field="type"):
    seat: Seat


class PromiseWord(DiceAction, frozen=True):
    """Promise a word of one's own, by its SHA-256."""

    promise: str


class TellWord(DiceAction, frozen=True):
    """Tell it, once both have promised."""

    word: str


class SecretPromised(Event, frozen=True):
    promise: str
    method: str = METHOD


class WordPromised(Event, frozen=True):
    seat: Seat
    promise: str
    drawn_by_server: bool = False


class WordTold(Event, frozen=True):
    seat: Seat
    word: str


class SecretTold(Event, frozen=True):
    """The match is over: everybody can repeat its dice."""

    secret: str


AnyDiceAction = PromiseWord | TellWord
DiceEvent = SecretPromised | WordPromised | WordTold | SecretTold


class Word(Struct, frozen=True):
    promise: str
    drawn_by_server: bool = False
    word: str | None = None


class FairDice(Struct, frozen=True, kw_only=True):
    """What everybody may know of a match's dice, and how many rolls it has had."""

    promise: str | None = None
    words: tuple[Word | None, Word | None] = (None, None)
    secret: str | None = None
    game: int = 0
    rolls: int = 0  # of this game

    @property
    def promised(self) -> bool:
        return self.promise is not None and None not in self.words

    @property
    def told(self) -> tuple[str, str] | None:
        first, second = self.words
        if first is None or second is None or first.word is None or second.word is None:
            return None
        return first.word, second.word

    @property
    def ready(self) -> bool:
        return self.promise is not None and self.told is not None and self.secret is None

    def next_roll(self, secret: str) -> tuple[int, int]:
        words = self.told
        assert words is not None
        return roll(secret, words, self.game, self.rolls + 1)


def decide(dice: FairDice, action: AnyDiceAction) -> list[DiceEvent] | Refused:
    seat = action.seat
    word = dice.words[seat]
    if isinstance(action, PromiseWord):
        if not DIGEST.fullmatch(action.promise):
            return refuse("bad_promise", "T4.1.i", field="promise")
        if word is not None:
            return refuse("word_promised_already", "T4.1.i", seat=int(seat))
        return [WordPromised(seat, action.promise)]
    if word is None or not dice.promised:
        return refuse("both_promise_first", "T4.1.i")
    if word.word is not None:
        return refuse("word_told_already", "T4.1.i", seat=int(seat))
    if not WORD.fullmatch(action.word):
        return refuse("bad_word", "T4.1.i", field="word")
    if not hmac.compare_digest(promise(action.word), word.promise):
        return refuse("not_the_word_promised", "T4.1.i", seat=int(seat))
    return [WordTold(seat, action.word)]


def actions(dice: FairDice, seat: Seat) -> list[str]:
    """The types of what this seat may do about the dice now."""
    word = dice.words[seat]
    if word is None:
        return ["promise_word"]
    return ["tell_word"] if dice.promised and word.word is None and not word.drawn_by_server else []


def evolve(dice: FairDice, event: object) -> FairDice:
    """Takes every event of a table's stream; most are none of its business."""
    match event:
        case SecretPromised(promise=text):
            return replace(dice, promise=text)
        case WordPromised(seat=seat, promise=text, drawn_by_server=drawn):
            return replace(dice, words=_with(dice.words, seat, Word(text, drawn)))
        case WordTold(seat=seat, word=text):
            before = dice.words[seat]
            return replace(dice, words=_with(dice.words, seat, replace(before, word=text))) if before else dice
        case SecretTold(secret=text):
            return replace(dice, secret=text)
        case SeatLeft():  # both promise anew: whoever comes must not know the other's word beforehand
            return replace(dice, words=(None, None))
        case game_acts.GameStarted():
            return replace(dice, game=dice.game + 1, rolls=0)
        case game_acts.OpeningRolled() | game_acts.Rolled():
            return replace(dice, rolls=dice.rolls + 1)
        case _:
            return dice


def _with(words: tuple[Word | None, Word | None], seat: Seat, word: Word) -> tuple[Word | None, Word | None]:
    return (word, words[1]) if seat == Seat.FIRST else (words[0], word)


class Fault(Struct, frozen=True):
    """Something in a match's dice that is not as promised: a code, and the game and roll where there is one."""

    code: str
    game: int = 0
    roll: int = 0
    said: Any = None
    should_be: Any = None


class Verdict(Struct, frozen=True):
    proven: bool
    rolls: int
    faults: tuple[Fault, ...]


def verify(events: Iterable[object]) -> Verdict:
    """Were a match's dice what the three texts make them? `events` is the whole stream of its table."""
    events = list(events)
    dice = FairDice()
    for event in events:
        dice = evolve(dice, event)
    faults = list(_promise_faults(dice))
    rolls = 0
    now = FairDice()
    for event in events:
        before, now = now, evolve(now, event)
        fell = _fell(event)
        if fell is None:
            continue
        rolls += 1
        if before.told is None:
            faults.append(Fault("rolled_before_words_were_told", now.game, now.rolls))
        if dice.secret is not None and dice.told is not None:
            should = roll(dice.secret, dice.told, now.game, now.rolls)
            if not _same(event, fell, should):
                faults.append(Fault("other_dice", now.game, now.rolls, list(fell), list(should)))
    return Verdict(not faults, rolls, tuple(faults))


def _promise_faults(dice: FairDice) -> Iterator[Fault]:
    if dice.promise is None:
        yield Fault("nothing_promised")
    if dice.secret is None:
        yield Fault("secret_not_told")
    elif dice.promise != promise(dice.secret):
        yield Fault("other_secret", said=dice.promise, should_be=promise(dice.secret))
    for seat in SEATS:
        word = dice.words[seat]
        if word is None or word.word is None:
            yield Fault("word_not_told", said=int(seat))
        elif word.promise != promise(word.word):
            yield Fault("other_word", said=word.promise, should_be=promise(word.word))


def _fell(event: object) -> tuple[int, int] | None:
    if isinstance(event, game_acts.OpeningRolled):
        return event.first, event.second
    if isinstance(event, game_acts.Rolled):
        return event.dice.high, event.dice.low
    return None


def _same(event: object, fell: tuple[int, int], should: tuple[int, int]) -> bool:
    if isinstance(event, game_acts.OpeningRolled):
        return fell == should
    return sorted(fell) == sorted(should)
