"""Finds the part that decides an action: each part lists its actions, who may take them, and the clause that says
so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tavl.organisation.acts import AnyEvent, Role
from tavl.organisation.state import Organisation, is_member
from tavl.rules.refusal import Refused
from tavl.tournament import By, Office, Stamp

HandlerResult = list[AnyEvent] | Refused
Decider = Callable[[Organisation, Any, By, int], HandlerResult]
Evolver = Callable[[Organisation, Any, Stamp], Organisation]

ANYBODY = frozenset(Role)
CHAIR = frozenset({Role.CHAIR})
OFFICERS = frozenset({Role.CHAIR, Role.OFFICER})
SYSTEM = frozenset({Role.SYSTEM})


class Handler(Struct, frozen=True):
    decide: Decider
    roles: frozenset[Role]
    rule: str  # cited when somebody else tries


def role_of(organisation: Organisation, by: By) -> Role:
    if by.office is Office.SYSTEM:
        return Role.SYSTEM
    if by.person in organisation.officers:
        return organisation.officers[by.person]
    return Role.MEMBER if is_member(organisation, by.person, organisation.last_at) else Role.VISITOR
