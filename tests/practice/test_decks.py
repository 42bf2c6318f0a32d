"""The decks that ship."""

from __future__ import annotations

from collections import Counter

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.practice.decks import NAMES, shipped_decks
from tavl.practice.position_of_the_day import OF_THE_DAY
from tavl.practice.themes import Theme
from tavl.rules import Position


def test_all_opening_rolls_and_the_replies_to_each() -> None:
    decks = shipped_decks()
    assert list(decks) == list(NAMES)
    rolls = {card.facts.dice: card.decision.plays[0].text for card in decks["openings"]}
    assert len(rolls) == 15
    # What every book says.
    assert {rolls[3, 1], rolls[4, 2], rolls[6, 1], rolls[5, 3]} == {"8/5 6/5", "8/4 6/4", "13/7 8/7", "8/3 6/3"}
    replies = Counter(card.facts.dice for card in decks["replies"])
    assert len(replies) == 21
    assert set(replies.values()) <= {14, 15}  # a dance or a forced play is no question


def test_reference_positions_are_of_many_themes_judged_by_a_search_and_nobody_s() -> None:
    for name in OF_THE_DAY:
        cards = shipped_decks()[name]
        assert len({card.id for card in cards}) == len(cards) >= 40
        assert len({card.facts.theme for card in cards}) >= 5
        assert Theme.OPENING not in {card.facts.theme for card in cards}
        for card in cards:
            judged = card.decision.cube or card.decision.plays[0]
            assert judged.look.ply >= 1  # what is clear after one roll is looked at no further
            assert not card.decision.decided
            assert (card.facts.kind is DecisionKind.PLAY) == (name == "plays")
            assert card.decision.situation.position != Position.start()
