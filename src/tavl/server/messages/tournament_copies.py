"""What a server at a venue sends to one that shows its tournaments, and what that answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.server.messages.base import Heard, Version

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=20_000)]


class CopiedEvent(Heard, frozen=True):
    """As the log has it; people's own words are references."""

    id: Id
    version: Version
    type: Annotated[str, Meta(min_length=1, max_length=100)]
    schema: Version
    at: Version
    actor: Id
    action_id: Annotated[str, Meta(min_length=1, max_length=200)]
    ordinal: Version
    body: Annotated[str, Meta(max_length=1_000_000)]  # JSON


class CopiedWords(Heard, frozen=True):
    id: Id
    person: Id
    text: Text


class CopiedPerson(Heard, frozen=True):
    id: Id
    name: Annotated[str, Meta(max_length=200)]


class PushCopy(Heard, frozen=True):
    """What came after a version; with nothing in it, that nothing did."""

    home: Annotated[str, Meta(min_length=1, max_length=200)]  # where it is run
    after: Version
    last: Annotated[str, Meta(max_length=64)] = ""  # the id of the event of that version
    events: Annotated[tuple[CopiedEvent, ...], Meta(max_length=1_000)] = ()
    # All that everybody may read; none: as before.
    words: Annotated[tuple[CopiedWords, ...], Meta(max_length=20_000)] | None = None
    people: Annotated[tuple[CopiedPerson, ...], Meta(max_length=10_000)] | None = None
    whole: bool = True  # there is nothing after these


class CopyState(Struct, frozen=True):
    version: int


class CopyList(Struct, frozen=True):
    tournaments: dict[str, int]  # the version of each that was sent with this token


class CopyHere(Struct, frozen=True):
    """A tournament that is run elsewhere, for administrators."""

    id: str
    title: str
    home: str
    as_of: int
    source: str  # the name that its token was given; "": it has none any more


class CopiesHere(Struct, frozen=True):
    copies: tuple[CopyHere, ...]


class NewCopyToken(Heard, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]  # of the venue; the same name replaces it


class CopyToken(Struct, frozen=True):
    token: str  # shown once


TAKEN = (PushCopy, NewCopyToken)
GIVEN = (CopyState, CopyList, CopiesHere, CopyToken)
