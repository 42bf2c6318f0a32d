"""JSON Schema of every message, from the types that decode and encode them."""

from __future__ import annotations

from typing import Any

import msgspec

from tavl.rules.board import Dice, Position
from tavl.server.errors import ErrorAnswer
from tavl.server.messages import accounts, analyses, moderation, notifications, players, roles, socket, tables

TEMPLATE = "#/components/schemas/{name}"
TAKEN = (*tables.TAKEN, *roles.TAKEN, *accounts.TAKEN, *moderation.TAKEN, *notifications.TAKEN, *analyses.TAKEN)
GIVEN = (
    *tables.GIVEN,
    *roles.GIVEN,
    *accounts.GIVEN,
    *moderation.GIVEN,
    *players.GIVEN,
    *notifications.GIVEN,
    *analyses.GIVEN,
    ErrorAnswer,
)
SOCKET = (socket.FromClient, socket.ToClient)


def _hook(kind: type) -> dict[str, Any]:
    if kind is Position:
        return {"type": "string", "description": "places and counts, the viewer's side first: `24:2 13:5 | 24:2 13:5`"}
    if kind is Dice:
        die = {"type": "integer", "minimum": 1, "maximum": 6}
        return {"type": "array", "items": die, "minItems": 2, "maxItems": 2}
    raise NotImplementedError(kind)


def _made() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    kinds = (*TAKEN, *GIVEN, *SOCKET)
    references, components = msgspec.json.schema_components(kinds, schema_hook=_hook, ref_template=TEMPLATE)
    return dict(zip(kinds, references, strict=True)), components


_REFERENCES, COMPONENTS = _made()


def reference(kind: Any) -> dict[str, Any]:
    return _REFERENCES[kind]


def document() -> dict[str, Any]:
    """What /api/v1/schema answers: the socket's messages, and all types by name."""
    return {
        "subprotocol": "tavl.v1",
        "socket": {"from_client": _REFERENCES[socket.FromClient], "to_client": _REFERENCES[socket.ToClient]},
        "components": {"schemas": COMPONENTS},
    }
