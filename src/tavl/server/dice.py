"""Dice that people can check. Pure: the whole of it is repeated by `tavl verify` and by a page in the browser.

Three texts make a match's dice: the server's secret and one word of each player. All three are promised (by their
SHA-256) before any is told, so nobody can choose his own to suit the others'. Roll `k` of game `g`, both counted from
one, is a function of all three and nothing else: asked twice it is the same, and nobody can ask for another. Rolls for
a wish before the first game are those of game 0.

The secret is told when the match is over. Should it be opened again, all three texts are promised anew.
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
from tavl.rules.texts import Code, Proof
from tavl.table import acts
from tavl.table.terms import Sitting

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
    """The first of a match, or another after it was opened again: then both players promise anew too."""

    promise: Proof
    method: Code = METHOD


class WordPromised(Event, frozen=True):
    seat: Seat
    promise: Proof
    drawn_by_server: bool = False


class WordTold(Event, frozen=True):
    seat: Seat
    word: Proof


class SecretTold(Event, frozen=True):
    """The match is over: everybody can repeat its dice."""

    secret: Proof


class WordOverdue(Event, frozen=True):
    """In a match opened again somebody did not promise or tell in time: both promise anew, and the server for him."""

    seat: Seat


class WaitNoLongerForWords(Struct, frozen=True, tag=tag_of, tag_field="type"):
    """The server's own."""


AnyDiceAction = PromiseWord | TellWord
DiceEvent = SecretPromised | WordPromised | WordTold | SecretTold | WordOverdue


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
    early: bool = False  # a roll that fell too early is counted; the `rolled` that takes it over is no further one
    left_to_server: tuple[Seat, ...] = ()  # whose words it draws from now on
    wood: bool = False  # the game's dice lie on a wooden board; only those for wishes and disputes fall here

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
    def missing(self) -> tuple[Seat, ...]:
        """Whose word has not been told."""
        return tuple(seat for seat in SEATS if (word := self.words[seat]) is None or word.word is None)

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


# Where the board in hand is cleared, an early roll is gone with it; see `table.challenge.follow`.
_CLEARS_EARLY = (
    game_acts.GameStarted,
    game_acts.OpeningRolled,
    game_acts.Doubled,
    game_acts.PlayReopened,
    game_acts.PositionSet,
    game_acts.TurnSet,
    game_acts.OutcomeSet,
    game_acts.MatchDecided,
    game_acts.DoubleAnnulled,
    acts.EarlyRollAnnulled,
)


def evolve(dice: FairDice, event: object) -> FairDice:
    """Takes every event of a table's stream; most are none of its business."""
    if dice.early and isinstance(event, _CLEARS_EARLY):
        dice = replace(dice, early=False)
    match event:
        case acts.Opened(terms=terms):
            return FairDice(wood=terms.sitting is Sitting.RECORDED)
        case SecretPromised(promise=text):
            again = dice.secret is not None  # the secret is known by now, so that the old words would be of no use
            return replace(dice, promise=text, secret=None, words=(None, None) if again else dice.words)
        case WordPromised(seat=seat, promise=text, drawn_by_server=drawn):
            return replace(dice, words=_with(dice.words, seat, Word(text, drawn)))
        case WordTold(seat=seat, word=text):
            before = dice.words[seat]
            return replace(dice, words=_with(dice.words, seat, replace(before, word=text))) if before else dice
        case SecretTold(secret=text):
            return replace(dice, secret=text)
        case WordOverdue(seat=seat):
            left = tuple(sorted({*dice.left_to_server, seat}))
            return replace(dice, words=(None, None), left_to_server=left)
        case acts.SeatLeft():  # both promise anew: whoever comes must not know the other's word beforehand
            return replace(dice, words=(None, None))
        case game_acts.GameStarted():
            return replace(dice, game=dice.game + 1, rolls=0)
        case game_acts.Rolled() if dice.early:
            return replace(dice, early=False)
        case acts.EarlyRolled() if not dice.wood:
            return replace(dice, rolls=dice.rolls + 1, early=True)
        case _:
            return dice if fell(dice, event) is None else replace(dice, rolls=dice.rolls + 1)


def fell(before: FairDice, event: object) -> tuple[int, int] | None:
    """The dice that fell here with this event, if any did: not those on wood, and none twice."""
    match event:
        case acts.WishRolled(first=first, second=second) | acts.DisputeRolled(first=first, second=second):
            return first, second
        case game_acts.OpeningRolled(first=first, second=second) if not before.wood:
            return first, second
        case acts.EarlyRolled(dice=dice) if not before.wood:
            return dice.high, dice.low
        case game_acts.Rolled(dice=dice) if not before.wood and not before.early:
            return dice.high, dice.low
        case _:
            return None


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
    """Were a match's dice what its texts make them? `events` is the whole stream of its table."""
    faults: list[Fault] = []
    rolls = 0
    for number, part in enumerate(_parts(events)):
        rolls += len(part.rolls)
        faults += part.faults
        if part.rolls or number == 0:  # opened again and not rolled any more: nothing hangs on the new words
            faults += _promise_faults(part.dice)
        secret, words = part.dice.secret, part.dice.told
        if secret is None or words is None:
            continue
        for event, dice, game, count in part.rolls:
            should = roll(secret, words, game, count)
            if not _same(event, dice, should):
                faults.append(Fault("other_dice", game, count, list(dice), list(should)))
    return Verdict(not faults, rolls, tuple(faults))


class Recomputed(Struct, frozen=True):
    """A roll as it fell, and as the three texts make it; none where they are not all told."""

    game: int
    roll: int
    fell: tuple[int, int]
    should_be: tuple[int, int] | None
    same: bool


def recomputed(events: Iterable[object]) -> Iterator[Recomputed]:
    """Every roll of a match, worked out again."""
    for part in _parts(events):
        secret, words = part.dice.secret, part.dice.told
        for event, dice, game, count in part.rolls:
            should = roll(secret, words, game, count) if secret is not None and words is not None else None
            yield Recomputed(game, count, dice, should, should is not None and _same(event, dice, should))


class _Part(Struct):
    """Of a stream: the rolls that one secret made. There is one, unless the match was opened again."""

    dice: FairDice  # as they stood at its end
    rolls: list[tuple[object, tuple[int, int], int, int]] = []
    faults: list[Fault] = []


def _parts(events: Iterable[object]) -> Iterator[_Part]:
    part = _Part(FairDice())
    for event in events:
        before = part.dice
        if isinstance(event, SecretPromised) and before.promise is not None:
            yield part
            part = _Part(before)
        now = part.dice = evolve(before, event)
        if isinstance(event, SecretPromised) and any(word and word.word for word in now.words):
            part.faults.append(Fault("promised_after_words_were_told"))
        dice = fell(before, event)
        if dice is not None:
            part.rolls.append((event, dice, now.game, now.rolls))
            if not before.ready:
                part.faults.append(Fault("rolled_before_words_were_told", now.game, now.rolls))
    yield part


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


def _same(event: object, dice: tuple[int, int], should: tuple[int, int]) -> bool:
    """Where each die is one player's the order counts."""
    if isinstance(event, game_acts.Rolled | acts.EarlyRolled):
        return sorted(dice) == sorted(should)
    return dice == should
