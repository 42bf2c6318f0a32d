"""Finds the part that decides an action: each part lists its actions, who may take them, and the clause that says
so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tavl.rules.clauses import clause
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.text_kinds import MAX_TEXT
from tavl.tournament.acts import AnyEvent, By, Office, Role, Stamp
from tavl.tournament.state import Status, Tournament

Chance = bytes | None
HandlerResult = list[AnyEvent] | Refused
Decider = Callable[[Tournament, Any, By, int, Chance], HandlerResult]
Evolver = Callable[[Tournament, Any, Stamp], Tournament]

ANYBODY = frozenset(Role)
DIRECTORS = frozenset({Role.DIRECTOR})
STAFF = frozenset({Role.DIRECTOR, Role.HELPER})
RUNNERS = STAFF | {Role.ORGANISER}
PLAYERS = frozenset({Role.PLAYER})
FEDERATION = frozenset({Role.FEDERATION})
SYSTEM = frozenset({Role.SYSTEM})


class Handler(Struct, frozen=True):
    decide: Decider
    roles: frozenset[Role]
    rule: str  # cited when somebody else tries
    closed: bool = False  # also after the tournament was closed


def roles_of(tournament: Tournament, by: By) -> frozenset[Role]:
    """Everything that somebody is here; a spectator if nothing else."""
    if by.office is Office.FEDERATION:
        return FEDERATION
    if by.office is Office.SYSTEM:
        return SYSTEM
    found: set[Role] = set()
    if by.person == tournament.organiser:
        found.add(Role.ORGANISER)
    if by.person in tournament.staff:
        found.add(tournament.staff[by.person])
    if any(by.person in entry.members for entry in tournament.entries.values()):
        found.add(Role.PLAYER)
    if any(by.person in case.committee for case in tournament.cases.values()):
        found.add(Role.COMMITTEE)
    return frozenset(found or {Role.SPECTATOR})


def is_staff(tournament: Tournament, person: str) -> bool:
    return person in tournament.staff


def named(rule: str) -> Refused | None:
    """A clause that exists."""
    try:
        clause(rule)
    except RuleError as error:
        return error.refused
    return None


def reasoned(rule: str, reason: str) -> Refused | None:
    """A ruling or a penalty names a clause that exists and a reason."""
    return named(rule) or gives_reason(reason)


def gives_reason(reason: str, rule: str = "T5.1") -> Refused | None:
    if not reason.strip():
        return refuse("reason_missing", rule)
    return too_long(reason)


def too_long(*texts: str) -> Refused | None:
    return refuse("text_too_long", "T5.1", most=MAX_TEXT) if any(len(text) > MAX_TEXT for text in texts) else None


def changed(seen: int | None, now: int) -> Refused | None:
    """Whether its match, entry or division has changed since the person saw it."""
    return refuse("changed_meanwhile", "T4.6", seen=seen, now=now) if seen is not None and seen != now else None


def own_entry(tournament: Tournament, by: By, entry: str) -> bool:
    found = tournament.entries.get(entry)
    return found is not None and by.person in found.members


ACTIVE = frozenset({Status.PENDING, Status.WAITING, Status.OFFERED, Status.APPROVED})
