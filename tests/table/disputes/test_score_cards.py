"""Score cards: compared after each game, with the order of proof."""

import pytest

from tavl.rules import acts as game
from tavl.table import Ruler, acts, due
from tavl.table.acts import Matter, RightScore
from tavl.table.conduct.consents import standing
from tavl.table.disputes.score_cards import proof
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    ONE,
    RECORDED,
    SYSTEM,
    TWO,
    act,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    tournament,
    won,
)


def after_games(*winners, length=7, **terms):
    table = opened(length, RECORDED, **{"ruler": Ruler.DIRECTOR, **terms})
    for winner in winners:
        table = won(begun(table), winner)
    return table


def with_cards(first, second, table=None):
    table = table or after_games(ONE, ONE, TWO)
    for seat, score in ((ONE, first), (TWO, second)):
        table = act(table, acts.WriteScore(seat, score)) if score else table
    return table


@pytest.mark.rule("T4.7")
def test_each_player_keeps_a_card_and_they_are_compared_after_every_game():
    table = with_cards((2, 1), (2, 1))
    assert not around(table).cards.differ
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]
    next_game = won(begun(table), ONE)
    assert around(next_game).cards.cards == (None, None)  # of that game nothing is written yet


@pytest.mark.rule("T4.7")
def test_a_difference_is_shown_at_once():
    table = with_cards((2, 1), (1, 1))
    for by in (ANNA, BO, DIRECTOR):
        assert around(table, by).cards.differ


@pytest.mark.rule("T4.7", shows="refused")
def test_the_next_game_waits_until_the_cards_are_settled():
    table = with_cards((2, 1), (1, 1))
    assert refused(table, game.StartGame(ONE), "T4.7", "cards_differ")
    assert "start_game" not in offered(table, ANNA)
    corrected = act(table, acts.WriteScore(TWO, (2, 1)))
    assert kinds(said(corrected, game.StartGame(ONE))) == ["GameStarted"]
    assert refused(table, acts.WriteScore(ONE, (8, 0)), "T4.7", "bad_value")


@pytest.mark.rule("T4.7")
@pytest.mark.parametrize(
    ("first", "second", "proven", "why"),
    [
        ((2, 1), (2, 1), (2, 1), "both_cards"),
        ((3, 1), (2, 1), (2, 1), "card_of_the_player_behind"),  # Bo is behind on both
        ((1, 3), (1, 2), (1, 3), "card_of_the_player_behind"),
        ((2, 1), None, (2, 1), "only_card"),
        (None, (2, 1), (2, 1), "only_card"),
        ((2, 1), (1, 2), None, None),  # each says the other is behind
        ((2, 2), (2, 1), None, None),
        (None, None, None, None),
    ],
)
def test_the_order_of_proof(first, second, proven, why):
    found = proof(with_cards(first, second))
    assert (found.score if found else None) == proven
    assert (found.why if found else None) == why


@pytest.mark.rule("T4.7")
def test_a_card_that_was_changed_after_both_were_shown_is_not_clear():
    table = act(with_cards((3, 1), (2, 1)), acts.WriteScore(TWO, (1, 1)))
    assert proof(table) is None
    before = act(after_games(ONE), acts.WriteScore(TWO, (1, 1)), acts.WriteScore(TWO, (1, 0)))
    assert proof(before).score == (1, 0)  # nobody had shown anything yet


def test_an_older_card_is_no_proof_and_the_other_kept_one():
    table = with_cards((2, 1), (2, 1))
    table = act(won(begun(table), TWO), acts.WriteScore(ONE, (2, 2)))
    assert proof(table) is None  # Bo does keep a card


@pytest.mark.rule("T4.7")
def test_in_a_dispute_the_card_decides():
    table = with_cards((3, 1), (2, 1))
    table = act(table, acts.RaiseDispute(TWO, "T4.7", "", RightScore((3, 1))))
    assert around(table).cards.proof.score == (2, 1)
    stands = act(table, acts.Rule(rule="T4.7", reason="the card of the player behind", score=(2, 1)))
    assert stands.match.score == (2, 1)


@pytest.mark.parametrize(
    ("first", "second", "claimed", "score"),
    [
        ((3, 1), (2, 1), (3, 1), (2, 1)),  # the card of the player behind says otherwise
        ((4, 1), (3, 1), (3, 1), (3, 1)),
        ((2, 2), (3, 1), (3, 1), (2, 1)),  # not clear: it stays as it stands
    ],
)
def test_where_nobody_rules_the_card_that_decides_decides_by_default(first, second, claimed, score):
    table = with_cards(first, second, after_games(ONE, ONE, TWO, ruler=Ruler.NOBODY))
    table = act(table, acts.RaiseDispute(ONE, "T4.7", "", RightScore(claimed)))
    coming = due(table)
    assert act(table, coming.action, by=SYSTEM, at=coming.at).match.score == score


@pytest.mark.rule("T4.7")
def test_a_crawford_game_is_announced_before_it():
    table = at_score(after_games(ONE, length=3), (2, 0))
    assert around(table).cards.crawford_next
    table = act(table, acts.AnnounceCrawford(TWO))
    assert said(table, acts.AnnounceCrawford(ONE)) == []
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]
    assert act(table, game.StartGame(ONE)).match.game.terms.crawford


@pytest.mark.rule("T4.7", shows="refused")
def test_a_crawford_game_that_is_not_announced_does_not_begin():
    table = at_score(after_games(ONE, length=3), (2, 0))
    assert refused(table, game.StartGame(ONE), "T4.7", "crawford_not_announced")
    assert refused(after_games(ONE), acts.AnnounceCrawford(ONE), "T4.7", "next_is_not_crawford")
    digital = at_score(won(begun(tournament(3, ENFORCED)), ONE), (2, 0))
    assert kinds(said(digital, game.StartGame(ONE))) == ["GameStarted"]  # the board shows it


@pytest.mark.rule("T4.7")
def test_a_score_board_by_agreement_or_on_the_directors_order():
    agreed = act(tournament(), acts.AskConsent(ONE, Matter.SCORE_BOARD), acts.GiveConsent(TWO, 1))
    assert standing(agreed.consents, Matter.SCORE_BOARD)
    assert standing(act(tournament(), acts.AnnounceAllowed(Matter.SCORE_BOARD)).consents, Matter.SCORE_BOARD)
