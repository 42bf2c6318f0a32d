"""A committee reverses or replaces a ruling (T5.2): its effects are undone, both its penalties and a result that
they gave. Matches that have begun since with the wrong player are stopped. A finished one stands, and with it the
result: the desk's list asks the director whether to correct it under a clause (T4.6)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, Stamp
from tavl.tournament.matches.advancement import flow_of, plays_in
from tavl.tournament.matches.corrections import EVOLVERS as CORRECTIONS
from tavl.tournament.matches.corrections import begun_otherwise
from tavl.tournament.registry import Evolver, Handler
from tavl.tournament.state import Case, Penalty, Tournament, match_of, put_match


def falling_penalties(tournament: Tournament, case: Case) -> dict[str, Penalty]:
    """What the ruling gave; and what the director had given before, under the clause that the case is about."""
    found = {}
    for id, penalty in tournament.penalties.items():
        about = penalty.match == case.match and penalty.person in case.parties and not penalty.spectator
        with_it = penalty.by == case.ruled_by and penalty.at == case.ruled_at
        before = penalty.rule == case.ruled_under and penalty.at <= case.ruled_at
        if penalty.case == case.id or (case.match is not None and about and (with_it or before)):
            found[id] = penalty
    return found


def undoing(tournament: Tournament, case: Case) -> list[AnyEvent]:
    """The events that undo a ruling."""
    penalties = falling_penalties(tournament, case)
    events: list[AnyEvent] = [acts.PenaltyRevoked(id, case.id) for id in penalties]
    match = tournament.matches.get(case.match or "")
    confirmed = match.confirmed if match is not None else None
    if match is None or confirmed is None:
        return events
    given_at = {case.ruled_at, *(penalty.at for penalty in penalties.values())}
    if confirmed.at not in given_at or match.corrections:
        return events
    after = tournament
    for event in events:
        after = EVOLVERS[type(event)](after, event, Stamp(0, "", ""))
    stops = begun_otherwise(after, match.id, confirmed=None, reports=())
    if any(tournament.matches[id].confirmed is not None for id in stops):
        return [*events, acts.CorrectionAsked(match.id, "", case.id, "T5.2")]
    taken = flow_of(tournament).taken.get(match.place or "")
    events.append(acts.ResultReopened(match.id, case.id, None if taken in (*stops, None) else taken))
    return [*events, *(acts.MatchStopped(id) for id in stops)]


def fallen(tournament: Tournament, events: list[AnyEvent], stamp: Stamp) -> Tournament:
    """As it is then: what the committee puts in the ruling's place is decided on this."""
    for event in events:
        tournament = (EVOLVERS | CORRECTIONS)[type(event)](tournament, event, stamp)
    return tournament


def _evolve_revoked(tournament: Tournament, event: acts.PenaltyRevoked, stamp: Stamp) -> Tournament:
    penalty = tournament.penalties.get(event.penalty)
    if penalty is None:
        return tournament
    if penalty.match is not None and penalty.points:
        flow = flow_of(tournament)
        entry = plays_in(flow, flow.standings[penalty.match], penalty.person)
        had = match_of(tournament, penalty.match).points
        if entry is not None and had.get(entry):
            left = {**had, entry: max(0, had[entry] - penalty.points)}
            tournament = put_match(tournament, penalty.match, points={who: n for who, n in left.items() if n})
    kept = {id: each for id, each in tournament.penalties.items() if id != event.penalty}
    return replace(tournament, penalties=kept, revoked=(*tournament.revoked, (event.penalty, event.case)))


def _evolve_reopened(tournament: Tournament, event: acts.ResultReopened, stamp: Stamp) -> Tournament:
    """It goes on where it stood; one that had not begun can be called again."""
    match = match_of(tournament, event.match)
    changes: dict[str, object] = {"confirmed": None, "reports": (), "differs": False}
    if match.begun_at is None:
        changes |= {"players": None, "called": None, "called_at": None, "place": None, "absences": {}}
    elif event.taken_by is not None:
        changes["place"] = None  # somebody else plays there now
    return put_match(tournament, event.match, **changes)


EVOLVERS: dict[type, Evolver] = {
    acts.PenaltyRevoked: _evolve_revoked,
    acts.ResultReopened: _evolve_reopened,
}
HANDLERS: dict[type, Handler] = {}
