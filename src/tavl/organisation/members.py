"""Members with periods, where their ratings begin, and entries that turn out to be one person."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.registry import OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation, ended, person_of, with_period
from tavl.rating import Standing
from tavl.rating.counted_matches import Period
from tavl.rating.elo import MAX_RATING
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import By, Stamp
from tavl.tournament.registry import gives_reason, too_long

MAX_MEMBERS = 100_000


def _admit(organisation: Organisation, action: acts.AdmitMembers, by: By, at: int) -> HandlerResult:
    fresh: list[acts.Admission] = []
    members, starting = dict(organisation.members), dict(organisation.starting)
    for each in action.members:
        if fault := _admission_fault(each):
            return fault
        periods = with_period(members.get(each.person, ()), Period(each.since, each.until))
        # A list that is imported again has today's ratings: they only apply to people who are new to us.
        begins = each.rating is not None and each.person not in organisation.members and each.person not in starting
        if periods == members.get(each.person) and not begins:
            continue
        members[each.person] = periods
        if begins:
            starting[each.person] = Standing(each.rating, each.experience)
        fresh.append(each if begins else replace(each, rating=None, experience=0))
    if len(members) > MAX_MEMBERS:
        return refuse("bad_value", "T1.1", field="members")
    return [acts.MembersAdmitted(members=tuple(fresh))] if fresh else []


def _admission_fault(each: acts.Admission) -> Refused | None:
    if not each.person:
        return refuse("bad_value", "T1.1", field="members.person")
    if each.until is not None and each.until <= each.since:
        return refuse("bad_value", "T1.1", field="members.until")
    if (each.rating is not None and not 0 <= each.rating <= MAX_RATING) or each.experience < 0:
        return refuse("bad_value", "T5.5.ii", field="members.rating")
    return None


def _end(organisation: Organisation, action: acts.EndMembership, by: By, at: int) -> HandlerResult:
    periods = organisation.members.get(action.person, ())
    if ended(periods, action.until) == periods:
        return refuse("not_a_member", "T1.1")
    return [acts.MembershipEnded(person=action.person, until=action.until)]


def _start(organisation: Organisation, action: acts.SetStartingRating, by: By, at: int) -> HandlerResult:
    if not action.person:
        return refuse("bad_value", "T5.5.ii", field="person")
    if not 0 <= action.rating <= MAX_RATING or action.experience < 0:
        return refuse("bad_value", "T5.5.ii", field="rating")
    return gives_reason(action.reason, "T5.5.ii") or [
        acts.StartingRatingSet(
            person=action.person, rating=action.rating, experience=action.experience, reason=action.reason
        )
    ]


def _merge(organisation: Organisation, action: acts.MergePeople, by: By, at: int) -> HandlerResult:
    if not action.entry or not action.into:
        return refuse("bad_value", "T5.5.ii", field="entry")
    if action.entry in organisation.merged or person_of(organisation, action.into) == action.entry:
        return refuse("merged_already", "T5.5.ii")
    merged = acts.PeopleMerged(entry=action.entry, into=action.into, reason=action.reason)
    return too_long(action.reason) or [merged]


def _separate(organisation: Organisation, action: acts.SeparatePeople, by: By, at: int) -> HandlerResult:
    if action.entry not in organisation.merged:
        return refuse("not_merged", "T5.5.ii")
    fault = gives_reason(action.reason, "T5.5.ii")
    return fault or [acts.PeopleSeparated(entry=action.entry, reason=action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.AdmitMembers: Handler(_admit, OFFICERS, "T1.1"),
    acts.EndMembership: Handler(_end, OFFICERS, "T1.1"),
    acts.SetStartingRating: Handler(_start, OFFICERS, "T5.5.ii"),
    acts.MergePeople: Handler(_merge, OFFICERS, "T5.5.ii"),
    acts.SeparatePeople: Handler(_separate, OFFICERS, "T5.5.ii"),
}


def _admitted(organisation: Organisation, event: acts.MembersAdmitted, stamp: Stamp) -> Organisation:
    members, starting = dict(organisation.members), dict(organisation.starting)
    for each in event.members:
        members[each.person] = with_period(members.get(each.person, ()), Period(each.since, each.until))
        if each.rating is not None:
            starting[each.person] = Standing(each.rating, each.experience)
    return replace(organisation, members=members, starting=starting)


def _ended(organisation: Organisation, event: acts.MembershipEnded, stamp: Stamp) -> Organisation:
    periods = ended(organisation.members.get(event.person, ()), event.until)
    return replace(organisation, members={**organisation.members, event.person: periods})


def _started(organisation: Organisation, event: acts.StartingRatingSet, stamp: Stamp) -> Organisation:
    starting = {**organisation.starting, event.person: Standing(event.rating, event.experience)}
    return replace(organisation, starting=starting)


def _separated(organisation: Organisation, event: acts.PeopleSeparated, stamp: Stamp) -> Organisation:
    left = {entry: into for entry, into in organisation.merged.items() if entry != event.entry}
    return replace(organisation, merged=left)


EVOLVERS: dict[type, Evolver] = {
    acts.MembersAdmitted: _admitted,
    acts.MembershipEnded: _ended,
    acts.StartingRatingSet: _started,
    acts.PeopleMerged: lambda organisation, event, stamp: replace(
        organisation, merged={**organisation.merged, event.entry: event.into}
    ),
    acts.PeopleSeparated: _separated,
}
