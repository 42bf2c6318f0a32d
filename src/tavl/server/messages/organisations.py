"""Messages about organisations: creating one, actions, its people, what each may see."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavl.organisation.acts import AnyAction, AnyEvent
from tavl.organisation.charter import Charter, Kind
from tavl.organisation.view import OrganisationView, RulingView
from tavl.rules.text_kinds import MAX_TEXT
from tavl.server.messages.base import ActionId, Heard, Name
from tavl.tournament.state import Phase


class MakeOrganisation(Heard, frozen=True):
    """The sender becomes its chair."""

    charter: Charter
    about: Annotated[str, Meta(max_length=MAX_TEXT)] = ""
    key: ActionId | None = None  # sent twice, it is done once


class OrganisationAct(Heard, frozen=True):
    action: AnyAction
    key: ActionId | None = None


class AddMembers(Heard, frozen=True):
    """Names of people without an account."""

    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=500)]


class OrganisationMade(Struct, frozen=True):
    id: str
    version: int


class OrganisationInList(Struct, frozen=True):
    id: str
    name: str
    kind: Kind
    officer: bool  # I am one


class OrganisationList(Struct, frozen=True):
    organisations: tuple[OrganisationInList, ...]


class OrganisationActDone(Struct, frozen=True):
    version: int
    repeated: bool = False
    events: tuple[AnyEvent, ...] = ()


class TournamentOfIt(Struct, frozen=True):
    """Upcoming, or under way."""

    id: str
    title: str
    phase: Phase
    sanctioned: bool
    starts_at: int


class NumberedMember(Struct, frozen=True):
    number: str
    club: str


class OrganisationState(Struct, frozen=True, kw_only=True):
    """The organisation as its receiver may see it."""

    id: str
    version: int
    at: int
    view: OrganisationView
    names: dict[str, str]
    tournaments: tuple[TournamentOfIt, ...]
    numbers: dict[str, NumberedMember] = {}  # to officers


class AddedMembers(Struct, frozen=True):
    people: tuple[str, ...]


class ImportDone(Struct, frozen=True):
    lines: int
    added: int
    changed: int
    ignored: tuple[str, ...]
    version: int


class Precedents(Struct, frozen=True):
    rulings: tuple[RulingView, ...]


TAKEN: tuple[Any, ...] = (MakeOrganisation, OrganisationAct, AddMembers)
GIVEN: tuple[Any, ...] = (
    OrganisationMade,
    OrganisationList,
    OrganisationActDone,
    OrganisationState,
    AddedMembers,
    ImportDone,
    Precedents,
)
