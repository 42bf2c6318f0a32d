"""The log of a tournament in its archive: events as values, and back.

People's own words stand beside the events, as `store/people/erasable_texts.py` keeps them: in the body is
`{"$words": id}`, and where the words have been erased `ERASED` is read. Words of nobody and empty ones stay where they
are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from tavl.rules.codec import from_json, to_json
from tavl.rules.text_kinds import words_of
from tavl.tournament.acts import AnyEvent, Stamp
from tavl.tournament.files.archive import Archive, Event, Words
from tavl.tournament.files.errors import FaultReason, fault
from tavl.tournament.state import Tournament
from tavl.tournament.tournament import evolve

SCHEMA = 1
SYSTEM = "system"
"""The actor of automatic events."""
ERASED = "[erased]"
STREAM = "tournament/"
_BROKEN = (AssertionError, AttributeError, KeyError, IndexError, TypeError, ValueError)

Logged = tuple[AnyEvent, Stamp]
NewId = Callable[[int], str]
"""A new unique id, for something at this instant."""


def read(archive: Archive) -> list[Logged]:
    """The events, in order, with the words that still exist."""
    known = {words.id: words.text for words in archive.words}
    return [_event(event, known) for event in archive.events if event.stream == archive.tournament]


def _event(event: Event, known: Mapping[str, str]) -> Logged:
    body = bytes(event.body)
    try:
        if b'"$words"' in body:
            fields: dict[str, Any] = msgspec.json.decode(body)
            filled = {name: _said(value, known) for name, value in fields.items()}
            body = msgspec.json.encode(filled)
        happened: AnyEvent = from_json(body, AnyEvent)
    except (msgspec.MsgspecError, ValueError):
        raise fault(0, "event", FaultReason.BAD_LINE, event.id) from None
    return happened, Stamp(event.at, "" if event.actor == SYSTEM else event.actor, event.action_id)


def _said(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, dict) and list(value) == ["$words"]:
        return known.get(str(value["$words"]), ERASED)
    return value


def replayed(log: Iterable[Logged], archive: Archive) -> Tournament:
    """The state that a log leads to. An impossible log is a fault of its file."""
    state: Tournament | None = None
    for number, (event, stamp) in enumerate(log):
        try:
            state = evolve(state, event, stamp)
        except _BROKEN:
            raise fault(0, "event", FaultReason.CONTRADICTION, archive.events[number].id) from None
    if state is None:
        raise fault(0, "event", FaultReason.EMPTY)
    return state


def written(
    stream: str, version: int, events: Sequence[AnyEvent], stamp: Stamp, new_id: NewId
) -> tuple[list[Event], list[Words]]:
    """The events of one act, after so many that the stream has already, and the words that are kept beside them."""
    made: list[Event] = []
    said: list[Words] = []
    for ordinal, event in enumerate(events):
        fields: dict[str, Any] = msgspec.json.decode(to_json(event))
        for name, codes in words_of(type(event)):
            text = fields.get(name)
            if text and text not in codes and stamp.person:
                words = Words(id=new_id(stamp.at), stream=stream, person=stamp.person, text=text)
                said.append(words)
                fields[name] = {"$words": words.id}
        made.append(
            Event(
                id=new_id(stamp.at),
                stream=stream,
                version=version + ordinal + 1,
                type=str(event.__struct_config__.tag),
                schema=SCHEMA,
                at=stamp.at,
                actor=stamp.person or SYSTEM,
                action_id=stamp.act,
                ordinal=ordinal,
                body=Raw(msgspec.json.encode(fields)),
            )
        )
    return made, said
