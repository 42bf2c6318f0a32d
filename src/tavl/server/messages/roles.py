"""HTTP messages about roles at a table, and from devices at a physical board."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.rules.seat import Seat
from tavl.server.errors import ErrorBody
from tavl.server.messages.base import Heard, PersonId
from tavl.server.tables.hosting import Given
from tavl.server.tables.stream.stream_state import ClientAction
from tavl.table.device_batches import MAX_IN_BATCH


class GiveRole(Heard, frozen=True):
    """A role at a table for a person by id; without an id, for the first who follows the link in the response."""

    role: Given
    person: PersonId | None = None
    seat: Seat | None = None  # the player whom a reader reads for


class TakeRole(Heard, frozen=True):
    """The code from a link for a role."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class FromDevice(Heard, frozen=True):
    """An action of a device: its number, from 1 without gaps, and its time by the device's own clock in ms."""

    sequence: Annotated[int, Meta(ge=1, le=1 << 31)]
    elapsed: Annotated[int, Meta(ge=0, le=1 << 46)]
    action: ClientAction
    seat: Seat | None = None  # for whom, if the action itself does not say


class SendBatch(Heard, frozen=True):
    """What a device at a physical board has recorded. `sent` is the time of sending by its own clock."""

    device: Annotated[str, Meta(min_length=1, max_length=48, pattern=r"^[A-Za-z0-9_.-]+$")]
    sent: Annotated[int, Meta(ge=0, le=1 << 46)]
    actions: Annotated[tuple[FromDevice, ...], Meta(max_length=MAX_IN_BATCH)]


class RoleMade(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The role was given; or a code, shown only once, with which somebody can take it (`/t/<table>?role=<code>`)."""

    role: Given
    person: str | None = None
    code: str | None = None


class BatchTaken(Struct, frozen=True, kw_only=True):
    """Everything up to `sequence` is written; `refused` has the actions that the table refused, by number."""

    version: int
    sequence: int
    refused: dict[int, ErrorBody]


TAKEN = (GiveRole, TakeRole, SendBatch)
GIVEN = (RoleMade, BatchTaken)
