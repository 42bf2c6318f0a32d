"""Players as others see them: results, ratings, rankings. Who is in a ranking: `rating_listed_from` in
`server/settings.py`."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from tavl.rating import Formula
from tavl.rating.provisional import is_provisional
from tavl.server.accounts.accounts import Accounts
from tavl.server.messages.players import HeadToHead, Player, Ranked, Ranking, RatedMatch, Rating
from tavl.server.tables.stream.event_codec import table_of
from tavl.store import Store
from tavl.store.projections import ratings as stored
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.store.schema import results, seats

MAX_RATED = 300  # matches of one list
MAX_OPPONENTS = 20
MAX_RANKED = 100


def points(hundredths: int) -> float:
    return hundredths / 100


class Players:
    def __init__(self, store: Store, accounts: Accounts, formula: Formula) -> None:
        self._store, self._accounts, self._formula = store, accounts, formula

    async def find(self, person: str) -> Player | None:
        """None for an unknown id."""
        named = await self._accounts.names([person])
        if person not in named:
            return None
        formula, bot = self._formula, named[person].bot

        def look(connection: sa.Connection) -> tuple[dict[str, Rating], list[RatedMatch], list[HeadToHead], int, int]:
            stands = stored.of_people(connection, [person])
            found = {pool: _rating(connection, rating, pool, bot, formula) for (pool, _), rating in stands.items()}
            rated = [
                _rated(row) for pool in (PEOPLE, BOTS) for row in stored.history(connection, person, pool, MAX_RATED)
            ]
            return found, rated, _opponents(connection, person), *_won_and_lost(connection, person)

        found, rated, opponents, won, lost = await self._store.read_rows(look)
        others = {match.opponent for match in rated} | {each.opponent for each in opponents}
        return Player(
            id=person,
            name=named[person].name,
            bot=bot,
            won=won,
            lost=lost,
            rating=found.get(PEOPLE),
            with_bots=found.get(BOTS),
            rated=tuple(rated),
            opponents=tuple(opponents),
            people=await self._accounts.names(others),
        )

    async def ranking(self) -> Ranking:
        least = self._formula.listed_from

        def look(connection: sa.Connection) -> list[tuple[Ranked, ...]]:
            return [_ranked(stored.ranking(connection, bots, least, MAX_RANKED)) for bots in (False, True)]

        players, bots = await self._store.read_rows(look)
        people = await self._accounts.names([line.person for line in (*players, *bots)])
        return Ranking(players, bots, people)


def _rating(connection: sa.Connection, stands: stored.Rating, pool: str, bot: bool, formula: Formula) -> Rating:
    provisional = is_provisional(stands.experience, formula.listed_from)
    ranked = None
    if not provisional and (pool == BOTS) == bot:
        ranked = stored.rank(connection, pool, bot, stands.rating, formula.listed_from)
    return Rating(
        rating=points(stands.rating),
        experience=stands.experience,
        matches=stands.matches,
        provisional=provisional,
        place=ranked.place if ranked else None,
        of=ranked.of if ranked else None,
    )


def _rated(row: sa.Row[Any]) -> RatedMatch:
    return RatedMatch(
        table=table_of(row.stream),
        at=row.at,
        pool=row.pool,
        opponent=row.opponent,
        length=row.length,
        won=row.won,
        rating=points(row.rating),
        change=points(row.rating - row.before),
    )


def _won_and_lost(connection: sa.Connection, person: str) -> tuple[int, int]:
    me, r = seats.alias("me"), results.c
    won = sa.func.sum(sa.case((r.winner == me.c.seat, 1), else_=0))
    count = sa.select(won, sa.func.count(r.winner)).join_from(results, me, me.c.stream == r.stream)
    wins, decided = connection.execute(count.where(me.c.person == person)).one()
    return int(wins or 0), int(decided or 0) - int(wins or 0)


def _opponents(connection: sa.Connection, person: str) -> list[HeadToHead]:
    """The opponents whom this player has met most often."""
    me, other, r = seats.alias("me"), seats.alias("other"), results.c
    won = sa.func.sum(sa.case((r.winner == me.c.seat, 1), else_=0))
    met = sa.func.count(r.winner)
    query = (
        sa.select(other.c.person, won, met)
        .join_from(results, me, me.c.stream == r.stream)
        .join(other, sa.and_(other.c.stream == r.stream, other.c.seat != me.c.seat))
        .where(me.c.person == person, other.c.person != person, r.winner.is_not(None))
        .group_by(other.c.person)
        .order_by(met.desc(), other.c.person)
        .limit(MAX_OPPONENTS)
    )
    return [
        HeadToHead(opponent=who, won=int(wins), lost=int(all_of_them) - int(wins))
        for who, wins, all_of_them in connection.execute(query)
    ]


def _ranked(rows: list[stored.Rating]) -> tuple[Ranked, ...]:
    lines: list[Ranked] = []
    for number, row in enumerate(rows, 1):
        shared = bool(lines) and lines[-1].rating == points(row.rating)
        lines.append(
            Ranked(
                place=lines[-1].place if shared else number,
                person=row.person,
                rating=points(row.rating),
                experience=row.experience,
                matches=row.matches,
            )
        )
    return tuple(lines)
