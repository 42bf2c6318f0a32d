"""A card as the quiz shows it: the question first, and once it is answered everything else."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions import DecisionKind
from tavl.analysis.error_classes import ErrorClass, class_of
from tavl.analysis.match_analysis import AnalysedDecision
from tavl.analysis.reason_texts import reason_sentence
from tavl.i18n import Words
from tavl.practice.answers import AS_GOOD, Grade, open_actions, reasons_against
from tavl.practice.card_texts import THEME_NAMES, question_text
from tavl.practice.search_facts import facts_of
from tavl.server.messages.practice import CardLine, PracticeOverview
from tavl.table.view import tree_steps
from tavl.web.analysis.match_view import Board, Step, board_of, step_of


class Question(Struct, frozen=True, kw_only=True):
    id: str
    answers: int
    kind: DecisionKind
    say: str
    about: str  # what stands on the board, in a word or two
    board: Board
    tree: tuple[tuple[Any, ...], ...] | None  # the legal plays; none: the cube is asked about
    actions: tuple[str, ...]


class QuizPage(Struct, frozen=True, kw_only=True):
    overview: PracticeOverview | None
    question: Question | None


class Verdict(Struct, frozen=True, kw_only=True):
    lost: float
    error_class: ErrorClass
    grade: Grade
    answered: int | None
    action: str | None
    due: int | None  # none: it is nobody's card
    opponent: str
    at: int | None  # when it was played in a match; none: it was not
    step: Step


def question_of(w: Words, id: str, answers: int, decision: AnalysedDecision) -> Question:
    situation = decision.situation
    plays = decision.kind is DecisionKind.PLAY
    assert situation.dice is not None or not plays
    return Question(
        id=id,
        answers=answers,
        kind=decision.kind,
        say=question_text(w, decision),
        about=w(THEME_NAMES[facts_of(decision).theme]),
        board=board_of(situation),
        tree=tree_steps(situation.position.play_tree(situation.dice)) if situation.dice else None,
        actions=() if plays else open_actions(decision),
    )


def verdict_of(
    w: Words,
    decision: AnalysedDecision,
    answered: int | None,
    action: str | None,
    lost: float,
    grade: Grade,
    card: CardLine | None,
) -> Verdict:
    """The reason is that of the answer, where it was wrong; else that of the play in the match."""
    step = step_of(decision, w)
    if answered is not None and lost >= AS_GOOD:
        why = reasons_against(decision, decision.plays[answered])
        step = replace(step, reasons=tuple(reason_sentence(w, reason) for reason in why))
    return Verdict(
        lost=lost,
        error_class=class_of(lost) if lost >= AS_GOOD else ErrorClass.NONE,
        grade=grade,
        answered=answered,
        action=action,
        due=card.due if card else None,
        opponent=card.opponent if card else "",
        at=card.at if card and decision.decided else None,
        step=step,
    )
