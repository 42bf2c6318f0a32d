"""Proof of a match's dice, from its whole stream. Pure: `fair-dice.js` does the same in a browser.

Three things are checked. The texts: all three are promised before any is revealed, and nothing is promised again after
that. The rules: every game and every roll was due, and so was everything that makes another roll due. The dice: each
roll is what the three texts give. No stream can show whether a player really did what it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchAction
from tavl.rules.game import Game, Phase
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables.bots import is_bot_seat
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.dice.verifiable_dice import DiceEvent, FairDice, Word
from tavl.server.tables.hosting import BoardSet, HouseEvent
from tavl.table import acts
from tavl.table import table as tables
from tavl.table.play import unenforced
from tavl.table.play.arrangement import laid
from tavl.table.preparation.wishes import wishes_on
from tavl.table.table import Table
from tavl.table.terms import Ruler, Sitting


class Fault(Struct, frozen=True):
    """Something wrong with a match's dice: a code, and the game and roll if there is one."""

    code: str
    game: int = 0
    roll: int = 0
    said: Any = None
    should_be: Any = None


class ProofVerdict(Struct, frozen=True):
    proven: bool
    rolls: int
    faults: tuple[Fault, ...]


class Recomputed(Struct, frozen=True):
    """A roll as recorded, and as the three texts give it; None if they are not all revealed."""

    game: int
    roll: int
    fell: tuple[int, int]
    should_be: tuple[int, int] | None
    same: bool


def verify(events: Iterable[object], versions: Iterable[int] | None = None) -> ProofVerdict:
    """Check that a match's dice are what its texts give. `events` is the whole stream of its table, `versions` their
    numbers in it if they are known."""
    faults: list[Fault] = []
    numbers = [] if versions is None else list(versions)
    if numbers != list(range(1, len(numbers) + 1)):
        faults.append(Fault("not_whole"))
    rolls = 0
    parts = list(_parts(events))
    for part in parts:
        rolls += len(part.rolls)
        faults += part.faults
        if part.rolls or part is parts[-1]:  # without rolls (a seat was given up) nothing depends on these texts
            faults += _secret_faults(part)
        if part.rolls:
            faults += _word_faults(part)
        for each in part.recomputed():
            if each.should_be is not None and not each.same:
                faults.append(Fault("other_dice", each.game, each.roll, list(each.fell), list(each.should_be)))
    return ProofVerdict(not faults, rolls, tuple(faults))


def recomputed(events: Iterable[object]) -> Iterator[Recomputed]:
    """Every roll of a match, computed again."""
    for part in _parts(events):
        yield from part.recomputed()


class _Part(Struct):
    """The part of a stream whose rolls one secret made. There is one unless a match was reopened or a seat given up."""

    dice: FairDice  # at its end
    words: tuple[Word | None, Word | None] = (None, None)  # the last ones, revealed or not
    rolls: list[tuple[object, tuple[int, int], int, int]] = []
    faults: list[Fault] = []

    def recomputed(self) -> Iterator[Recomputed]:
        secret = self.dice.secret
        first, second = (word.word if word else None for word in self.words)
        for event, dice, game, count in self.rolls:
            should = None
            if secret is not None and first is not None and second is not None:
                should = fair.roll(secret, (first, second), game, count)
            yield Recomputed(game, count, dice, should, should is not None and _same(event, dice, should))


def _parts(events: Iterable[object]) -> Iterator[_Part]:
    replay = _Replay()
    part = _Part(replay.dice)
    for event in events:
        if isinstance(event, fair.SecretPromised) and part.dice.promise is not None:
            yield part
            part = _Part(replay.dice)
        before = replay.dice
        part.faults += replay.take(event)
        now = part.dice = replay.dice
        if not replay.spoilt:
            part.words = now.words
        dice = fair.fell(before, event)
        if dice is not None:
            part.rolls.append((event, dice, now.game, now.rolls))
            if not before.ready:
                part.faults.append(Fault("rolled_before_words_were_told", now.game, now.rolls))
    if replay.table is None:
        part.faults.append(Fault("not_whole"))
    yield part


def _secret_faults(part: _Part) -> Iterator[Fault]:
    dice = part.dice
    if dice.promise is None:
        yield Fault("nothing_promised")
    if dice.secret is None:
        yield Fault("secret_not_told")
    elif dice.promise != fair.promise(dice.secret):
        yield Fault("other_secret", said=dice.promise, should_be=fair.promise(dice.secret))


def _word_faults(part: _Part) -> Iterator[Fault]:
    for seat in SEATS:
        word = part.words[seat]
        if word is None or word.word is None:
            yield Fault("word_not_told", said=int(seat))
        elif word.promise != (word.word if word.withheld else fair.promise(word.word)):
            yield Fault("other_word", said=word.promise, should_be=fair.promise(word.word))


