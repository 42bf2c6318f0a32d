"""Committees: three or five impartial people who are here (T1.3.ii), for an appeal (T5.2) or in a director's own case
(T5.1)."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.table.acts.disputes import Effects
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Role, Stamp
from tavl.tournament.acts.cases import Verdict, Warning
from tavl.tournament.cases.cases import case_at, impartial_directors
from tavl.tournament.cases.consequences import consequences
from tavl.tournament.cases.reversals import fallen, undoing
from tavl.tournament.draws.lots import Lots
from tavl.tournament.matches.advancement import Flow, flow_of
from tavl.tournament.registry import DIRECTORS, PLAYERS, Chance, Evolver, Handler, HandlerResult, gives_reason, too_long
from tavl.tournament.state import Case, CaseState, Tournament, put_case

SIZES = (3, 5)


def why_not_sit(tournament: Tournament, case: Case, person: str) -> Refused | None:
    """Directors and their helpers are barred, and so are the parties."""
    if not person:
        return refuse("bad_value", "T1.3.ii", field="members")
    if person in tournament.staff:
        return refuse("staff_cannot_sit", "T1.3.ii", person=person)
    return refuse("party_cannot_sit", "T1.3.ii", person=person) if person in case.parties else None


def warnings(tournament: Tournament, case: Case, person: str) -> list[Warning]:
    """Reasons against somebody whom the rules allow."""
    flow = flow_of(tournament)
    found: list[Warning] = []
    if person in flow.busy:
        found.append(Warning.PLAYS_NOW)
    if person in _may_meet(flow, case):
        found.append(Warning.MEETS_PARTY)
    theirs = [e for e in tournament.entries.values() if person in e.members]
    parties = [e for e in tournament.entries.values() if set(case.parties) & set(e.members)]
    if {e.club for e in theirs if e.club} & {e.club for e in parties if e.club}:
        found.append(Warning.SAME_CLUB)
    if any(set(case.parties) & set(entry.members) for entry in theirs):
        found.append(Warning.TEAM_MATE)
    return found


def _may_meet(flow: Flow, case: Case) -> set[str]:
    """Who is in, or on the way to, the next match of a party or of the winner of this one."""
    concerned = {each.id for each in flow.standings.values() if set(case.parties) & set(flow.people(each))}
    concerned = {id for id in concerned if flow.standings[id].match.confirmed is None}
    if case.match is not None:
        concerned.add(case.match)
    found: set[str] = set()
    for id in concerned:
        for each in flow.standings.values():
            if each.id == id or set(each.waits_for) & {id}:
                found |= _standing_in(flow, each.id)
                for other in each.waits_for:
                    found |= _standing_in(flow, other)
    return found - set(case.parties)


def _standing_in(flow: Flow, id: str) -> set[str]:
    standing = flow.standings.get(id)
    slots = standing.slots if standing else ()
    return {person for slot in slots for person in flow.members(getattr(slot, "entrant", ""))}


def _size(members: tuple[str, ...]) -> Refused | None:
    if len(members) not in SIZES or len(set(members)) != len(members):
        return refuse("committee_of_three_or_five", "T1.3.ii", members=len(members))
    return None


def _why_not_these(tournament: Tournament, case: Case, members: tuple[str, ...]) -> Refused | None:
    barred = (why_not_sit(tournament, case, person) for person in members)
    return _size(members) or next((fault for fault in barred if fault), None)


def _named(tournament: Tournament, case: Case, members: tuple[str, ...], by_lot: str = "") -> list[AnyEvent]:
    found = tuple((person, each) for person in members for each in warnings(tournament, case, person))
    return [acts.CommitteeNamed(case.id, members, found, by_lot)]


def _name(tournament: Tournament, action: acts.NameCommittee, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.APPEALED, rule="T5.2")
    if isinstance(case, Refused):
        return case
    if by.person not in impartial_directors(tournament, case):
        return refuse("party_cannot_rule", "T5.1")
    if case.committee:
        return refuse("done_already", "T1.3.ii")
    return _why_not_these(tournament, case, action.members) or _named(tournament, case, action.members)


def _chosen_by_parties(tournament: Tournament, id: str, by: By) -> Case | Refused:
    """A case in which no director is left to rule (T5.1)."""
    case = case_at(tournament, id, CaseState.OPEN, rule="T5.1")
    if isinstance(case, Refused):
        return case
    if by.person and by.person not in case.parties:  # a timer may draw lots for them
        return refuse("not_your_claim", "T1.3.ii")
    if impartial_directors(tournament, case):
        return refuse("a_director_rules", "T5.1")
    return refuse("done_already", "T1.3.ii") if case.committee else case


def _propose(tournament: Tournament, action: acts.ProposeCommittee, by: By, at: int, chance: Chance) -> HandlerResult:
    case = _chosen_by_parties(tournament, action.case, by)
    if isinstance(case, Refused):
        return case
    if fault := _why_not_these(tournament, case, action.members):
        return fault
    proposed = acts.CommitteeProposed(case.id, by.person, action.members)
    others = [case.proposed.get(party) for party in case.parties if party != by.person]
    if all(theirs is not None and set(theirs) == set(action.members) for theirs in others):
        return [proposed, *_named(tournament, case, action.members)]
    return [proposed]


def _accept(tournament: Tournament, action: acts.AcceptPeople, by: By, at: int, chance: Chance) -> HandlerResult:
    case = _chosen_by_parties(tournament, action.case, by)
    if isinstance(case, Refused):
        return case
    barred = (why_not_sit(tournament, case, person) for person in action.people)
    fault = next((fault for fault in barred if fault), None)
    return fault or [acts.PeopleAccepted(case.id, by.person, tuple(dict.fromkeys(action.people)))]


def _draw(tournament: Tournament, action: acts.DrawCommittee, by: By, at: int, chance: Chance) -> HandlerResult:
    case = _chosen_by_parties(tournament, action.case, by)
    if isinstance(case, Refused):
        return case
    if action.size not in SIZES:
        return refuse("committee_of_three_or_five", "T1.3.ii", members=action.size)
    lists = [set(case.accepted.get(party, ())) for party in case.parties]
    common = sorted(set.intersection(*lists))
    if len(common) < action.size:
        return refuse("too_few_acceptable", "T1.3.ii", members=len(common))
    if chance is None:
        return refuse("no_seed", "T1.1")
    drawn = Lots(chance, f"committee {case.id}").shuffled(common)[: action.size]
    return _named(tournament, case, tuple(drawn), chance.hex())


def _vote(tournament: Tournament, action: acts.Vote, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.APPEALED, CaseState.OPEN, rule="T5.2")
    if isinstance(case, Refused):
        return case
    if by.person not in case.committee:
        return refuse("not_on_committee", "T1.3.ii")
    if case.state is CaseState.OPEN and action.verdict is not Verdict.REPLACE:
        return refuse("nothing_to_uphold", "T5.1")  # under T5.1 there is no ruling yet
    if by.person in case.votes:
        return refuse("done_already", "T5.2")
    if action.verdict is Verdict.REPLACE and (fault := gives_reason(action.decision, "T5.2")):
        return fault
    if fault := too_long(action.decision, action.reason):
        return fault
    if action.effects is not None and (case.match is None or action.verdict is Verdict.UPHOLD):
        return refuse("bad_value", "T5.2", field="effects")
    voted = acts.Voted(case.id, by.person, action.verdict, action.decision, action.reason, action.effects)
    counts = [verdict for verdict, _ in case.votes.values()] + [action.verdict]
    if 2 * counts.count(action.verdict) > len(case.committee):
        return _decided(tournament, case, action, voted, by, at)
    return [voted] if len(counts) < len(case.committee) else [voted, acts.NoMajority(case.id)]


def _decided(
    tournament: Tournament, case: Case, action: acts.Vote, voted: acts.Voted, by: By, at: int
) -> HandlerResult:
    upheld = action.verdict is Verdict.UPHOLD
    effects = None if upheld else action.effects or effects_of(case, action.verdict)
    falls = undoing(tournament, case) if not upheld and case.state is CaseState.APPEALED else []
    after = fallen(tournament, falls, Stamp(at, by.person, ""))
    words = [action.decision, action.reason, *(decision for _, decision in case.votes.values())]
    reason = next((each for each in words if each), str(action.verdict))
    follow = consequences(after, case, effects, case.ruled_under or case.rule, reason, by, at)
    if isinstance(follow, Refused):
        return follow
    return [voted, acts.CaseDecided(case.id, action.verdict), *falls, *follow]


HANDLERS: dict[type, Handler] = {
    acts.NameCommittee: Handler(_name, DIRECTORS, "T1.3.ii"),
    acts.ProposeCommittee: Handler(_propose, PLAYERS, "T1.3.ii"),
    acts.AcceptPeople: Handler(_accept, PLAYERS, "T1.3.ii"),
    acts.DrawCommittee: Handler(_draw, PLAYERS | {Role.SYSTEM}, "T1.3.ii"),
    acts.Vote: Handler(_vote, frozenset({Role.COMMITTEE}), "T1.3.ii"),
}


def _evolve_voted(tournament: Tournament, event: acts.Voted, stamp: Stamp) -> Tournament:
    case = tournament.cases[event.case]
    effects = case.vote_effects if event.effects is None else {**case.vote_effects, event.person: event.effects}
    votes = {**case.votes, event.person: (event.verdict, event.decision)}
    return put_case(tournament, event.case, votes=votes, vote_effects=effects)


def effects_of(case: Case, verdict: Verdict) -> Effects | None:
    """What the committee sets at the table: as the last of its majority who said so."""
    said = [case.vote_effects.get(person) for person, (theirs, _) in case.votes.items() if theirs is verdict]
    return next((effects for effects in reversed(said) if effects is not None), None)


def _evolve_decided(tournament: Tournament, event: acts.CaseDecided, stamp: Stamp) -> Tournament:
    """What the committee put in the ruling's place is what the last of its majority said."""
    case = tournament.cases[event.case]
    decisions = [decision for verdict, decision in case.votes.values() if verdict is Verdict.REPLACE]
    decision = decisions[-1] if event.verdict is Verdict.REPLACE and decisions else case.decision
    return put_case(
        tournament,
        event.case,
        state=CaseState.DECIDED,
        verdict=event.verdict,
        decision=decision,
        effects=case.effects if event.verdict is Verdict.UPHOLD else effects_of(case, event.verdict),
        ruled_under=case.ruled_under or case.rule,
        closed_at=stamp.at,
    )


def _evolve_proposed(tournament: Tournament, event: acts.CommitteeProposed, stamp: Stamp) -> Tournament:
    proposed = {**tournament.cases[event.case].proposed, event.person: event.members}
    return put_case(tournament, event.case, proposed=proposed)


def _evolve_accepted(tournament: Tournament, event: acts.PeopleAccepted, stamp: Stamp) -> Tournament:
    accepted = {**tournament.cases[event.case].accepted, event.person: event.people}
    return put_case(tournament, event.case, accepted=accepted)


EVOLVERS: dict[type, Evolver] = {
    acts.CommitteeProposed: _evolve_proposed,
    acts.PeopleAccepted: _evolve_accepted,
    acts.CommitteeNamed: lambda t, event, stamp: put_case(
        t, event.case, committee=event.members, warnings=event.warnings
    ),
    acts.Voted: _evolve_voted,
    acts.NoMajority: lambda t, event, stamp: put_case(
        t, event.case, votes={}, vote_effects={}, rounds=t.cases[event.case].rounds + 1
    ),
    acts.CaseDecided: _evolve_decided,
}
