"""Decisions as cards: one question each, with what was done in the match and what would have been best."""

from __future__ import annotations

from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import MISTAKE, ErrorClass
from tavl.analysis.match_analysis import AnalysedDecision, MatchAnalysis
from tavl.practice.search_facts import Facts, facts_of, seen_by_decider
from tavl.rules.codec import to_json
from tavl.rules.seat import Seat


class Card(Struct, frozen=True, kw_only=True):
    id: str  # of the question: the same position with the same dice, cube and score is the same card
    decision: AnalysedDecision  # the player who decides sits in the first seat
    facts: Facts


def card_of(decision: AnalysedDecision) -> Card:
    seen = seen_by_decider(decision)
    question = to_json((seen.kind, seen.situation))
    return Card(id=blake2b(question, digest_size=12).hexdigest(), decision=seen, facts=facts_of(seen))


def cards_of(analysis: MatchAnalysis, seat: Seat, at_least: float = MISTAKE) -> list[Card]:
    """A player's mistakes and blunders, the worst first; of one question, asked twice, the worse answer."""
    own = [each for each in analysis.decisions if each.seat == seat and each.error >= at_least and is_askable(each)]
    own.sort(key=lambda each: -each.error)
    found: dict[str, Card] = {}
    for decision in own:
        card = card_of(decision)
        found.setdefault(card.id, card)
    return list(found.values())


def is_askable(decision: AnalysedDecision) -> bool:
    """There was a choice, and the engine has judged it."""
    if decision.illegal:
        return False
    return len(decision.plays) > 1 if decision.kind is DecisionKind.PLAY else decision.cube is not None


def without_player(decision: AnalysedDecision) -> AnalysedDecision:
    """The question and the best answer, without what the player did: for others to see."""
    return replace(
        decision,
        game=0,
        entry=0,
        error=0.0,
        error_class=ErrorClass.NONE,
        counts=False,
        mistake=None,
        cost=0.0,
        played=None,
        cube_action=None,
        decided=False,
        stored_error=None,
        reasons=() if decision.kind is DecisionKind.PLAY else decision.reasons,
    )
