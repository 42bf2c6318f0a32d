"""The HTTP of practice: cards, answers, decks, progress, Anki."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tavl.practice.answers import Attempt
from tavl.practice.progress import Progress
from tavl.practice.search import Search
from tavl.practice.streaks import MAX_OFFSET
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import (
    identify,
    limit_both,
    number,
    person_or_guest,
    service_of,
    who_asks,
    with_cookie,
)
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.practice import (
    AnswerCard,
    CardAnswered,
    CardList,
    CardState,
    ChangeDeck,
    DeckLine,
    DeckList,
    PracticeOverview,
    SaveDeck,
    SharedDeck,
    TakenUp,
    TakeUpMatch,
)
from tavl.server.network.clients import language

api = Api()
_LISTS: Final = ("kinds", "mistakes", "phases", "themes", "cube")
_OTHERS: Final = ("first", "offset", "deck", "name", "ahead", "from_day", "to_day")
APKG: Final = "application/octet-stream"


def search_in(request: Request) -> Search:
    """The search in an address; empty fields are ignored. The values of a list all have the same name."""
    given: dict[str, Any] = {}
    for name in request.query_params:
        values = [value for value in request.query_params.getlist(name) if value]
        if values and name not in _OTHERS:
            given[name] = values if name in _LISTS else values[-1]
    try:
        return msgspec.convert(given, Search, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError("bad_value", field="search", problem=str(error)[:200]) from None


def offset_in(request: Request) -> int:
    """Minutes east of UTC, of the reader's calendar."""
    text = request.query_params.get("offset", "0")
    if not text.removeprefix("-").isdecimal() or len(text) > 4 or abs(int(text)) > MAX_OFFSET:
        raise ApiError("bad_value", field="offset", problem="minutes east of UTC")
    return int(text)


async def deck_search(request: Request, who: Identity) -> Search | None:
    """Of the deck that an address names; none: all cards."""
    deck = request.query_params.get("deck")
    return (await service_of(request).practice.deck(who, deck)).search if deck else None


async def _changing(request: Request) -> Identity:
    who = await who_asks(request)
    limit_both(request, "practice", who.person)
    return who


@api.route("GET", "/practice", gives=PracticeOverview)
async def show_practice(request: Request) -> Response:
    """How many cards are due, and how many days in a row I have practised (`offset`: minutes east of UTC; `deck`)."""
    who = await who_asks(request, suspended_too=True)
    search = await deck_search(request, who)
    return answer(await service_of(request).practice.quiz.overview(who, offset_in(request), search))


@api.route("POST", "/practice/matches", takes=TakeUpMatch, gives=TakenUp, status=201)
async def take_up_match(request: Request) -> Response:
    """Say which side of an analysed match was mine: its mistakes become my cards."""
    who = await _changing(request)
    asked = await body(request, TakeUpMatch)
    return answer(await service_of(request).practice.take_up(who, asked.analysis, asked.seat), 201)


@api.route("GET", "/practice/progress", gives=Progress)
async def show_progress(request: Request) -> Response:
    """My matches in numbers, the oldest first, and what they add up to."""
    who = await who_asks(request, suspended_too=True)
    return answer(await service_of(request).practice.progress(who))


@api.route("GET", "/practice/cards", gives=CardList)
async def list_cards(request: Request) -> Response:
    """My cards that a search finds, the worst errors first (the fields of `Search`; `first`: how many to leave out)."""
    who = await who_asks(request, suspended_too=True)
    first = number(request, "first", 0)
    return answer(await service_of(request).practice.search(who, search_in(request), first))


@api.route("GET", "/practice/cards/next", gives=CardState)
async def show_next_card(request: Request) -> Response:
    """The card to be answered now; not found where none is due (`deck`; `ahead=1`: then the one that comes first)."""
    who = await who_asks(request, suspended_too=True)
    search = await deck_search(request, who)
    ahead = request.query_params.get("ahead") == "1"
    found = await service_of(request).practice.quiz.next(who, offset_in(request), search, ahead)
    if found is None:
        raise ApiError("not_found")
    return answer(found)


