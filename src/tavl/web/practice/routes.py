"""The pages of practice, and what their scripts ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.decisions import DecisionKind
from tavl.analysis.error_classes import BLUNDER, MISTAKE
from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES
from tavl.i18n import Words, later, words
from tavl.practice.answers import Attempt, grade_of
from tavl.practice.card_texts import THEME_NAMES, question_text
from tavl.practice.decks import NAMES, card_of_the_day
from tavl.practice.search import Search
from tavl.practice.search_facts import CubeAt
from tavl.practice.streaks import day_of
from tavl.rules.codec import to_json
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import limit, limit_both, number, service_of, who_asks
from tavl.server.http.practice_routes import deck_search, offset_in, search_in
from tavl.server.http.router import answer, body
from tavl.server.messages.practice import AnswerCard, CardList, DeckLine, PracticeOverview
from tavl.server.practice.practice import MOST_LISTED
from tavl.server.wall_clock import DAY
from tavl.web.practice.progress_plots import error_bars, luck_plot, rate_bars, rate_plot
from tavl.web.practice.quiz_view import QuizPage, question_of, verdict_of
from tavl.web.shared.rendering import language_for, pages_of

KIND_NAMES: Final = {
    DecisionKind.PLAY: later("play of the dice"),
    DecisionKind.DOUBLE: later("to double or not"),
    DecisionKind.TAKE: later("to take or to drop"),
}
CUBE_NAMES: Final = {
    CubeAt.CENTRE: later("in the middle"),
    CubeAt.OWN: later("mine"),
    CubeAt.OPPONENT: later("the opponent’s"),
    CubeAt.NONE: later("none"),
}
ERROR_SIZES: Final = ((0.0, later("all")), (MISTAKE, later("from a mistake")), (BLUNDER, later("only blunders")))
COUNTS: Final = (
    ("least_prime", later("My prime, points in a row at least"), 6),
    ("least_opponent_prime", later("The opponent’s prime at least"), 6),
    ("least_home_points", later("My home points at least"), 6),
    ("least_anchors", later("My anchors at least"), 3),
    ("least_back", later("My checkers back at least"), 10),
    ("least_opponent_back", later("The opponent’s checkers back at least"), 10),
    ("least_blots", later("My blots at least"), 6),
    ("least_opponent_blots", later("The opponent’s blots at least"), 6),
)
NOBODY: Final = PracticeOverview(cards=0, due=0, new=0, answered_today=0, streak=0, next_due=None)
DAY_ID: Final = "day"
K = TypeVar("K")


def _words(request: Request, who: Identity | None) -> Words:
    return words(language_for(request, who))


async def home(request: Request) -> Response:
    """What is due, the position of the day, and the decks."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    overview = NOBODY
    decks: tuple[DeckLine, ...] = ()
    if who is not None and not who.bot:
        overview = await service.practice.quiz.overview(who, 0)
        decks = (await service.practice.decks(who)).decks
    card = await asyncio.to_thread(card_of_the_day, day_of(service.clock()))
    taken = {deck.search.source for deck in decks}
    return pages_of(request).render(
        request,
        "practice/home.html",
        who,
        overview=overview,
        decks=decks,
        shipped={id: name for id, name in NAMES.items() if id not in taken},
        of_the_day=card.facts.position,
        asked=question_text(_words(request, who), card.decision),
    )


async def quiz(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
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
    """The next card, or the one that is named."""
    service = service_of(request)
    who = await service.accounts.identify(request)
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
    who = await service.accounts.identify(request)
    card = await asyncio.to_thread(card_of_the_day, day_of(service.clock()))
    return answer(QuizPage(overview=None, question=question_of(_words(request, who), DAY_ID, 0, card.decision)))


async def answer_day(request: Request) -> Response:
    limit(request, "evaluation")
    service = service_of(request)
    who = await service.accounts.identify(request)
    given = await body(request, AnswerCard)
    card = await asyncio.to_thread(card_of_the_day, day_of(service.clock()))
    attempt = Attempt(given.moves, given.action)
    judged = await service.practice.quiz.judge(card.decision, attempt)
    w, grade = _words(request, who), grade_of(judged.lost)
    return answer(verdict_of(w, judged.decision, judged.answered, given.action, judged.lost, grade, None))


# Searching


async def positions(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    search = _with_days(request, search_in(request))
    first = number(request, "first", 0)
    found = CardList((), 0)
    if who is not None and not who.bot:
        found = await service.practice.search(who, search, first)
    return pages_of(request).render(
        request,
        "practice/positions.html",
        who,
        found=found,
        first=first,
        most=MOST_LISTED,
        search=search,
        written=to_json(search).decode(),
        query=str(request.url.remove_query_params("first").query),
        days=(request.query_params.get("from_day", ""), request.query_params.get("to_day", "")),
        kinds=KIND_NAMES,
        themes=THEME_NAMES,
        phases=PHASE_NAMES,
        cubes=CUBE_NAMES,
        mistakes=ERROR_NAMES,
        sizes=ERROR_SIZES,
        counts=COUNTS,
    )


def _with_days(request: Request, search: Search) -> Search:
    """From one day to another, both of them counted in."""
    since, until = (_day(request, name) for name in ("from_day", "to_day"))
    return replace(
        search,
        since=since if since is not None else search.since,
        until=until + DAY - 1 if until is not None else search.until,
    )


def _day(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        return max(0, int(datetime.combine(date.fromisoformat(text), time(), UTC).timestamp() * 1000))
    except (ValueError, OverflowError):
        raise ApiError("bad_value", field=name, problem="YYYY-MM-DD") from None


async def deck(request: Request) -> Response:
    """A deck that somebody shares, or that ships: look at it, take it over."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    language = language_for(request, who)
    found = await service.practice.shared_deck(who, request.path_params["id"], language)
    return pages_of(request).render(request, "practice/deck.html", who, deck=found)


class MatchState(Struct, frozen=True):
    """Which side of an analysed match is known to be theirs, and how many cards came of it."""

    seat: int | None
    cards: int


async def match(request: Request) -> Response:
    service = service_of(request)
    who = await who_asks(request, suspended_too=True)
    analysis = request.query_params.get("analysis", "")
    seat = await service.practice.seat_of(who, analysis)
    cards = (await service.practice.search(who, Search(source=analysis[:100]))).found if seat is not None else 0
    return answer(MatchState(None if seat is None else int(seat), cards))


async def progress(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    if who is None or who.bot:
        return pages_of(request).render(request, "practice/progress.html", who, progress=None)
    found = await service.practice.progress(who)
    w = _words(request, who)

    def named(names: Mapping[K, str]) -> dict[K, str]:
        return {each: w(name) for each, name in names.items()}

    return pages_of(request).render(
        request,
        "practice/progress.html",
        who,
        progress=found if found.points else None,
        rates=rate_plot(found),
        luck=luck_plot(found),
        phases=rate_bars(found.phases, named(PHASE_NAMES)),
        errors=error_bars(found.kinds, named(ERROR_NAMES)),
    )


GET, POST = ("GET",), ("POST",)
ROUTES = (
    ("/practice", home, GET),
    ("/practice/quiz", quiz, GET),
    ("/practice/day", day, GET),
    ("/practice/positions", positions, GET),
    ("/practice/progress", progress, GET),
    ("/practice/decks/{id}", deck, GET),
    ("/practice/next.json", next_question, GET),
    ("/practice/match.json", match, GET),
    ("/practice/day.json", day_question, GET),
    ("/practice/day.json", answer_day, POST),
    ("/practice/cards/{id}/answer.json", answer_question, POST),
)
