"""Mistakes become cards: which, how they are searched, what an answer is worth, and when a card comes again."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from tavl.analysis import Depth, MatchAnalysis, analyse
from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.match_analysis import CubeVerdict, ErrorKind, JudgedCube, Look
from tavl.analysis.reasons.phases import GamePhase, phase_of
from tavl.notation.record import Chances
from tavl.notation.situation import Situation
from tavl.practice.answers import (
    Grade,
    cube_loss,
    grade_of,
    judged_among,
    open_actions,
    reasons_against,
    result_of,
    stricter,
)
from tavl.practice.cards import card_of, cards_of, without_player
from tavl.practice.progress import MatchNumbers, Part, match_numbers, progress_of
from tavl.practice.schedule import Memory, review
from tavl.practice.search import Found, Search
from tavl.practice.search_facts import CubeAt, Facts
from tavl.practice.streaks import DAY, Answered, start_of_day, streak
from tavl.practice.themes import Theme, theme_of
from tavl.rules import Position, Refused, Seat, parse_position
from tests.analysis.matches import ODD, match_in, played

NOON = 20_000 * DAY + DAY // 2
MINUTE = 60_000


@cache
def analysed() -> MatchAnalysis:
    return analyse(played(), Depth.INSTANT)


# Which decisions


@pytest.mark.parametrize("seat", list(Seat))
def test_a_players_own_mistakes_are_cards_the_worst_first(seat: Seat) -> None:
    cards = cards_of(analysed(), seat)
    errors = [card.decision.error for card in cards]
    own = {each.error for each in analysed().decisions if each.seat == seat and each.error >= 0.02}
    assert errors == sorted(own, reverse=True)
    assert {card.decision.seat for card in cards} == {Seat.FIRST}
    assert len({card.id for card in cards}) == len(cards)


def test_the_same_question_is_the_same_card_from_either_seat() -> None:
    decision = next(each for each in analysed().decisions if each.seat == Seat.SECOND and each.plays)
    turned = replace(decision, seat=Seat.FIRST, situation=decision.situation.exchanged())
    assert card_of(decision).id == card_of(turned).id
    assert card_of(decision).facts.pips == decision.situation.position.pips
    assert card_of(decision).id != card_of(replace(turned, situation=replace(turned.situation, dice=None))).id


def test_an_illegal_play_and_a_position_that_is_only_shown_are_no_cards() -> None:
    odd = analyse(match_in(ODD), Depth.INSTANT)
    assert all(card.decision.illegal is None for seat in Seat for card in cards_of(odd, seat))
    (take,) = [card for card in cards_of(odd, Seat.SECOND) if card.facts.kind is DecisionKind.TAKE]
    assert take.facts.mistake is ErrorKind.WRONG_TAKE
    assert take.facts.pips == take.decision.situation.position.opponent_pips  # seen by who answers


def test_what_is_shared_says_nothing_of_who_played() -> None:
    card = cards_of(analysed(), Seat.FIRST)[0]
    shared = without_player(card.decision)
    assert (shared.error, shared.played, shared.mistake, shared.decided) == (0.0, None, None, False)
    assert shared.plays == card.decision.plays
    assert card_of(shared).id == card.id


# What stands on the board


@pytest.mark.parametrize(
    ("text", "theme"),
    [
        ("24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", Theme.OPENING),
        ("6:5 5:5 4:5 | 6:5 5:5 4:5", Theme.RACE),
        ("24:2 22:3 13:4 8:3 6:3 | 9:2 8:3 7:2 6:3 5:3 2:2", Theme.BACK_GAME),
        ("bar:1 6:2 5:2 4:2 off:8 | 9:3 6:2 5:2 4:2 3:2 2:2 1:2", Theme.CONTAINMENT),
        ("20:2 6:5 5:4 4:4 | 6:4 4:4 3:4 2:3", Theme.BEAR_IN),
        ("24:2 13:5 8:3 6:5 | 13:3 8:2 7:2 6:3 5:3 4:2", Theme.PRIME),
        ("bar:1 24:1 13:5 8:3 6:5 | 13:4 8:2 6:4 5:3 3:2", Theme.BLITZ),
        ("20:2 13:5 8:3 6:5 | 13:4 10:2 8:3 6:4 3:2", Theme.HOLDING),
        ("24:1 14:2 13:4 8:3 6:5 | 24:2 13:5 8:3 6:5", Theme.OTHER),
    ],
)
def test_themes_are_told_by_counts_and_are_the_same_from_both_sides(text: str, theme: Theme) -> None:
    position = parse_position(text)
    turns = 0 if theme is Theme.OPENING else 20
    for side in (position, position.mirror()):
        assert theme_of(side, phase_of(side, turns)) is theme


def test_a_search_finds_what_fits_all_of_it() -> None:
    facts = Facts(
        kind=DecisionKind.PLAY,
        phase=GamePhase.MIDDLE_GAME,
        theme=Theme.PRIME,
        error=0.09,
        mistake=ErrorKind.WRONG_PLAY,
        dice=(6, 2),
        away=(3, 5),
        cube=CubeAt.OWN,
        cube_value=2,
        prime=4,
        blots=2,
        back=1,
        bar=1,
    )
    found = Found(facts=facts, opponent="Bo Bjørn", source="x", at=5)
    fitting = [
        Search(),
        Search(dice="26"),
        Search(dice="2"),
        Search(themes=(Theme.PRIME, Theme.RACE), least_prime=4, on_bar=True),
        Search(away=3, opponent_away=5, money=False, cube=(CubeAt.OWN,), cube_value=2),
        Search(opponent="BJØRN", since=5, until=5, least_error=0.08, most_error=0.1, source="x"),
        Search(mistakes=(ErrorKind.WRONG_PLAY,), least_blots=2, most_back=1, phases=(GamePhase.MIDDLE_GAME,)),
    ]
    assert all(search.fits(found) for search in fitting)
    others = [
        Search(dice="61"),
        Search(dice="5"),
        Search(money=True),
        Search(themes=(Theme.RACE,), dice="62"),
        Search(least_prime=5),
        Search(opponent="Anna"),
        Search(until=4),
        Search(least_error=0.1),
        Search(on_bar=False),
        Search(source="y"),
        Search(opponent_on_bar=True),
    ]
    assert not any(search.fits(found) for search in others)


# Answers


@pytest.mark.parametrize(
    ("lost", "grade", "guessed"),
    [
        (0.0, Grade.GOOD, Grade.HARD),
        (0.0019, Grade.GOOD, Grade.HARD),
        (0.01, Grade.HARD, Grade.AGAIN),
        (0.02, Grade.AGAIN, Grade.AGAIN),
        (0.3, Grade.AGAIN, Grade.AGAIN),
    ],
)
def test_the_grade_follows_from_what_was_lost(lost: float, grade: Grade, guessed: Grade) -> None:
    assert grade_of(lost) is grade
    assert stricter(grade) is guessed


def test_a_play_is_found_among_the_judged_ones_however_it_is_written() -> None:
    decision = next(card.decision for card in cards_of(analysed(), Seat.FIRST) if card.facts.kind is DecisionKind.PLAY)
    for number, play in enumerate(decision.plays):
        result = result_of(decision, play.moves[::-1])
        assert isinstance(result, Position)
        assert judged_among(decision, result) == number
    assert decision.played is not None
    assert reasons_against(decision, decision.plays[decision.played]) == decision.reasons
    assert reasons_against(decision, decision.plays[0]) == ()
    refused = result_of(decision, ((24, 3),))
    assert isinstance(refused, Refused)


def cube(no_double: float, double_take: float, verdict: CubeVerdict) -> JudgedCube:
    return JudgedCube(
        verdict=verdict,
        no_double=no_double,
        double_take=double_take,
        double_drop=1.0,
        cubeless=0.0,
        chances=Chances(0.7),
        look=Look(),
    )


def test_the_cube_is_answered_by_what_each_choice_is_worth() -> None:
    base = next(each for each in analysed().decisions if each.cube)
    asked = replace(base, kind=DecisionKind.DOUBLE, cube=cube(0.8, 0.7, CubeVerdict.NO_DOUBLE))
    assert open_actions(asked) == ("roll", "double")
    assert cube_loss(asked, "roll") == 0.0
    assert cube_loss(asked, "double") == pytest.approx(0.1)
    offered = replace(asked, kind=DecisionKind.TAKE, cube=cube(0.9, 1.3, CubeVerdict.DOUBLE_DROP))
    assert open_actions(offered) == ("take", "drop")
    assert (cube_loss(offered, "take"), cube_loss(offered, "drop")) == (pytest.approx(0.3), 0.0)
    money = replace(offered, situation=Situation(position=base.situation.position, beavers=True))
    assert open_actions(money) == ("take", "drop", "beaver")


# When it comes again


def test_a_mistake_comes_again_at_once_and_what_is_known_later_and_later() -> None:
    wrong = review(Memory(due=NOON), Grade.AGAIN, NOON)
    assert wrong.due == NOON + 10 * MINUTE
    at, gaps, memory = NOON, [], Memory(due=NOON)
    for _ in range(4):
        memory = review(memory, Grade.GOOD, at)
        gaps.append(memory.due - at)
        at = memory.due
    assert gaps == sorted(gaps)
    assert gaps[0] >= DAY
    assert gaps[3] > 10 * gaps[0]
    assert review(memory, Grade.HARD, at).due < review(memory, Grade.GOOD, at).due
    forgotten = review(memory, Grade.AGAIN, at)
    assert forgotten.due == at + 10 * MINUTE
    assert forgotten == review(memory, Grade.AGAIN, at)  # nothing is left to chance


def test_days_in_a_row_and_a_day_on_which_nothing_was_due_is_no_gap() -> None:
    due_daily = [Answered(NOON - n * DAY, NOON - n * DAY + 1) for n in (4, 2, 1)]
    assert streak(due_daily, NOON) == 2  # three days ago something was due
    assert streak(due_daily, NOON + DAY) == 0
    rested = [Answered(NOON - 4 * DAY, NOON - DAY), Answered(NOON - DAY, NOON + 5 * DAY)]
    assert streak(rested, NOON + 5 * DAY) == 2
    assert streak(rested, NOON + 6 * DAY) == 0
    assert streak([], NOON) == 0
    assert streak([Answered(NOON - 40 * DAY, None)], NOON) == 1


def test_a_day_is_one_of_the_readers_own_calendar() -> None:
    late = 20_000 * DAY - 30 * MINUTE  # half past eleven in Greenwich is already tomorrow in Copenhagen
    assert start_of_day(late, 60) == 20_000 * DAY - 60 * MINUTE
    answers = [Answered(late, late), Answered(late + 40 * MINUTE, late)]
    assert streak(answers, late + 41 * MINUTE) == 2
    assert streak(answers, late + 41 * MINUTE, 60) == 1


# Progress


def test_a_match_in_numbers_agrees_with_its_analysis() -> None:
    for seat in Seat:
        totals = analysed().totals[seat]
        numbers = match_numbers(analysed(), seat, 7)
        assert numbers.all.rate == pytest.approx(totals.performance_rating)
        assert sum(part.count for part in numbers.phases.values()) == numbers.all.count
        assert sum(part.count for part in numbers.kinds.values()) == numbers.mistakes + numbers.blunders
        assert numbers.won == (analysed().winner == seat)


def test_the_rolling_rate_weighs_matches_by_their_decisions() -> None:
    def match(at: int, count: int, error: float) -> MatchNumbers:
        phases = {GamePhase.RACE: Part(count, error)}
        return MatchNumbers(at=at, opponent="", length=7, won=None, all=Part(count, error), luck=0.5, phases=phases)

    found = progress_of([match(2, 300, 3.0), match(1, 100, 3.0)])
    assert [point.rate for point in found.points] == [15.0, 5.0]
    assert [point.rolling for point in found.points] == [15.0, 7.5]
    assert (found.all, found.luck) == (Part(400, 6.0), 1.0)
    assert found.phases == {GamePhase.RACE: Part(400, 6.0)}
    many = progress_of([match(n, 100, 1.0 if n < 10 else 2.0) for n in range(20)])
    assert many.points[-1].rolling == 10.0
