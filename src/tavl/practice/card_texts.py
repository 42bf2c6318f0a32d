"""A card's question in words, its position as a picture, and the names of themes."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.match_analysis import AnalysedDecision
from tavl.i18n import Words, later
from tavl.notation.picture import position_svg
from tavl.notation.situation import Offer
from tavl.practice.themes import Theme

THEME_NAMES = {
    Theme.RACE: later("race"),
    Theme.CONTAINMENT: later("containment"),
    Theme.BACK_GAME: later("back game"),
    Theme.BEAR_IN: later("bearing in and off against contact"),
    Theme.PRIME: later("prime"),
    Theme.BLITZ: later("blitz"),
    Theme.HOLDING: later("holding game"),
    Theme.OPENING: later("opening"),
    Theme.OTHER: later("other"),
}


def question_text(w: Words, decision: AnalysedDecision) -> str:
    dice = decision.situation.dice
    if decision.kind is DecisionKind.PLAY and dice:
        return w("You have {dice}. What do you play?", dice=f"{dice.high}-{dice.low}")
    if decision.kind is DecisionKind.TAKE:
        return w("You are doubled. Take or drop?")
    return w("You are on roll. Double or not?")


def picture_of(decision: AnalysedDecision) -> str:
    """The player who decides plays from the bottom."""
    situation = decision.situation
    shown = situation.offer if decision.kind is not DecisionKind.TAKE else situation.offer or Offer.DOUBLED
    return position_svg(replace(situation, offer=shown), ("", ""))
