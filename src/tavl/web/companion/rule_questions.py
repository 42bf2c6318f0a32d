"""Is that allowed? What people ask at a physical board, by topic."""

from __future__ import annotations

from tavl.i18n import later
from tavl.web.companion.rule_question import RuleQuestion
from tavl.web.companion.rule_questions_on_conduct import CLOCK, CONDUCT
from tavl.web.companion.rule_questions_on_play import BEARING_OFF, DICE, MOVES
from tavl.web.companion.rule_questions_on_score import CUBE, END, SET_UP

TOPICS: tuple[tuple[str, str, tuple[RuleQuestion, ...]], ...] = (
    ("dice", later("Dice"), DICE),
    ("moves", later("Moving"), MOVES),
    ("bearing-off", later("Bearing off"), BEARING_OFF),
    ("cube", later("The cube"), CUBE),
    ("end", later("The end of a game"), END),
    ("set-up", later("Board and score"), SET_UP),
    ("clock", later("Clock"), CLOCK),
    ("conduct", later("Conduct"), CONDUCT),
)


def questions() -> list[RuleQuestion]:
    return [question for _, _, found in TOPICS for question in found]


def cited() -> list[str]:
    """Every clause that an answer names, once."""
    return sorted({id for question in questions() for answer in question.answers.values() for id in answer.clauses})
