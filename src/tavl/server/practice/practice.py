"""Somebody's matches and decks: what becomes cards, searches with a name, sharing, Anki, progress. How many cards and
decks each may have: `cards_each` and `decks_each` in `server/settings.py`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import replace

from tavl.analysis.match_analysis import MatchAnalysis
from tavl.i18n import words
from tavl.practice import decks as shipped
from tavl.practice.anki_notes import note_of
from tavl.practice.anki_package import write_apkg
from tavl.practice.cards import Card, card_of, cards_of, without_player
from tavl.practice.progress import MatchNumbers, Progress, match_numbers, progress_of
from tavl.practice.search import Search
from tavl.rules.codec import from_json, to_json
from tavl.rules.seat import Seat
from tavl.server import schema
from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.identity import Identity
from tavl.server.analyses.analyses import Analyses
from tavl.server.analyses.evaluator import Evaluator
from tavl.server.analyses.live_positions import LivePositions
from tavl.server.errors import ApiError
from tavl.server.messages.analyses import AnalysisState
from tavl.server.messages.practice import CardList, ChangeDeck, DeckLine, DeckList, SaveDeck, SharedDeck, TakenUp
from tavl.server.practice.card_rows import AT, CardRow, decisions, fresh_row
from tavl.server.practice.opponents import Opponents
from tavl.server.practice.quiz import NEW_A_DAY, Quiz, due_now
from tavl.server.settings import Settings
from tavl.server.tables.executor import Executor
from tavl.server.validation.names import usable_name
from tavl.store import Store

MAX_LISTED: Final = 60
MAX_EXPORTED: Final = 1_000
FIRST_SHOWN: Final = 6
_c, _d, _m = schema.practice_cards.c, schema.practice_decks.c, schema.practice_matches.c


class Practice:
    def __init__(
        self,
        store: Store,
        executor: Executor,
        accounts: Accounts,
        analyses: Analyses,
        live: LivePositions,
        evaluator: Evaluator,
        settings: Settings,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._executor, self._analyses = store, executor, analyses
        self._settings, self._clock = settings, clock
        self._opponents = Opponents(accounts)
        self.quiz = Quiz(store, self._opponents, live, evaluator, clock)

    # Matches

    async def analysed(self, id: str, person: str, result: MatchAnalysis) -> None:
        """An analysis is done: which side its owner played may be known already."""
        state = await self._analyses.find(None, id)
        seat = await self._seat(person, state, result)
        if seat is not None:
            await self._take_up(person, state, result, seat)

    async def take_up(self, who: Identity, analysis: str, seat: Seat) -> TakenUp:
        """A player says which side of an analysis was theirs."""
        state = await self._analyses.find(who, analysis)
        if not state.mine:
            raise ApiError("not_found")
        if state.result is None:
            raise ApiError("not_finished")
        known = await self._seat(who.person, state, state.result) if state.line.table else None
        if known is not None and known != seat:
            raise ApiError("bad_value", field="seat", problem="you sat on the other side")
        return await self._take_up(who.person, state, state.result, seat)

    async def seat_of(self, who: Identity, analysis: str) -> Seat | None:
        """The side of a match that is known to be theirs; none: they have not said yet."""
        query = sa.select(_m.seat).where(_m.person == who.person, _m.analysis == analysis)
        found = await self._store.read_rows(lambda c: c.execute(query).scalar_one_or_none())
        return None if found is None else Seat(found)

    async def _seat(self, person: str, state: AnalysisState, result: MatchAnalysis) -> Seat | None:
        if state.line.table is not None:
            try:
                return (await self._executor.state(state.line.table)).table.seat_of(person)
            except ApiError:  # the table is gone, its analysis is not
                return None
        said = await self._store.read_rows(
            lambda c: set(c.execute(sa.select(_m.player).where(_m.person == person)).scalars())
        )
        sides = [Seat(number) for number, name in enumerate(result.players) if name and name in said]
        return sides[0] if len(sides) == 1 else None

    async def _take_up(self, person: str, state: AnalysisState, result: MatchAnalysis, seat: Seat) -> TakenUp:
        opponent, at = result.players[seat.other], state.line.made
        if state.line.table is not None:
            seats = (await self._executor.state(state.line.table)).table.seats
            opponent = AT + (seats[seat.other] or "")
        numbers = replace(match_numbers(result, seat, at), opponent=opponent)
        row = {
            "person": person,
            "analysis": state.line.id,
            "seat": int(seat),
            "player": "" if state.line.table else result.players[seat],
            "at": at,
            "numbers": to_json(numbers).decode(),
        }
        cards = await asyncio.to_thread(cards_of, result, seat)
        rows = [fresh_row(person, card, state.line.id, opponent, at, self._clock()) for card in cards]

        def write(connection: sa.Connection) -> TakenUp:
            same = (_m.person == person, _m.analysis == state.line.id)
            connection.execute(sa.delete(schema.practice_matches).where(*same))
            connection.execute(sa.insert(schema.practice_matches).values(row))
            return self._add(connection, person, rows)

        return await self._store.write_rows(write)

    def _add(self, connection: sa.Connection, person: str, rows: Sequence[dict[str, Any]]) -> TakenUp:
        """As many as there is room for; a question that already exists keeps its schedule."""
        known = set(connection.execute(sa.select(_c.id).where(_c.person == person)).scalars())
        fresh = [row for row in rows if row["id"] not in known]
        kept = fresh[: max(0, self._settings.cards_each - len(known))]
        if kept:
            connection.execute(sa.insert(schema.practice_cards), kept)
        return TakenUp(new=len(kept), known=len(rows) - len(fresh), left_out=len(fresh) - len(kept))

    async def progress(self, who: Identity) -> Progress:
        query = sa.select(_m.numbers).where(_m.person == who.person)
        found = await self._store.read_rows(lambda c: list(c.execute(query).scalars()))
        matches: list[MatchNumbers] = [from_json(text, MatchNumbers) for text in found]
        names = await self._opponents.names(matches)
        return progress_of([replace(each, opponent=names.get(each.opponent, each.opponent)) for each in matches])

    # Cards

    async def search(self, who: Identity, search: Search, first: int = 0, most: int = MAX_LISTED) -> CardList:
        """The worst errors first."""
        rows = _by_error(await self.quiz.rows(who, search))
        shown = rows[first : first + most]
        names = await self._opponents.names(shown)
        return CardList(tuple(row.line(names) for row in shown), len(rows))

    async def remove(self, who: Identity, id: str) -> None:
        gone = sa.delete(schema.practice_cards).where(_c.person == who.person, _c.id == id)
        answers = schema.practice_answers
        with_it = sa.delete(answers).where(answers.c.person == who.person, answers.c.card == id)

        def remove(connection: sa.Connection) -> int:
            connection.execute(with_it)
            return connection.execute(gone).rowcount

        if not await self._store.write_rows(remove):
            raise ApiError("not_found")

    async def export(self, who: Identity, search: Search, name: str, language: str) -> bytes:
        """A package for Anki."""
        rows = _by_error(await self.quiz.rows(who, search))[:MAX_EXPORTED]
        cards = await self._cards(who.person, rows)
        return await asyncio.to_thread(_package, name, cards, language, self._clock())

    async def _cards(self, person: str, rows: Sequence[CardRow]) -> list[Card]:
        found = await self._store.read_rows(lambda c: decisions(c, person, [row.id for row in rows]))
        return [Card(id=row.id, decision=found[row.id], facts=row.facts) for row in rows if row.id in found]

    # Decks

    async def decks(self, who: Identity) -> DeckList:
        rows = await self._store.read_rows(
            lambda c: c.execute(sa.select(schema.practice_decks).where(_d.person == who.person).order_by(_d.made)).all()
        )
        cards = await self.quiz.rows(who)
        names, now = await self._opponents.names(cards), self._clock()
        lines = []
        for row in rows:
            search: Search = from_json(row.search, Search)
            found = [card for card in cards if search.fits(card.found(names))]
            lines.append(
                DeckLine(
                    id=row.id,
                    name=row.name,
                    search=search,
                    shared=row.shared,
                    cards=len(found),
                    due=len(due_now(found, now, NEW_A_DAY)),
                )
            )
        return DeckList(tuple(lines))

    async def deck(self, who: Identity, id: str) -> DeckLine:
        found = next((deck for deck in (await self.decks(who)).decks if deck.id == id), None)
        if found is None:
            raise ApiError("not_found")
        return found

    async def save_deck(self, who: Identity, asked: SaveDeck) -> DeckLine:
        id = secrets.token_urlsafe(12)
        values = self._deck_row(who.person, id, asked.name, asked.search)
        await self._store.write_rows(lambda c: self._insert_deck(c, values))
        return await self.deck(who, id)

    def _deck_row(self, person: str, id: str, name: str, search: Search) -> dict[str, Any]:
        return {
            "id": id,
            "person": person,
            "name": usable_name(name),
            "search": to_json(search).decode(),
            "shared": False,
            "made": self._clock(),
        }

    def _insert_deck(self, connection: sa.Connection, values: dict[str, Any]) -> None:
        count = sa.select(sa.func.count()).where(_d.person == values["person"])
        if connection.execute(count).scalar_one() >= self._settings.decks_each:
            raise ApiError("enough_of_them", most=self._settings.decks_each)
        connection.execute(sa.insert(schema.practice_decks).values(values))

    async def change_deck(self, who: Identity, id: str, asked: ChangeDeck) -> DeckLine:
        values: dict[str, Any] = {}
        if asked.name is not None:
            values["name"] = usable_name(asked.name)
        if asked.shared is not None:
            values["shared"] = asked.shared
        mine = sa.update(schema.practice_decks).where(_d.id == id, _d.person == who.person)
        if values and not await self._store.write_rows(lambda c: c.execute(mine.values(values)).rowcount):
            raise ApiError("not_found")
        return await self.deck(who, id)

    async def remove_deck(self, who: Identity, id: str) -> None:
        """The cards stay."""
        gone = sa.delete(schema.practice_decks).where(_d.id == id, _d.person == who.person)
        if not await self._store.write_rows(lambda c: c.execute(gone).rowcount):
            raise ApiError("not_found")

    # Decks of others

    async def shared_deck(self, who: Identity | None, id: str, language: str) -> SharedDeck:
        """Anybody with the link may look, if its owner shares it."""
        name, owner, cards = await self._open_deck(who, id, language)
        first = tuple(card.facts.position for card in cards[:FIRST_SHOWN])
        return SharedDeck(id=id, name=name, mine=who is not None and who.person == owner, cards=len(cards), first=first)

    async def import_deck(self, who: Identity, id: str, language: str) -> TakenUp:
        """Copies the questions of a deck into the person's own cards and decks."""
        name, owner, cards = await self._open_deck(who, id, language)
        if owner == who.person:
            raise ApiError("not_yourself")
        now = self._clock()
        rows = [fresh_row(who.person, card, id, "", now, now) for card in cards]
        search = Search(source=id)
        values = self._deck_row(who.person, secrets.token_urlsafe(12), name, search)

        def write(connection: sa.Connection) -> TakenUp:
            here = sa.select(_d.id).where(_d.person == who.person, _d.search == values["search"])
            if connection.execute(here).first() is None:
                self._insert_deck(connection, values)
            return self._add(connection, who.person, rows)

        return await self._store.write_rows(write)

    async def _open_deck(self, who: Identity | None, id: str, language: str) -> tuple[str, str | None, list[Card]]:
        """Name, owner and questions; of one that ships there is no owner."""
        if id in shipped.NAMES:
            cards = await asyncio.to_thread(lambda: shipped.shipped_decks()[id])
            return words(language)(shipped.NAMES[id]), None, list(cards)
        query = sa.select(schema.practice_decks).where(_d.id == id)
        row = await self._store.read_rows(lambda c: c.execute(query).one_or_none())
        if row is None or not (row.shared or (who is not None and who.person == row.person)):
            raise ApiError("not_found")
        owner = Identity(person=row.person, name="")
        rows = await self.quiz.rows(owner, from_json(row.search, Search))
        found = await self._cards(row.person, _by_error(rows)[:MAX_EXPORTED])
        return row.name, row.person, [card_of(without_player(card.decision)) for card in found]


def _by_error(rows: Sequence[CardRow]) -> list[CardRow]:
    return sorted(rows, key=lambda row: (-row.facts.error, row.id))


def _package(name: str, cards: Sequence[Card], language: str, at: int) -> bytes:
    w = words(language)
    return write_apkg(name, [note_of(w, card) for card in cards], at)
