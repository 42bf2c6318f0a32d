"""Ratings, computed from results in the order in which the matches ended.

There are two separate lists: `people`, for matches between two people, and `bots`, for matches in which a bot took
part. The order is by time and stream, not by commit: a flag that is claimed late, or a slow process, must not give
other numbers than a rebuild. So when a result comes in late or is withdrawn, the later ones of its list are computed
again; usually there are none.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from tavl.rating import NEW, Formula, Standing, after
from tavl.store.databases.dialect import upsert
from tavl.store.projections.table_rows import TableRow
from tavl.store.schema import rating_formula, ratings, standings

PEOPLE, BOTS = "people", "bots"
_RATING = 0x7461766D  # an advisory lock: matches that end together are rated one after the other

_r = ratings.c
_COLUMNS = ("rating", "experience", "matches", "at")
_STAND = upsert(standings, lambda new: {name: new[name] for name in _COLUMNS})


class Rating(Struct, frozen=True):
    """Somebody's current rating in a list."""

    person: str
    rating: int  # in hundredths
    experience: int
    matches: int
    at: int


def enter(connection: sa.Connection, stream: str, row: TableRow, at: int, formula: Formula) -> None:
    """Enter the result of a rated match."""
    rated, winner, length = row.rated, row.winner, row.length
    players = [person for person in row.players if person is not None]
    if rated is None or winner is None or length is None or len(players) != 2 or players[0] == players[1]:
        return
    _one_at_a_time(connection)
    _note(connection, formula)
    later = _later(connection, rated.pool, at, stream)
    for match in later:
        _take_out(connection, match.stream)
    bots = dict(zip(players, rated.bots, strict=True))
    _rate(connection, stream, rated.pool, players[winner], players[1 - winner], length, at, formula, bots)
    _rate_again(connection, later, formula)


def withdraw(connection: sa.Connection, stream: str, formula: Formula) -> None:
    """Withdraw a result after a ruling."""
    _one_at_a_time(connection)
    row = connection.execute(sa.select(ratings).where(_r.stream == stream).limit(1)).first()
    if row is None:
        return
    later = _later(connection, row.pool, row.at, stream)
    for match in (*later, row):
        _take_out(connection, match.stream)
    _rate_again(connection, later, formula)


def _one_at_a_time(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _RATING})


def _later(connection: sa.Connection, pool: str, at: int, stream: str) -> list[sa.Row[Any]]:
    """The winners' rows of the matches of a list after a given position in its order."""
    place = sa.or_(_r.at > at, sa.and_(_r.at == at, _r.stream > stream))
    found = sa.select(ratings).where(_r.pool == pool, _r.won.is_(True), place).order_by(_r.at, _r.stream)
    return list(connection.execute(found))


def _rate_again(connection: sa.Connection, matches: list[sa.Row[Any]], formula: Formula) -> None:
    for match in matches:
        pair = (match.person, match.opponent)
        _rate(connection, match.stream, match.pool, *pair, match.length, match.at, formula, {})


def _take_out(connection: sa.Connection, stream: str) -> None:
    """Remove both players' rows of the last match of a list; their ratings are again what they were before."""
    rows = connection.execute(sa.select(ratings).where(_r.stream == stream)).all()
    connection.execute(sa.delete(ratings).where(_r.stream == stream))
    for row in rows:
        mine = sa.and_(standings.c.pool == row.pool, standings.c.person == row.person)
        last = _last(connection, row.pool, row.person)
        # A player without matches keeps their row, which says whether this is a bot.
        values = {name: getattr(last, name) if last else 0 for name in _COLUMNS}
        connection.execute(sa.update(standings).where(mine).values(values))


def _last(connection: sa.Connection, pool: str, person: str) -> sa.Row[Any] | None:
    last = sa.select(ratings).where(_r.person == person, _r.pool == pool).order_by(_r.at.desc(), _r.stream.desc())
    return connection.execute(last.limit(1)).first()


