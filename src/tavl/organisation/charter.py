"""What an organisation is, and which tournaments it sanctions."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

from tavl.rating import FORMULAS
from tavl.rating.counted_matches import Rules
from tavl.rules.match import MAX_LENGTH
from tavl.rules.refusal import Refused, refuse
from tavl.rules.text_kinds import Code
from tavl.tournament import Invitation
from tavl.tournament.invitation import Format

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
MAX_ORGANISATION_NAME = 100
MAX_CLASSES = 40


class Kind(StrEnum):
    FEDERATION = "federation"
    CLUB = "club"


class SanctionedClass(Struct, frozen=True, kw_only=True):
    """A kind of tournament that can be sanctioned (T1.1)."""

    id: Code
    name: Code = ""
    formats: tuple[Format, ...] = ()  # none: any
    shortest: int = 1  # points that its matches are played to at least
    rated: bool = True  # its matches count for the rating list


class Charter(Struct, frozen=True, kw_only=True):
    name: Code  # of an organisation, not of a person: it stays
    kind: Kind = Kind.CLUB
    formula: Code = "danish"
    members_only: bool = True  # matches with a guest do not count
    sanctioned_only: bool = False  # of a federation's rating list: only sanctioned tournaments count
    begins: int = 0  # of the rating list: what ended before is in the starting ratings
    classes: tuple[SanctionedClass, ...] = ()
    accepts_by_itself: bool = True  # reports of tournaments on the same server count at once

    @property
    def rules(self) -> Rules:
        return Rules(
            formula=FORMULAS[self.formula],
            members_only=self.members_only,
            sanctioned_only=self.sanctioned_only,
            begins=self.begins,
        )

    def find_class(self, id: str) -> SanctionedClass | None:
        return next((each for each in self.classes if each.id == id), None)

    @property
    def fault(self) -> Refused | None:
        if not self.name.strip() or len(self.name) > MAX_ORGANISATION_NAME:
            return refuse("bad_value", "T1.1", field="name")
        if self.formula not in FORMULAS:
            return refuse("bad_value", "T5.5.ii", field="formula")
        ids = [each.id for each in self.classes]
        if len(set(ids)) != len(ids) or len(ids) > MAX_CLASSES or not all(map(ID.fullmatch, ids)):
            return refuse("bad_value", "T1.1", field="classes")
        for each in self.classes:
            if not 1 <= each.shortest <= MAX_LENGTH or len(each.name) > MAX_ORGANISATION_NAME:
                return refuse("bad_value", "T1.1", field="classes")
        return None

    def why_not_sanction(self, invitation: Invitation) -> Refused | None:
        """Why a tournament cannot be sanctioned as announced; an unsanctioned one is always possible."""
        if not invitation.sanctioned:
            return None
        found = self.find_class(invitation.sanctioned_class)
        if found is None:
            return refuse("no_such_class", "T1.1", name=invitation.sanctioned_class)
        for terms in invitation.divisions:
            shortest = min((stage.length for stage in terms.stages), default=found.shortest)
            if found.formats and terms.format not in found.formats:
                return refuse("not_of_this_class", "T1.1", name=found.id, division=terms.id)
            if shortest < found.shortest:
                return refuse("not_of_this_class", "T1.1", name=found.id, division=terms.id)
        return None
