"""Matches in which somebody cheats. Each is a real one, played on to its end after the forgery, and every roll in it is
what its texts make it: computing the dice again shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tavl.rules import Terms, profile_named
from tavl.rules import acts as game
from tavl.rules.board import Dice, Position
from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.table import Ruler, Sitting, acts
from tavl.table.acts import Settlement, Topic
from tests.server.tables.dice.fair_matches import FairMatch

FIRST, SECOND = SEATS
Forged = list[Any]


def match(
    seed: int = 5, sitting: Sitting = Sitting.ENFORCED, profile: str = "dbf-tournament", **terms: Any
) -> FairMatch:
    fixed: dict[str, Any] = {"match": Terms(profile_named(profile), 3), "clock": None, "starts_at": None}
    fixed |= {"ruler": Ruler.NOBODY, "next_game_after_ms": 3000, "late_penalties_by_themselves": False}
    return FairMatch(seed, sitting=sitting, **{**fixed, **terms})


def challenge(**terms: Any) -> FairMatch:
    return match(sitting=Sitting.CHALLENGE, **terms)


def next_roll(played: FairMatch) -> tuple[int, int]:
    dice = played.state.dice  # type: ignore[union-attr]
    return dice.next_roll(played.kept[dice.promise or ""])


def in_phase(phase: Phase, turns: int = 2) -> Callable[[Any], bool]:
    return lambda table: bool((it := table.match.game) and it.phase is phase and it.turns >= turns)


def running(played: FairMatch) -> Any:
    assert played.table.match.game is not None
    return played.table.match.game


def forged(played: FairMatch, *events: Any) -> Forged:
    """With these in its stream, played on to its end."""
    played.happen(list(events))
    return played.play_out().events


def promise(played: FairMatch, seat: Seat) -> fair.WordPromised:
    return fair.WordPromised(seat, played.own_word().promise)


def tell(played: FairMatch, promised: fair.WordPromised) -> fair.WordTold:
    return fair.WordTold(promised.seat, played.kept[promised.promise])


def told(it: FairMatch) -> FairMatch:
    """Both words are promised and told."""
    it.promise_and_tell()
    it.promise_and_tell()
    assert it.state is not None
    assert it.state.dice.ready
    return it


# the three texts


def word_promised_again_after_the_other_was_told() -> Forged:
    it = match()
    first, second = promise(it, FIRST), promise(it, SECOND)
    chosen = promise(it, FIRST)
    return forged(it, first, second, tell(it, second), chosen, tell(it, chosen))


def second_word_promised_after_the_first_was_told() -> Forged:
    it = match()
    first, second = promise(it, FIRST), promise(it, SECOND)
    return forged(it, first, tell(it, first), second, tell(it, second))


def word_promised_again_before_any_was_told() -> Forged:
    it = match()
    first, second, again = promise(it, FIRST), promise(it, SECOND), promise(it, FIRST)
    return forged(it, first, second, again, tell(it, again), tell(it, second))


def words_overdue_after_both_were_told() -> Forged:
    it = told(match())
    first, second = promise(it, FIRST), promise(it, SECOND)
    return forged(it, fair.WordOverdue(FIRST), first, second, tell(it, first), tell(it, second))


def words_overdue_in_a_game() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    first, second = promise(it, FIRST), promise(it, SECOND)
    return forged(it, fair.WordOverdue(FIRST), first, second, tell(it, first), tell(it, second))


def words_overdue_before_the_match_has_begun() -> Forged:
    it = match()
    return forged(it, promise(it, FIRST), fair.WordOverdue(SECOND))


def seat_left_in_a_game() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, acts.SeatLeft(SECOND), acts.Seated(SECOND, "bo"))


def seat_left_and_words_promised_under_the_same_secret() -> Forged:
    it = told(match())
    left = len(it.log)
    it.happen([acts.SeatLeft(SECOND)])
    del it.log[left + 1 :]  # not what the server would do now: tell its secret and promise another
    it.fold_again()
    return forged(it, acts.Seated(SECOND, "bo"))


def secret_promised_after_the_words_were_told() -> Forged:
    it = told(match())
    chosen = it.own_word().promise
    return forged(it, fair.SecretPromised(chosen))


def secret_promised_again_before_any_word_was_told() -> Forged:
    it = match()
    return forged(it, fair.SecretPromised(it.own_word().promise))


def secret_told_in_a_game_and_another_promised() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    dice = it.state.dice  # type: ignore[union-attr]
    return forged(it, fair.SecretTold(it.kept[dice.promise or ""]))


def word_told_twice() -> Forged:
    it = match()
    first, second, other = promise(it, FIRST), promise(it, SECOND), promise(it, FIRST)
    return forged(it, first, second, tell(it, first), tell(it, second), tell(it, other))


def words_swapped() -> Forged:
    events = match().play_out().events
    return [replace(each, seat=each.seat.other) if isinstance(each, fair.WordTold) else each for each in events]


def word_left_out() -> Forged:
    events = match().play_out().events
    return [each for each in events if not (isinstance(each, fair.WordTold) and each.seat == SECOND)]


def word_withheld_before_the_match_has_begun() -> Forged:
    it = match()
    first, second = promise(it, FIRST), promise(it, SECOND)
    return forged(it, first, second, tell(it, first), fair.WordTold(SECOND, second.promise, withheld=True))


# rolls that were not due


def roll_discarded_by_a_stray_dispute_roll() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, acts.DisputeRolled(*next_roll(it)))


def roll_discarded_in_a_dispute_that_nobody_wants_rolled() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    it.happen([acts.DisputeRaised(1, "T5.1", FIRST)])
    rolled = acts.DisputeRolled(*next_roll(it))
    return forged(it, rolled, acts.DisputeSettled(1, Settlement.ROLL, upheld=False))


def roll_discarded_by_a_wish() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    it.happen([acts.Wished(FIRST, Topic.SEATS, "a"), acts.Wished(SECOND, Topic.SEATS, "b")])
    return forged(it, acts.WishRolled(Topic.SEATS, *next_roll(it)))


def game_started_again() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, game.GameStarted())


def opening_rolled_again() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY, turns=0))
    return forged(it, game.OpeningRolled(*next_roll(it)))


def rolled_twice_in_a_row() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY))
    return forged(it, game.Rolled(running(it).turn, Dice(*next_roll(it))))


def rolled_again_after_the_own_play() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, game.Rolled(running(it).turn.other, Dice(*next_roll(it))))


def rolled_while_a_double_waits_for_its_answer() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    turn = running(it).turn
    it.happen([game.Doubled(turn)])
    return forged(it, game.Rolled(turn, Dice(*next_roll(it))))


def rolled_in_a_dispute() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    it.happen([acts.DisputeRaised(1, "T5.1", FIRST)])
    rolled = game.Rolled(running(it).turn, Dice(*next_roll(it)))
    return forged(it, rolled, acts.DisputeSettled(1, Settlement.WITHDRAWN, upheld=False))


def early_roll_where_the_board_enforces() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY))
    return forged(it, acts.EarlyRolled(running(it).turn.other, Dice(*next_roll(it))))


def early(it: FairMatch) -> FairMatch:
    it.play_until(in_phase(Phase.TO_PLAY))
    it.happen([acts.EarlyRolled(running(it).turn.other, Dice(*next_roll(it)))])
    return it


def passed(it: FairMatch) -> game.Played:
    """The mover leaves everything where it is."""
    return game.Played(running(it).turn, (), running(it).position.mirror(), legal=False)


def early_roll_taken_over_with_other_dice() -> Forged:
    it = early(challenge())
    dice = it.table.handling.early_roll
    other = Dice(1, 1) if dice != Dice(1, 1) else Dice(6, 6)
    return forged(it, passed(it), game.Rolled(running(it).turn.other, other))


def early_roll_discarded_by_a_double() -> Forged:
    it = early(challenge())
    return forged(it, passed(it), game.Doubled(running(it).turn.other))


def early_roll_annulled_where_it_stands() -> Forged:
    it = early(challenge())
    dice = it.table.handling.early_roll
    assert dice is not None
    return forged(it, acts.EarlyRollAnnulled(dice))


# what makes another roll due


def play_that_ends_the_game_at_once() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY))
    won = Position.of("24:2 13:5 8:3 6:5", "off:15")
    return forged(it, game.Played(running(it).turn, (), won))


def play_by_the_wrong_player() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY))
    turn = running(it).turn
    return forged(it, game.Played(turn.other, (), running(it).position))


def play_with_other_dice() -> Forged:
    it = match().play_until(in_phase(Phase.TO_PLAY))
    here, dice = running(it).position, running(it).dice
    legal = {play.result for play in here.plays(dice)}
    others = (
        play for each in ((6, 6), (5, 5), (4, 4), (3, 3)) if Dice(*each) != dice for play in here.plays(Dice(*each))
    )
    play = next(play for play in others if play.result not in legal and len(play) == 4)
    moves = tuple((move.source, move.target) for move in play.moves)
    return forged(it, game.Played(running(it).turn, moves, play.result))


def play_left_out() -> Forged:
    events = match().play_out().events
    plays = [number for number, each in enumerate(events) if isinstance(each, game.Played)]
    return [*events[: plays[3]], *events[plays[3] + 1 :]]


def turn_set_without_a_ruling() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, game.TurnSet(running(it).turn.other))


def ruling_where_nobody_rules() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    ruled = acts.Ruled(id=1, rule="T5.1", reason="so", person="dora")
    return forged(it, ruled, game.TurnSet(running(it).turn.other))


def play_opened_again_after_the_next_roll() -> Forged:
    it = challenge().play_until(in_phase(Phase.TO_PLAY))
    mover = running(it).last.seat
    return forged(
        it, acts.PlayFlagged(mover, acts.Role.PLAYER, mover.other), acts.FactsAccepted(mover), game.PlayReopened()
    )


def drop_that_nobody_was_asked_for() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, game.Dropped(running(it).turn.other))


def resignation_that_nobody_offered() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    return forged(it, game.ResignationAccepted(running(it).turn))


# the stream itself


def cut_short_and_the_secret_told() -> Forged:
    it = match().play_until(in_phase(Phase.TO_ROLL))
    dice = it.state.dice  # type: ignore[union-attr]
    return [*it.events, fair.SecretTold(it.kept[dice.promise or ""])]


def cut_short_between_games() -> Forged:
    it = match(match=Terms(profile_named("dbf-tournament"), 99)).play_until(in_phase(Phase.OPENING, turns=0))
    it.play_until(in_phase(Phase.TO_ROLL, turns=1))
    turn = running(it).turn
    it.happen([game.Doubled(turn), game.Dropped(turn.other)])
    dice = it.state.dice  # type: ignore[union-attr]
    return [*it.events, fair.SecretTold(it.kept[dice.promise or ""])]


def without_its_beginning() -> Forged:
    return match().play_out().events[1:]


def opened_twice() -> Forged:
    events = match().play_out().events
    return [events[0], *events]


def event_written_twice() -> Forged:
    events = match().play_out().events
    at = next(number for number, each in enumerate(events) if isinstance(each, game.Rolled))
    return [*events[: at + 1], *events[at:]]


def game_after_the_end() -> Forged:
    it = match().play_out()
    words = [each.word for each in it.state.dice.words if each]  # type: ignore[union-attr]
    secret = it.events[-1].secret
    dice = fair.roll(secret, (words[0], words[1]), it.state.dice.game + 1, 1)  # type: ignore[union-attr, arg-type]
    return [*it.events, game.GameStarted(), game.OpeningRolled(*dice)]


FORGERIES: dict[Callable[[], Forged], str] = {
    word_promised_again_after_the_other_was_told: "promised_after_words_were_told",
    second_word_promised_after_the_first_was_told: "told_before_all_were_promised",
    word_promised_again_before_any_was_told: "promised_again",
    words_overdue_after_both_were_told: "words_drawn_again",
    words_overdue_in_a_game: "words_drawn_again",
    words_overdue_before_the_match_has_begun: "words_drawn_again",
    seat_left_in_a_game: "words_drawn_again",
    seat_left_and_words_promised_under_the_same_secret: "promised_after_words_were_told",
    secret_promised_after_the_words_were_told: "promised_after_words_were_told",
    secret_promised_again_before_any_word_was_told: "promised_again",
    secret_told_in_a_game_and_another_promised: "secret_told_too_soon",
    word_told_twice: "told_again",
    words_swapped: "other_word",
    word_left_out: "word_not_told",
    word_withheld_before_the_match_has_begun: "told_again",
    roll_discarded_by_a_stray_dispute_roll: "roll_not_due",
    roll_discarded_in_a_dispute_that_nobody_wants_rolled: "roll_not_due",
    roll_discarded_by_a_wish: "roll_not_due",
    game_started_again: "game_not_due",
    opening_rolled_again: "roll_not_due",
    rolled_twice_in_a_row: "roll_not_due",
    rolled_again_after_the_own_play: "roll_not_due",
    rolled_while_a_double_waits_for_its_answer: "roll_not_due",
    rolled_in_a_dispute: "roll_not_due",
    early_roll_where_the_board_enforces: "roll_not_due",
    early_roll_taken_over_with_other_dice: "roll_not_due",
    early_roll_discarded_by_a_double: "not_by_the_rules",
    early_roll_annulled_where_it_stands: "not_by_the_rules",
    play_that_ends_the_game_at_once: "not_by_the_rules",
    play_by_the_wrong_player: "not_by_the_rules",
    play_with_other_dice: "not_by_the_rules",
    play_left_out: "roll_not_due",
    turn_set_without_a_ruling: "not_by_the_rules",
    ruling_where_nobody_rules: "not_by_the_rules",
    play_opened_again_after_the_next_roll: "not_by_the_rules",
    drop_that_nobody_was_asked_for: "not_by_the_rules",
    resignation_that_nobody_offered: "not_by_the_rules",
    cut_short_and_the_secret_told: "secret_told_too_soon",
    cut_short_between_games: "secret_told_too_soon",
    without_its_beginning: "not_whole",
    opened_twice: "not_whole",
    event_written_twice: "roll_not_due",
    game_after_the_end: "rolled_before_words_were_told",
}
"""Each with the fault that both verifiers must find in it."""
