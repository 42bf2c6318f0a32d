"""Many commits written in few statements: what waits while one group is being written is the next group.

With five statements for each action, a database behind a socket and the interpreter would be busy with the round trips;
with five for each group they are not. Special cases (an action sent twice, a version that is taken, people's texts)
are written one by one by `append.record`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tavl.store.log import append as log
from tavl.store.log.events import Appended, Commit, Conflict
from tavl.store.log.upcast import Upcasts

_Heads = dict[str, tuple[int, int, bool]]  # by stream: its version, its last instant, whether the action is known there

_POSTGRES = """
    SELECT a.stream, h.version, h.at,
           EXISTS (SELECT 1 FROM events r WHERE r.stream = a.stream AND r.action_id = a.action)
    FROM (SELECT asked ->> 0 AS stream, asked ->> 1 AS action FROM json_array_elements(%s::json) AS asked) a
    LEFT JOIN LATERAL (
        SELECT e.version, e.at FROM events e WHERE e.stream = a.stream ORDER BY e.version DESC LIMIT 1
    ) h ON true
"""
_SQLITE = """
    SELECT a.stream, e.version, e.at,
           EXISTS (SELECT 1 FROM events r WHERE r.stream = a.stream AND r.action_id = a.action)
    FROM (SELECT json_extract(value, '$[0]') AS stream, json_extract(value, '$[1]') AS action FROM json_each(?)) a
    LEFT JOIN events e
    ON e.stream = a.stream AND e.version = (SELECT max(m.version) FROM events m WHERE m.stream = a.stream)
"""


def record(connection: sa.Connection, commits: Sequence[Commit], upcasts: Upcasts) -> list[Appended | Conflict]:
    """Write them as `append.record` would write each of them, in this order."""
    outcomes: dict[int, Appended | Conflict] = {}
    plain = _plain(commits)
    heads = _heads(connection, [commits[place] for place in plain])
    clean = [place for place in plain if _follows(commits[place], heads)]
    rows: list[dict[str, Any]] = []
    ends: list[int] = []
    for place in clean:
        rows += log.rows_of(commits[place], upcasts, [])
        ends.append(len(rows))
    events = log.insert_rows(connection, rows) if rows else []
    for place, start, end in zip(clean, [0, *ends], ends, strict=False):
        outcomes[place] = Appended(tuple(upcasts.read(event) for event in events[start:end]))
    for place, commit in enumerate(commits):
        if place not in outcomes:
            outcomes[place] = log.record(connection, commit, upcasts)
    return [outcomes[place] for place in range(len(commits))]


def _plain(commits: Sequence[Commit]) -> list[int]:
    """Commits without people's texts, to streams that nothing before them in the group touches."""
    touched: set[str] = set()
    found: list[int] = []
    for place, commit in enumerate(commits):
        streams = {append.stream for append in commit.appends}
        if not streams & touched and not any(event.words for append in commit.appends for event in append.events):
            found.append(place)
        touched |= streams
    return found


def _heads(connection: sa.Connection, commits: Sequence[Commit]) -> _Heads:
    asked = [(append.stream, commit.action_id) for commit in commits for append in commit.appends]
    if not asked:
        return {}
    statement = _POSTGRES if connection.dialect.name == "postgresql" else _SQLITE
    rows = connection.exec_driver_sql(statement, (msgspec.json.encode(asked).decode(),))
    return {stream: (version or 0, at or 0, bool(known)) for stream, version, at, known in rows}


def _follows(commit: Commit, heads: _Heads) -> bool:
    for append in commit.appends:
        version, at, known = heads[append.stream]
        first = commit.at if append.events[0].at is None else append.events[0].at
        if known or version != append.expected_version or first < at:
            return False
    return True
