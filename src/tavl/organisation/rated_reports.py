"""The organisation's rating list, from the reports that count. After a late correction it is recomputed from its date.

Which matches do not count: `rating/counted_matches.py`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.organisation.state import Organisation, ReceivedReport, Status
from tavl.rating.counted_matches import Match, Member, Members, Rules
from tavl.rating.rating_list import Ranked, RatingList, compute, compute_from, ranking


def matches_of(organisation: Organisation) -> dict[str, Match]:
    """All matches of the reports that count, under an id that no other tournament has."""
    found: dict[str, Match] = {}
    for tournament, report in organisation.reports.items():
        if report.status is Status.ACCEPTED:
            for match in report.matches:
                id = f"{tournament}:{match.id}"
                found[id] = _counted(organisation, report, replace(match, id=id))
    return found


def _counted(organisation: Organisation, report: ReceivedReport, match: Match) -> Match:
    """Only what a class says counts for the list; a sanctioned tournament in none of our classes is somebody else's."""
    found = organisation.charter.find_class(report.submission.sanctioned_class)
    if found is None:
        return replace(match, sanctioned=False)
    return replace(match, rated=match.rated and found.rated)


def people_of(organisation: Organisation) -> Members:
    return Members(
        members=tuple(Member(person=person, periods=periods) for person, periods in organisation.members.items()),
        starting=organisation.starting,
        merged=organisation.merged,
    )


class Computed(Struct, frozen=True):
    """A list, and what it was computed from."""

    list: RatingList
    matches: dict[str, Match]
    people: Members
    rules: Rules

    @property
    def ranking(self) -> tuple[Ranked, ...]:
        return ranking(self.list, self.rules)


def rating_list(organisation: Organisation, before: Computed | None = None) -> Computed:
    """The list now. With the one before, only what comes after the first change is computed."""
    matches, people, rules = matches_of(organisation), people_of(organisation), organisation.charter.rules
    if before is not None and (before.people, before.rules) == (people, rules):
        if before.matches == matches:
            return before
        changed = [
            match
            for id in {*matches, *before.matches}
            if matches.get(id) != before.matches.get(id)
            for match in (matches.get(id), before.matches.get(id))
            if match is not None
        ]
        since = min(match.ended for match in changed)
        found = compute_from(before.list, since, matches.values(), people, rules)
    else:
        found = compute(matches.values(), people, rules)
    return Computed(found, matches, people, rules)
