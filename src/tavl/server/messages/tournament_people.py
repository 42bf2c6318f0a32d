"""Messages about a tournament's people: names typed at the desk, personal codes, seats that browsers claim."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.server.messages.base import Heard, Name, PersonId

MAX_CODE = 40
Code = Annotated[str, Meta(min_length=1, max_length=MAX_CODE)]
PlaceId = Annotated[str, Meta(min_length=1, max_length=100)]


class AddPeople(Heard, frozen=True):
    """Names typed at the desk, and ids from the list of an earlier tournament."""

    names: Annotated[tuple[Name, ...], Meta(max_length=500)] = ()
    known: Annotated[tuple[PersonId, ...], Meta(max_length=500)] = ()


class RenamePerson(Heard, frozen=True):
    name: Name


class ClaimSeat(Heard, frozen=True):
    """With a personal code alone; or with a table's code, the table, and whose name was tapped."""

    code: Code
    place: PlaceId | None = None
    person: PersonId | None = None


class AddedPerson(Struct, frozen=True):
    id: str
    name: str
    code: str  # personal: told once


class AddedPeople(Struct, frozen=True):
    people: tuple[AddedPerson, ...]


class ListedPerson(Struct, frozen=True):
    id: str
    name: str
    claimed: bool


class PeopleList(Struct, frozen=True):
    people: tuple[ListedPerson, ...]


class FoundMember(Struct, frozen=True, kw_only=True):
    """A member of the organisation that the tournament belongs to."""

    person: str
    name: str
    number: str  # as the organisation knows them
    club: str
    rating: int  # in hundredths
    member: bool  # now
    licensed: bool  # to direct
    suspended: bool
    suspended_until: int | None  # none: for good
    entered: bool  # here already


class FoundMembers(Struct, frozen=True):
    members: tuple[FoundMember, ...]


class NewCode(Struct, frozen=True):
    code: str


class PlaceCodes(Struct, frozen=True):
    places: dict[str, str]


class SeatClaimed(Struct, frozen=True):
    person: str
    name: str
