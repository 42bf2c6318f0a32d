"""What devices send: actions with the device's own instants and numbers, in batches, decided in order.

A device may have been alone for a while. Its own clock only runs forwards and knows nothing of ours; the smallest
difference ever seen between sending and receiving takes its instants to ours. An action that is sent twice is done
once.
"""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.table import acts
from tavl.table.acts import AnyAction, AnyEvent, By
from tavl.table.devices import device
from tavl.table.table import Table, decide, evolve
from tavl.table.terms import Sitting

MAX_IN_BATCH = 500  # actions; docs/api.md repeats it


class Sent(Struct, frozen=True):
    sequence: int  # from 1, without gaps
    elapsed: int  # by the device's own clock, in ms
    by: By
    action: AnyAction


class Batch(Struct, frozen=True):
    device: str
    sent: int  # by the device's own clock, in ms
    actions: tuple[Sent, ...]


class Taken(Struct, frozen=True):
    """The table after a batch, the events with their instants, and what was refused, by number."""

    table: Table
    events: tuple[tuple[AnyEvent, int], ...]
    refused: dict[int, Refused]


def take(table: Table, batch: Batch, received: int) -> Taken | Refused:
    """Everything new in a batch, in order; a batch that leaves a gap is refused as a whole, to be sent again from
    there."""
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("no_devices_here", "T4.7")
    known = device(table, batch.device)
    offset = received - batch.sent if known.offset is None else min(known.offset, received - batch.sent)
    fresh = [sent for sent in batch.actions if sent.sequence > known.sequence]
    expected = list(range(known.sequence + 1, known.sequence + 1 + len(fresh)))
    if [sent.sequence for sent in fresh] != expected:
        return refuse("device_gap", "T4.7", sequence=known.sequence + 1)
    events: list[tuple[AnyEvent, int]] = []
    refused: dict[int, Refused] = {}
    for sent in fresh:
        at = max(table.last_at, min(offset + sent.elapsed, received))
        answer = decide(table, sent.action, sent.by, at)
        if isinstance(answer, Refused):
            refused[sent.sequence] = answer
            answer = [_not_taken(batch.device, sent, answer)]
        for event in answer:
            table = evolve(table, event, at)
            events.append((event, at))
    if fresh:
        heard = acts.DeviceHeard(batch.device, fresh[-1].sequence, offset)
        at = max(table.last_at, received)
        table = evolve(table, heard, at)
        events.append((heard, at))
    return Taken(table, tuple(events), refused)


def _not_taken(device: str, sent: Sent, why: Refused) -> AnyEvent:
    tag = sent.action.__struct_config__.tag
    return acts.DeviceActionRefused(device, sent.sequence, str(tag), why.code, why.rule)
