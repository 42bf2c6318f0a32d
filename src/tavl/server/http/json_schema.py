"""JSON Schema of every message, from the types that decode and encode them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tavl.rules.board import Dice, Position
from tavl.server.errors import ErrorAnswer
from tavl.server.messages import (
    accounts,
    analyses,
    moderation,
    notifications,
    organisations,
    players,
    practice,
    roles,
    socket,
    tables,
    tournament_copies,
    tournaments,
)

TEMPLATE = "#/components/schemas/{name}"
_OF_TABLES = (tables, roles, accounts, moderation, players, notifications, analyses, tournament_copies, practice)
_TOURNAMENTS = (*tournaments.TAKEN, *tournaments.GIVEN)
_ORGANISATIONS = (*organisations.TAKEN, *organisations.GIVEN)
TAKEN = (
    *(kind for part in _OF_TABLES for kind in getattr(part, "TAKEN", ())),
    *tournaments.TAKEN,
    *organisations.TAKEN,
)
GIVEN = (
    *(kind for part in _OF_TABLES for kind in getattr(part, "GIVEN", ())),
    ErrorAnswer,
    *tournaments.GIVEN,
    *organisations.GIVEN,
)
SOCKET = (socket.FromClient, socket.ToClient)
# Types that share a name are told apart by their modules. One whose module has moved keeps the name that clients know.
PUBLISHED = {"tavl.tournament.acts.tables_and_calls.Place": "tavl.tournament.acts.running.Place"}


def _hook(kind: type) -> dict[str, Any]:
    if kind is Position:
        return {"type": "string", "description": "places and counts, the viewer's side first: `24:2 13:5 | 24:2 13:5`"}
    if kind is Dice:
        die = {"type": "integer", "minimum": 1, "maximum": 6}
        return {"type": "array", "items": die, "minItems": 2, "maxItems": 2}
    raise NotImplementedError(kind)


@cache
def _made() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """A tournament has an Appeal of its own: where a name is taken by a table's, it is TournamentAppeal."""
    made, components = described_with(())
    for prefix, theirs in (("Tournament", _TOURNAMENTS), ("Organisation", _ORGANISATIONS)):
        more = _described(theirs)
        taken = {name for name, each in more[1].items() if components.get(name, each) != each}
        text = msgspec.json.encode(more).decode()
        for name in taken:
            text = text.replace(f'"{TEMPLATE.format(name=name)}"', f'"{TEMPLATE.format(name=prefix + name)}"')
        their_references, their_components = msgspec.json.decode(text)
        renamed = {prefix + name if name in taken else name: each for name, each in their_components.items()}
        assert len(renamed) == len(their_components)
        made |= zip(theirs, their_references, strict=True)
        components |= renamed
    return made, components


def described_with(more: tuple[Any, ...]) -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """References to the messages of tables and to `more`, which may use their types; and all types by name."""
    kinds = (*(kind for kind in (*TAKEN, *GIVEN, *SOCKET) if kind not in (*_TOURNAMENTS, *_ORGANISATIONS)), *more)
    references, components = _described(kinds)
    return dict(zip(kinds, references, strict=True)), components


def _described(kinds: tuple[Any, ...]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    made = msgspec.json.schema_components(kinds, schema_hook=_hook, ref_template=TEMPLATE)
    if not PUBLISHED.keys() & made[1].keys():
        return made
    text = msgspec.json.encode(made).decode()
    for name, published in PUBLISHED.items():
        text = text.replace(f'"{TEMPLATE.format(name=name)}"', f'"{TEMPLATE.format(name=published)}"')
    references, components = msgspec.json.decode(text, type=tuple[tuple[dict[str, Any], ...], dict[str, Any]])
    return references, {PUBLISHED.get(name, name): each for name, each in components.items()}


def reference(kind: Any) -> dict[str, Any]:
    return _made()[0][kind]


def components() -> dict[str, Any]:
    return _made()[1]


def document() -> dict[str, Any]:
    """The response of /api/v1/schema: the socket's messages, and all types by name."""
    return {
        "subprotocol": "tavl.v1",
        "socket": {"from_client": reference(socket.FromClient), "to_client": reference(socket.ToClient)},
        "components": {"schemas": components()},
    }
