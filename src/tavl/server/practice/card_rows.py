"""Cards as rows: read, written, answered."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct

from tavl.analysis.match_analysis import AnalysedDecision
from tavl.practice.cards import Card
from tavl.practice.schedule import Memory
from tavl.practice.search import Found
from tavl.practice.search_facts import Facts
from tavl.rules.codec import from_json, to_json
from tavl.server import schema
from tavl.server.messages.practice import CardLine

AT: Final = "@"
"""An opponent who is a person here is kept as their id behind this, so that their name goes with them."""
_c = schema.practice_cards.c
_LIGHT: Final = (_c.id, _c.source, _c.opponent, _c.at, _c.facts, _c.due, _c.memory, _c.answers)


class CardRow(Struct, frozen=True, kw_only=True):
    id: str
    source: str
    opponent: str
    at: int
    facts: Facts
    memory: Memory
    answers: int

    @property
    def new(self) -> bool:
        return self.answers == 0

    def line(self, names: dict[str, str]) -> CardLine:
        return CardLine(
            id=self.id,
            facts=self.facts,
            opponent=names.get(self.opponent, self.opponent),
            source=self.source,
            at=self.at,
            due=self.memory.due,
            answers=self.answers,
        )

    def found(self, names: dict[str, str]) -> Found:
        opponent = names.get(self.opponent, self.opponent)
        return Found(facts=self.facts, opponent=opponent, source=self.source, at=self.at)


def all_rows(connection: sa.Connection, person: str) -> list[CardRow]:
    query = sa.select(*_LIGHT).where(_c.person == person).order_by(_c.due, _c.id)
    return [_row(row) for row in connection.execute(query).mappings()]


def one_row(connection: sa.Connection, person: str, id: str) -> tuple[CardRow, AnalysedDecision] | None:
    query = sa.select(*_LIGHT, _c.decision).where(_c.person == person, _c.id == id)
    row = connection.execute(query).mappings().one_or_none()
    return (_row(row), unpacked(row["decision"])) if row else None


def decisions(connection: sa.Connection, person: str, ids: Iterable[str]) -> dict[str, AnalysedDecision]:
    query = sa.select(_c.id, _c.decision).where(_c.person == person, _c.id.in_(list(ids)))
    return {row.id: unpacked(row.decision) for row in connection.execute(query)}


def _row(row: Any) -> CardRow:
    return CardRow(
        id=row["id"],
        source=row["source"],
        opponent=row["opponent"],
        at=row["at"],
        facts=from_json(row["facts"], Facts),
        memory=from_json(row["memory"], Memory),
        answers=row["answers"],
    )


def unpacked(data: bytes) -> AnalysedDecision:
    found: AnalysedDecision = from_json(zlib.decompress(data), AnalysedDecision)
    return found


def fresh_row(person: str, card: Card, source: str, opponent: str, at: int, now: int) -> dict[str, Any]:
    memory = Memory(due=now)
    return {
        "person": person,
        "id": card.id,
        "source": source,
        "opponent": opponent,
        "at": at,
        "made": now,
        "facts": to_json(card.facts).decode(),
        "decision": zlib.compress(to_json(card.decision), 6),
        "due": memory.due,
        "memory": to_json(memory).decode(),
        "answers": 0,
    }


def remember(connection: sa.Connection, person: str, id: str, memory: Memory, answers: int, more: int) -> bool:
    """False if another window was faster."""
    same = (_c.person == person, _c.id == id, _c.answers == answers)
    values = {"due": memory.due, "memory": to_json(memory).decode(), "answers": answers + more}
    return bool(connection.execute(sa.update(schema.practice_cards).where(*same).values(values)).rowcount)


def earliest_due(connection: sa.Connection, person: str) -> int | None:
    found: int | None = connection.execute(sa.select(sa.func.min(_c.due)).where(_c.person == person)).scalar_one()
    return found
