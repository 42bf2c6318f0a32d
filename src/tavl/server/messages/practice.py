"""Messages about practice: cards, answers, decks, progress."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.analysis.match_analysis import AnalysedDecision
from tavl.practice.answers import Grade
from tavl.practice.progress import Progress
from tavl.practice.search import Search
from tavl.practice.search_facts import Facts
from tavl.rules.seat import Seat
from tavl.server.messages.base import Heard

MAX_DECK_NAME = 60
DeckName = Annotated[str, Meta(max_length=MAX_DECK_NAME)]
Place = Annotated[int, Meta(ge=0, le=25)]


class TakeUpMatch(Heard, frozen=True):
    """An analysis that I asked for, and which side of it I played."""

    analysis: Annotated[str, Meta(max_length=64)]
    seat: Seat


class TakenUp(Struct, frozen=True, kw_only=True):
    """How many cards are new, how many were there already, and how many there was no room for."""

    new: int
    known: int
    left_out: int = 0


class CardLine(Struct, frozen=True, kw_only=True):
    """A card in a list. All of it is seen by the player who decides."""

    id: str
    facts: Facts
    opponent: str
    source: str  # the analysis, or the deck that it came with
    at: int  # when it was played
    due: int
    answers: int  # given so far


class CardList(Struct, frozen=True):
    cards: tuple[CardLine, ...]
    found: int  # in all


class CardState(Struct, frozen=True):
    """A card with both sides. The player who decides sits in the first seat."""

    card: CardLine
    decision: AnalysedDecision


class AnswerCard(Heard, frozen=True):
    """A whole play, or what to do with the cube: roll (no double), double, take, drop, beaver."""

    answers: Annotated[int, Meta(ge=0)]  # as the card says: it is answered once
    moves: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=4)] | None = None
    action: Annotated[str, Meta(max_length=10)] | None = None


class CardAnswered(Struct, frozen=True, kw_only=True):
    card: CardLine
    decision: AnalysedDecision  # with what was answered among its plays
    answered: int | None  # which of them; none: a question about the cube
    action: str | None = None
    lost: float
    grade: Grade


class DeckLine(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    search: Search
    shared: bool
    cards: int
    due: int


class DeckList(Struct, frozen=True):
    decks: tuple[DeckLine, ...]


class SaveDeck(Heard, frozen=True):
    name: DeckName
    search: Search


class ChangeDeck(Heard, frozen=True):
    """Omitted fields stay as they are."""

    name: DeckName | None = None
    shared: bool | None = None


class SharedDeck(Struct, frozen=True, kw_only=True):
    """A deck as others see it: questions, without who answered them and how. The id of a deck that comes with tavl is
    its name."""

    id: str
    name: str
    mine: bool
    cards: int
    first: tuple[str, ...]  # the first few, by their XGID


class PracticeOverview(Struct, frozen=True, kw_only=True):
    cards: int
    due: int  # new ones among them, as many as a day has
    new: int
    answered_today: int
    streak: int  # days in a row
    next_due: int | None  # where nothing is due


TAKEN = (TakeUpMatch, AnswerCard, SaveDeck, ChangeDeck)
GIVEN = (
    TakenUp,
    CardLine,
    CardList,
    CardState,
    CardAnswered,
    DeckLine,
    DeckList,
    SharedDeck,
    PracticeOverview,
    Progress,
)