@api.route("GET", "/practice/cards/{id}", gives=CardState)
async def show_card(request: Request) -> Response:
    """A card of mine, both sides of it."""
    who = await who_asks(request, suspended_too=True)
    return answer(await service_of(request).practice.quiz.card(who, request.path_params["id"]))


@api.route("DELETE", "/practice/cards/{id}", status=204)
async def remove_card(request: Request) -> Response:
    """Do not ask me this again."""
    who = await who_asks(request, suspended_too=True)
    await service_of(request).practice.remove(who, request.path_params["id"])
    return Response(status_code=204)


@api.route("POST", "/practice/cards/{id}/answers", takes=AnswerCard, gives=CardAnswered, status=201)
async def answer_card(request: Request) -> Response:
    """Answer a card: what was lost, and when it comes again."""
    who = await _changing(request)
    asked = await body(request, AnswerCard)
    attempt = Attempt(asked.moves, asked.action)
    quiz = service_of(request).practice.quiz
    return answer(await quiz.answer(who, request.path_params["id"], attempt, asked.answers), 201)


@api.route("DELETE", "/practice/answers/last", gives=CardState)
async def undo_answer(request: Request) -> Response:
    """Take my last answer back; the card is as it was before."""
    return answer(await service_of(request).practice.quiz.undo(await _changing(request)))


@api.route("POST", "/practice/answers/last/stricter", gives=CardState)
async def be_stricter(request: Request) -> Response:
    """My last answer was a guess: it counts one grade less."""
    return answer(await service_of(request).practice.quiz.be_stricter(await _changing(request)))


@api.route("GET", "/practice/decks", gives=DeckList)
async def list_decks(request: Request) -> Response:
    """My searches with a name, in the order that they were saved in."""
    return answer(await service_of(request).practice.decks(await who_asks(request, suspended_too=True)))


@api.route("POST", "/practice/decks", takes=SaveDeck, gives=DeckLine, status=201)
async def save_deck(request: Request) -> Response:
    """Keep a search under a name."""
    who = await _changing(request)
    asked = await body(request, SaveDeck)
    return answer(await service_of(request).practice.save_deck(who, asked), 201)


@api.route("GET", "/practice/decks/{id}", gives=SharedDeck)
async def show_deck(request: Request) -> Response:
    """A deck that is shared, for whoever has the link, or one that ships: openings, replies, plays, cubes."""
    service = service_of(request)
    who = await identify(request)
    return answer(await service.practice.shared_deck(who, request.path_params["id"], language(request)))


@api.route("PATCH", "/practice/decks/{id}", takes=ChangeDeck, gives=DeckLine)
async def change_deck(request: Request) -> Response:
    """Give a deck another name, share it or stop sharing it."""
    who = await _changing(request)
    asked = await body(request, ChangeDeck)
    return answer(await service_of(request).practice.change_deck(who, request.path_params["id"], asked))


@api.route("DELETE", "/practice/decks/{id}", status=204)
async def remove_deck(request: Request) -> Response:
    """Delete a deck; its cards stay."""
    who = await who_asks(request, suspended_too=True)
    await service_of(request).practice.remove_deck(who, request.path_params["id"])
    return Response(status_code=204)


@api.route("POST", "/practice/decks/{id}/import", gives=TakenUp, status=201)
async def import_deck(request: Request) -> Response:
    """Take over the questions of a deck that is shared, or that ships."""
    who, token = await person_or_guest(request)
    who.need_person()
    limit_both(request, "practice", who.person)
    done = await service_of(request).practice.import_deck(who, request.path_params["id"], language(request))
    return with_cookie(request, answer(done, 201), token)


@api.route("GET", "/practice/anki")
async def export_cards(request: Request) -> Response:
    """The cards that a search finds, or a deck's (`deck`), as a package for Anki; `name` is what it is called there."""
    who = await who_asks(request, suspended_too=True)
    limit_both(request, "practice", who.person, 10)
    search = await deck_search(request, who) or search_in(request)
    name = request.query_params.get("name", "")[:60] or "tavl"
    made = await service_of(request).practice.export(who, search, name, language(request))
    headers = {"Content-Disposition": 'attachment; filename="tavl.apkg"'}
    return Response(made, media_type=APKG, headers=headers)