def _same(event: object, dice: tuple[int, int], should: tuple[int, int]) -> bool:
    """If each die belongs to one player, the order counts."""
    if isinstance(event, game_acts.Rolled | acts.EarlyRolled):
        return sorted(dice) == sorted(should)
    return dice == should


# Errors that a forged stream can cause in the rules.
_UNHEARD_OF = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class _Replay:
    """Replays the stream through the rules, event by event. Every event is applied; those that were not due are
    reported as faults."""

    def __init__(self) -> None:
        self.dice = FairDice()
        self.table: Table | None = None
        self.early: acts.EarlyRolled | None = None  # until its turn has come, or it is annulled
        self.caused = False  # an earlier event allows the board to be set up differently
        self.spoilt = False  # a seat was given up after a word was revealed: another secret must be promised

    def take(self, event: object) -> list[Fault]:
        codes: list[str] = []
        if self.table is not None:
            found = (self._text_fault(self.table, event), self._rule_fault(self.table, event))
            codes = [code for code in found if code]
        if not self._follow(event) and not codes:
            codes = ["not_by_the_rules"]
        tag = getattr(event, "__struct_config__", None)
        return [Fault(code, self.dice.game, said=tag.tag if tag else None) for code in codes]

    def _follow(self, event: object) -> bool:
        self._note(event)
        self.dice = fair.evolve(self.dice, event)
        if not self.dice.early:
            self.early = None
        try:
            if isinstance(event, acts.Opened):
                self.table = Table.open(event.terms)
            elif self.table is not None and not isinstance(event, DiceEvent | HouseEvent):
                self.table = tables.evolve(self.table, event, self.table.last_at)  # type: ignore[arg-type]
        except _UNHEARD_OF:
            return False
        return True

    def _note(self, event: object) -> None:
        if isinstance(event, acts.SeatLeft) and self.dice.any_revealed and self.dice.secret is None:
            self.spoilt = True
        elif isinstance(event, fair.SecretPromised) and self.dice.secret is not None:
            self.spoilt = False
        elif isinstance(event, acts.EarlyRolled):
            self.early = event
        if isinstance(event, _CAUSES):
            self.caused = True
        elif isinstance(event, _PLAY):
            self.caused = False

    # the three texts

    def _text_fault(self, table: Table, event: object) -> str | None:
        dice, told = self.dice, self.dice.any_revealed
        match event:
            case fair.SecretPromised():
                if told and dice.secret is None:
                    return "promised_after_words_were_told"
                return "promised_again" if dice.promise is not None and dice.secret is None else None
            case fair.WordPromised(seat=seat):
                if dice.secret is not None:
                    return None  # no roll can come of it
                if told or self.spoilt:
                    return "promised_after_words_were_told"
                return "promised_again" if dice.words[seat] is not None else None
            case fair.WordTold(seat=seat, withheld=withheld):
                if not dice.promised:
                    return "told_before_all_were_promised"
                told_already = seat not in dice.missing
                return "told_again" if told_already or (withheld and not table.begun) else None
            case fair.WordOverdue(seat=seat):
                due = table.begun and not told and dice.secret is None and seat in dice.missing
                return None if due else "words_drawn_again"
            case acts.SeatLeft():
                return "words_drawn_again" if table.begun else None
            case fair.SecretTold():
                if dice.secret is not None:
                    return "told_again"
                return None if table.over or self.spoilt else "secret_told_too_soon"
            case _:
                return None

    # the rules

    def _rule_fault(self, table: Table, event: object) -> str | None:
        """Why this could not happen now, if a roll depends on it. On a physical board the game's dice are not ours."""
        match event:
            case acts.Opened():
                return "not_whole"
            case game_acts.GameStarted():
                return None if self._playable(table, game_acts.StartGame(Seat.FIRST)) else "game_not_due"
            case acts.WishRolled(topic=topic):
                settled = any(each.topic is topic for each in table.setup.settled)
                due = not table.begun and not settled and len(wishes_on(table, topic)) == len(SEATS)
            case acts.DisputeRolled():
                open_now, nobody = table.disputes.open, table.terms.ruler is Ruler.NOBODY
                due = open_now is not None and nobody and open_now.roll_wanted == frozenset(SEATS)
            case game_acts.OpeningRolled() | game_acts.Rolled() | acts.EarlyRolled() if not self.dice.physical:
                due = self._roll_due(table, event)
            case _:
                if self.dice.physical or self._by_the_rules(table, event):
                    return None
                return "not_by_the_rules"
        return None if due else "roll_not_due"

    def _playable(self, table: Table, action: MatchAction, roll: tuple[int, int] | None = None) -> bool:
        if table.aborted or not table.full or table.frozen or table.suspended:
            return False
        return not isinstance(matches.decide(table.match, action, roll), Refused)

    def _roll_due(self, table: Table, event: object) -> bool:
        match event:
            case game_acts.OpeningRolled(first=first, second=second):
                opening = table.match.game is not None and table.match.game.phase is Phase.OPENING
                return opening and self._playable(table, game_acts.Roll(Seat.FIRST), (first, second))
            case game_acts.Rolled(seat=seat, dice=dice):
                early = self.early
                if early is not None and (early.seat, early.dice) != (seat, dice):
                    return False
                opening = table.match.game is not None and table.match.game.phase is Phase.OPENING
                return not opening and self._playable(table, game_acts.Roll(seat), (dice.high, dice.low))
            case acts.EarlyRolled(seat=seat, dice=dice):
                game = table.match.game
                if game is None or table.terms.sitting is Sitting.ENFORCED or table.frozen or table.over:
                    return False
                answer = unenforced.rolled(table, game, seat, (dice.high, dice.low))
                return not isinstance(answer, Refused) and isinstance(answer[0], acts.EarlyRolled)
        return False

    def _by_the_rules(self, table: Table, event: object) -> bool:
        game, hand = table.match.game, table.handling
        ruled = table.terms.ruler is not Ruler.NOBODY
        match event:
            case game_acts.Played():
                return game is not None and not table.frozen and self._play_is_possible(table, game, event)
            case game_acts.Doubled(seat=seat):
                return self.early is None and self._playable(table, game_acts.Double(seat))
            case game_acts.Taken(seat=seat):
                return self._playable(table, game_acts.Take(seat))
            case game_acts.Dropped(seat=seat):
                return self._playable(table, game_acts.Drop(seat))
            case game_acts.Beavered(seat=seat):
                return self._playable(table, game_acts.Beaver(seat))
            case game_acts.ResignationOffered():
                return game is not None and game.phase in (Phase.TO_ROLL, Phase.TO_PLAY) and game.resignation is None
            case game_acts.ResignationAccepted(seat=seat):
                return self._playable(table, game_acts.AcceptResignation(seat))
            case game_acts.ResignationRefused(seat=seat):
                return self._playable(table, game_acts.RefuseResignation(seat))
            case game_acts.SessionEnded(seat=seat):
                return self._playable(table, game_acts.EndSession(seat))
            case acts.EarlyRollAnnulled():
                return hand.early_roll is not None and hand.early_roll_asked
            case acts.PlayFlagged():
                return hand.open_play
            case game_acts.PlayReopened():
                return self.caused and hand.open_play
            case (
                game_acts.PositionSet()
                | game_acts.TurnSet()
                | game_acts.OutcomeSet()
                | game_acts.DoubleAnnulled()
                | game_acts.MatchReopened()
            ):
                return self.caused
            case BoardSet():  # nothing counts, and only a bot plays against it
                return not table.terms.rated and any(map(is_bot_seat, table.seats))
            case acts.Ruled():
                return ruled
            case acts.FactsAccepted(seat=seat):
                return hand.claim is not None and hand.claim.asked == seat
            case acts.DisputeRaised():
                return table.disputes.open is None
            case acts.DisputeSettled(id=id):
                return table.disputes.open is not None and table.disputes.open.id == id
            case acts.Corrected():
                return ruled or self.caused or table.corrections.asked is not None
            case acts.PenaltyGiven():
                return table.terms.keeps_conduct
            case _:
                return True

    def _play_is_possible(self, table: Table, game: Game, event: game_acts.Played) -> bool:
        if table.terms.sitting is not Sitting.ENFORCED:
            return not isinstance(laid(table, game, event.seat, event.moves, event.result.mirror()), Refused)
        answer = matches.decide(table.match, game_acts.MakePlay(event.seat, event.moves))
        return not isinstance(answer, Refused) and answer[0] == game_acts.Played(event.seat, event.moves, event.result)


# After these the board may be set up differently, until somebody plays on.
_CAUSES = (acts.Ruled, acts.DisputeSettled, acts.FactsAccepted, acts.Corrected, acts.PenaltyGiven, BoardSet)
_PLAY = (
    game_acts.GameStarted,
    game_acts.OpeningRolled,
    game_acts.Rolled,
    acts.EarlyRolled,
    game_acts.Played,
    game_acts.Doubled,
    game_acts.Taken,
    game_acts.Dropped,
    game_acts.Beavered,
    game_acts.ResignationOffered,
    game_acts.ResignationAccepted,
    game_acts.ResignationRefused,
)
