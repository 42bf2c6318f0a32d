"""Verifiable dice. Pure: `tavl verify` and a page in the browser repeat all of it. See docs/dice.md.

Three texts make a match's dice: the server's secret and one word of each player. All three are promised (by their
SHA-256) before any is revealed, so nobody can choose their own to suit the others. Roll `k` of game `g`, both counted
from one, is a function of these alone: repeated, it gives the same dice. Rolls for a wish before the first game belong
to game 0.

The secret is revealed when the match is over. If the match is reopened, all three texts are promised again. `proof`
checks all of it.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.acts import Event, tag_of
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.rules.text_kinds import Code, Proof
from tavl.table import acts
from tavl.table.terms import Sitting

METHOD = "tavl-dice-1"
MIN_WORD, MAX_WORD = 16, 128
WORD = re.compile(
    rf"[!-~]{{{MIN_WORD},{MAX_WORD}}}"
)  # printable, no spaces: the same bytes on every keyboard and screen
DIGEST = re.compile(r"[0-9a-f]{64}")
REOPENED_WAITS_FOR_WORDS_MS = 15_000  # of a reopened match, for which the server then draws: see `overdue`


def promise(text: str) -> str:
    """The SHA-256 of a text in hexadecimal, published before the text."""
    return hashlib.sha256(text.encode()).hexdigest()


def roll(secret: str, words: tuple[str, str], game: int, number: int) -> tuple[int, int]:
    """Roll `number` of game `game`: bytes of an HMAC-SHA256, without those from 252 up, so that all dice are equally
    likely."""
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
    """Promise a word by its SHA-256."""

    promise: str


class TellWord(DiceAction, frozen=True):
    """Reveal the word, once both have promised."""

    word: str


class SecretPromised(Event, frozen=True):
    """The first secret of a match, or another after it was reopened: then both players promise again too."""

    promise: Proof
    method: Code = METHOD


class WordPromised(Event, frozen=True):
    seat: Seat
    promise: Proof
    drawn_by_server: bool = False


class WordTold(Event, frozen=True):
    seat: Seat
    word: Proof
    withheld: bool = False  # not revealed in time: the promise is used in its place


class SecretTold(Event, frozen=True):
    """The match is over: everybody can compute its dice."""

    secret: Proof


class WordOverdue(Event, frozen=True):
    """In a reopened match somebody did not promise a word in time: both promise again, and the server for whoever does
    not. Never after a word was revealed: a player who knows it would get another draw."""

    seat: Seat


class WaitNoLongerForWords(Struct, frozen=True, tag=tag_of, tag_field="type"):
    """Taken by the server itself."""


AnyDiceAction = PromiseWord | TellWord
DiceEvent = SecretPromised | WordPromised | WordTold | SecretTold | WordOverdue


class Word(Struct, frozen=True):
    promise: str
    drawn_by_server: bool = False
    word: str | None = None
    withheld: bool = False


class FairDice(Struct, frozen=True, kw_only=True):
    """What is public about a match's dice, and how many rolls there have been."""

    promise: str | None = None
    words: tuple[Word | None, Word | None] = (None, None)
    secret: str | None = None
    game: int = 0
    rolls: int = 0  # of this game
    early: bool = False  # an early roll is counted already; the `rolled` that uses it is the same roll
    left_to_server: tuple[Seat, ...] = ()  # whose words the server draws from now on
    physical: bool = False  # the game's dice are on a physical board; only those for wishes and disputes are ours

    @property
    def promised(self) -> bool:
        return self.promise is not None and None not in self.words

    @property
    def revealed_words(self) -> tuple[str, str] | None:
        first, second = self.words
        if first is None or second is None or first.word is None or second.word is None:
            return None
        return first.word, second.word

    @property
    def any_revealed(self) -> bool:
        return any(word is not None and word.word is not None for word in self.words)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose word has not been revealed."""
        return tuple(seat for seat in SEATS if (word := self.words[seat]) is None or word.word is None)

    @property
    def ready(self) -> bool:
        return self.promise is not None and self.revealed_words is not None and self.secret is None

    def next_roll(self, secret: str) -> tuple[int, int]:
        words = self.revealed_words
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
        return refuse("bad_word", "T4.1.i", field="word", least=MIN_WORD, most=MAX_WORD)
    if not hmac.compare_digest(promise(action.word), word.promise):
        return refuse("not_the_word_promised", "T4.1.i", seat=int(seat))
    return [WordTold(seat, action.word)]


def overdue(dice: FairDice) -> list[DiceEvent]:
    """The wait is over. A word that is promised and not revealed is replaced by its promise, so that nothing is drawn
    again after a word was revealed; if a promise is missing, both promise again."""
    if not dice.promised:
        return [WordOverdue(seat) for seat in dice.missing]
    return [
        WordTold(seat, word.promise, withheld=True)
        for seat, word in zip(SEATS, dice.words, strict=True)
        if word is not None and word.word is None
    ]


def actions(dice: FairDice, seat: Seat) -> list[str]:
    """The types of the actions about the dice that this seat may take now."""
    word = dice.words[seat]
    if word is None:
        return ["promise_word"]
    return ["tell_word"] if dice.promised and word.word is None and not word.drawn_by_server else []


# After these events an early roll no longer counts; see `table/play/unenforced.py`.
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
    """Apply an event of a table's stream; most change nothing here."""
    if dice.early and isinstance(event, _CLEARS_EARLY):
        dice = replace(dice, early=False)
    match event:
        case acts.Opened(terms=terms):
            return FairDice(physical=terms.sitting is Sitting.RECORDED)
        case SecretPromised(promise=text):
            again = dice.secret is not None  # the secret is public by now, so the old words are useless
            return replace(dice, promise=text, secret=None, words=(None, None) if again else dice.words)
        case WordPromised(seat=seat, promise=text, drawn_by_server=drawn):
            return replace(dice, words=_with(dice.words, seat, Word(text, drawn)))
        case WordTold(seat=seat, word=text, withheld=withheld):
            before = dice.words[seat]
            if before is None:
                return dice
            return replace(dice, words=_with(dice.words, seat, replace(before, word=text, withheld=withheld)))
        case SecretTold(secret=text):
            return replace(dice, secret=text)
        case WordOverdue(seat=seat):
            left = tuple(sorted({*dice.left_to_server, seat}))
            return replace(dice, words=(None, None), left_to_server=left)
        case acts.SeatLeft():  # both promise again: the next player must not know the other's word beforehand
            return replace(dice, words=(None, None))
        case game_acts.GameStarted():
            return replace(dice, game=dice.game + 1, rolls=0)
        case game_acts.Rolled() if dice.early:
            return replace(dice, early=False)
        case acts.EarlyRolled() if not dice.physical:
            return replace(dice, rolls=dice.rolls + 1, early=True)
        case _:
            return dice if fell(dice, event) is None else replace(dice, rolls=dice.rolls + 1)


def fell(before: FairDice, event: object) -> tuple[int, int] | None:
    """The server's dice in this event, if any: not those on a physical board, and none twice."""
    match event:
        case acts.WishRolled(first=first, second=second) | acts.DisputeRolled(first=first, second=second):
            return first, second
        case game_acts.OpeningRolled(first=first, second=second) if not before.physical:
            return first, second
        case acts.EarlyRolled(dice=dice) if not before.physical:
            return dice.high, dice.low
        case game_acts.Rolled(dice=dice) if not before.physical and not before.early:
            return dice.high, dice.low
        case _:
            return None


def _with(words: tuple[Word | None, Word | None], seat: Seat, word: Word) -> tuple[Word | None, Word | None]:
    return (word, words[1]) if seat == Seat.FIRST else (words[0], word)
