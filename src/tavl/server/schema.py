"""JSON Schema of every message, from the types that decode and encode them."""

from __future__ import annotations

from typing import Any

import msgspec

from tavl.rules.board import Dice, Position
from tavl.server import messages, people_messages, player_messages, role_messages
from tavl.server.errors import ErrorAnswer

TEMPLATE = "#/components/schemas/{name}"
TAKEN = (
    messages.OpenTable,
    messages.JoinTable,
    *role_messages.TAKEN,
    messages.ChangeMe,
    messages.MakeAccount,
    messages.LogIn,
    messages.Recover,
    messages.MakeToken,
    *people_messages.TAKEN,
    *player_messages.TAKEN,
)
GIVEN = (
    messages.Me,
    messages.AccountMade,
    tuple[messages.Login, ...],
    messages.TokenMade,
    tuple[messages.Token, ...],
    messages.TableLine,
    messages.TableList,
    messages.TableState,
    messages.EventList,
    *role_messages.GIVEN,
    *people_messages.GIVEN,
    *player_messages.GIVEN,
    ErrorAnswer,
)
SOCKET = (messages.FromClient, messages.ToClient)


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
        "socket": {"from_client": _REFERENCES[messages.FromClient], "to_client": _REFERENCES[messages.ToClient]},
        "components": {"schemas": COMPONENTS},
    }
