"""What an organisation stores about one person, for whoever asks for it (GDPR, article 15).

The store erases: events hold ids; names, member numbers and people's own words are rows beside them.
"""

from __future__ import annotations

from msgspec import Struct

from tavl.organisation.acts import Role
from tavl.organisation.rated_reports import Computed, rating_list
from tavl.organisation.state import Case, Organisation, Suspension, entries_of
from tavl.rating import Standing
from tavl.rating.counted_matches import Period
from tavl.rating.rating_list import RatingLine


class Personal(Struct, frozen=True, kw_only=True):
    person: str
    also: tuple[str, ...]  # other entries that are theirs
    office: Role | None
    membership: tuple[Period, ...]
    licences: tuple[Period, ...]
    suspensions: tuple[Suspension, ...]
    starting_rating: Standing | None
    standing: Standing | None
    rated_matches: tuple[RatingLine, ...]
    cases: tuple[Case, ...]  # as a party, or sent on by them


def data_of(organisation: Organisation, person: str, computed: Computed | None = None) -> Personal:
    """Everything, including what is not public."""
    every = entries_of(organisation, person)
    own, *also = every
    found = rating_list(organisation, computed).list
    cases = organisation.cases.values()
    return Personal(
        person=own,
        also=tuple(also),
        office=next((organisation.officers[entry] for entry in every if entry in organisation.officers), None),
        membership=tuple(period for entry in every for period in organisation.members.get(entry, ())),
        licences=tuple(period for entry in every for period in organisation.licences.get(entry, ())),
        suspensions=tuple(each for each in organisation.suspensions.values() if each.person in every),
        starting_rating=next((organisation.starting[entry] for entry in every if entry in organisation.starting), None),
        standing=found.standings.get(own),
        rated_matches=tuple(line for line in found.lines if own in line.who),
        cases=tuple(
            case
            for case in cases
            if set(every) & set(case.parties) or any(sender.person in every for sender in case.senders)
        ),
    )


def people_in(organisation: Organisation) -> set[str]:
    """The ids of everybody it knows."""
    found = {organisation.founder, *organisation.officers, *organisation.members, *organisation.starting}
    found |= {*organisation.merged, *organisation.merged.values(), *organisation.licences}
    found |= {each.person for each in organisation.suspensions.values()}
    for report in organisation.reports.values():
        found |= {report.sent_by, *report.submission.directors}
        for match in report.matches:
            found |= {*match.winners, *match.losers}
        for night in report.submission.nights:
            found |= {*night.present, *night.wins, *night.places}
    for case in organisation.cases.values():
        found |= {*case.parties, *(sender.person for sender in case.senders)}
    return found - {""}