def _standing(connection: sa.Connection, pool: str, person: str) -> Standing:
    last = _last(connection, pool, person)
    return Standing(last.rating, last.experience, last.matches) if last else NEW


def _rate(
    connection: sa.Connection,
    stream: str,
    pool: str,
    winner: str,
    loser: str,
    length: int,
    at: int,
    formula: Formula,
    bots: dict[str, bool],
) -> None:
    """Rate a match that comes after all others of its list."""
    before = _standing(connection, pool, winner), _standing(connection, pool, loser)
    now = after(*before, length, formula)
    for person, opponent, then, stands in zip((winner, loser), (loser, winner), before, now, strict=True):
        shared = {"rating": stands.rating, "experience": stands.experience, "matches": stands.matches, "at": at}
        row = {"stream": stream, "person": person, "pool": pool, "opponent": opponent, "length": length}
        row |= {"won": person == winner, "before": then.points(formula)}
        connection.execute(sa.insert(ratings).values(row | shared))
        new = {"pool": pool, "person": person, "bot": bots.get(person, False), **shared}
        connection.execute(_STAND[connection.dialect.name], new)


def _note(connection: sa.Connection, formula: Formula) -> None:
    """Store the formula with which the ratings were computed."""
    if connection.execute(sa.select(rating_formula.c.one)).first() is None:
        connection.execute(sa.insert(rating_formula).values(one=1, text=_text(formula)))


def _text(formula: Formula) -> str:
    return msgspec.json.encode(formula, order="sorted").decode()


def made_otherwise(connection: sa.Connection, formula: Formula) -> bool:
    """Whether the stored ratings were computed with another formula."""
    kept = connection.execute(sa.select(rating_formula.c.text)).scalar()
    # Decoded, not compared as text: a parameter added since then has its default.
    return kept is not None and msgspec.json.decode(kept, type=Formula) != formula


# Queries


def of_people(connection: sa.Connection, people: list[str]) -> dict[tuple[str, str], Rating]:
    """Ratings by list and person."""
    s = standings.c
    found = sa.select(s.pool, s.person, s.rating, s.experience, s.matches, s.at)
    rows = connection.execute(found.where(s.person.in_(people), s.matches > 0))
    return {(row.pool, row.person): Rating(*row[1:]) for row in rows}


def ranking(connection: sa.Connection, bots: bool, listed_from: int, limit: int) -> list[Rating]:
    """The best of a list: people by their matches against people, bots by all of theirs."""
    s = standings.c
    found = (
        sa.select(s.person, s.rating, s.experience, s.matches, s.at)
        .where(s.pool == (BOTS if bots else PEOPLE), s.bot.is_(bots), s.matches > 0, s.experience >= listed_from)
        .order_by(s.rating.desc(), s.experience.desc(), s.person)
        .limit(limit)
    )
    return [Rating(*row) for row in connection.execute(found)]


class Rank(Struct, frozen=True):
    place: int
    of: int


def rank(connection: sa.Connection, pool: str, bot: bool, rating: int, listed_from: int) -> Rank:
    """The rank of a rating among those that are listed."""
    s = standings.c
    listed = sa.and_(s.pool == pool, s.bot.is_(bot), s.matches > 0, s.experience >= listed_from)
    above = sa.func.sum(sa.case((s.rating > rating, 1), else_=0))
    better, all_of_them = connection.execute(sa.select(above, sa.func.count()).where(listed)).one()
    return Rank(int(better or 0) + 1, int(all_of_them))


def history(connection: sa.Connection, person: str, pool: str, limit: int) -> list[sa.Row[Any]]:
    """The last rated matches of a person, oldest first."""
    last = sa.select(ratings).where(_r.person == person, _r.pool == pool).order_by(_r.at.desc(), _r.stream.desc())
    return list(connection.execute(last.limit(limit)))[::-1]
