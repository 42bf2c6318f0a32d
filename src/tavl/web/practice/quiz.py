"""The quiz: a card is a question first, and once it is answered everything else. So is the position of the day."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import ErrorClass, class_of
from tavl.analysis.match_analysis import AnalysedDecision
from tavl.analysis.reasons.reason_texts import reason_sentence
from tavl.i18n import Words, words
from tavl.practice.answers import AS_GOOD, Attempt, Grade, grade_of, open_actions, reasons_against
from tavl.practice.card_texts import THEME_NAMES, question_text
from tavl.practice.position_of_the_day import card_of_the_day
from tavl.practice.search_facts import facts_of
from tavl.server.accounts.identity import Identity
from tavl.server.http.dependencies import identify, limit, limit_both, service_of, who_asks
from tavl.server.http.router import answer, body
from tavl.server.http.routes.practice_routes import deck_search, offset_in
from tavl.server.messages.practice import AnswerCard, CardLine, PracticeOverview
from tavl.table.view import Step as TreeStep
from tavl.table.view import tree_steps
from tavl.web.analysis.steps import AnalysisStep, Board, board_of, step_of
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

NOBODY: Final = PracticeOverview(cards=0, due=0, new=0, answered_today=0, streak=0, next_due=None)
DAY_ID: Final = "day"


class QuizQuestion(Struct, frozen=True, kw_only=True):
    id: str
    answers: int
    kind: DecisionKind
    say: str
    about: str  # what stands on the board, in a word or two
    board: Board
    tree: tuple[tuple[TreeStep, ...], ...] | None  # the legal plays; none: the cube is asked about
    actions: tuple[str, ...]


class QuizPage(Struct, frozen=True, kw_only=True):
    overview: PracticeOverview | None
    question: QuizQuestion | None


class QuizVerdict(Struct, frozen=True, kw_only=True):
    lost: float
    error_class: ErrorClass
    grade: Grade
    answered: int | None
    action: str | None
    due: int | None  # none: it is nobody's card
    opponent: str
    at: int | None  # when it was played in a match; none: it was not
    step: AnalysisStep


def question_of(w: Words, id: str, answers: int, decision: AnalysedDecision) -> QuizQuestion:
    situation = decision.situation
    plays = decision.kind is DecisionKind.PLAY
    assert situation.dice is not None or not plays
    return QuizQuestion(
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
) -> QuizVerdict:
    """The reason is about the answer if it was wrong; otherwise about the play in the match."""
    step = step_of(decision, w)
    if answered is not None and lost >= AS_GOOD:
        why = reasons_against(decision, decision.plays[answered])
        step = replace(step, reasons=tuple(reason_sentence(w, reason) for reason in why))
    return QuizVerdict(
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


def _words(request: Request, who: Identity | None) -> Words:
    return words(language_for(request, who))


async def quiz(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    deck = request.query_params.get("deck")
    title = (await service.practice.deck(who, deck)).name if deck and who else ""
    ahead = request.query_params.get("ahead") == "1"
    return pages_of(request).render(
        request, "practice/quiz.html", who, deck=deck or "", title=title, ahead=ahead, of_the_day=False
    )


async def day(request: Request) -> Response:
    """The same position for everybody, with or without cards of their own."""
    return await pages_of(request).page(request, "practice/quiz.html", deck="", title="", ahead=False, of_the_day=True)


async def next_question(request: Request) -> Response:
    """The next card, or a given one."""
    service = service_of(request)
    who = await identify(request)
    if who is None or who.bot:
        return answer(QuizPage(overview=NOBODY, question=None))
    w, offset = _words(request, who), offset_in(request)
    search = await deck_search(request, who)
    named = request.query_params.get("card")
    ahead = request.query_params.get("ahead") == "1"
    quiz = service.practice.quiz
    found = await quiz.card(who, named) if named else await quiz.next(who, offset, search, ahead)
    overview = await quiz.overview(who, offset, search)
    asked = question_of(w, found.card.id, found.card.answers, found.decision) if found else None
    return answer(QuizPage(overview=overview, question=asked))


async def answer_question(request: Request) -> Response:
    who = await who_asks(request)
    limit_both(request, "practice", who.person)
    given = await body(request, AnswerCard)
    attempt = Attempt(given.moves, given.action)
    quiz = service_of(request).practice.quiz
    done = await quiz.answer(who, request.path_params["id"], attempt, given.answers)
    w = _words(request, who)
    return answer(verdict_of(w, done.decision, done.answered, done.action, done.lost, done.grade, done.card))


async def day_question(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    card = await asyncio.to_thread(card_of_the_day, service.clock())
    return answer(QuizPage(overview=None, question=question_of(_words(request, who), DAY_ID, 0, card.decision)))


async def answer_day(request: Request) -> Response:
    limit(request, "evaluation")
    service = service_of(request)
    who = await identify(request)
    given = await body(request, AnswerCard)
    card = await asyncio.to_thread(card_of_the_day, service.clock())
    attempt = Attempt(given.moves, given.action)
    judged = await service.practice.quiz.judge(card.decision, attempt)
    w, grade = _words(request, who), grade_of(judged.lost)
    return answer(verdict_of(w, judged.decision, judged.answered, given.action, judged.lost, grade, None))


GET, POST = ("GET",), ("POST",)
ROUTES = (
    ("/practice/quiz", quiz, GET),
    ("/practice/day", day, GET),
    ("/practice/next.json", next_question, GET),
    ("/practice/day.json", day_question, GET),
    ("/practice/day.json", answer_day, POST),
    ("/practice/cards/{id}/answer.json", answer_question, POST),
)
