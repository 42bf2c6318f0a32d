"""Undo: an act is taken back by restoring what it touched, unless something depends on it by now."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.invitation import BY_ROUNDS
from tavl.tournament.matches.advancement import AT_BOARD, conflicts_of, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.ledger import Kind
from tavl.tournament.registry import ANYBODY, STAFF, Chance, Evolver, Handler, HandlerResult, roles_of
from tavl.tournament.state import Act, Division, Match, Status, Tournament, put

LASTING = frozenset(
    {
        "undone",
        "division_added",
        "invitation_changed",
        "tournament_closed",
        "entries_opened",
        "licence_withdrawn",
        "case_decided",
        "case_answered",
        "director_reported",
        "prizes_awarded",
    }
)
"""Actions that cannot be taken back this way."""


def acts_of(tournament: Tournament, person: str) -> list[Act]:
    """Somebody's own acts that could be taken back, the last one first."""
    return [act for act in reversed(tournament.journal) if act.person == person and _can(act)]


def _can(act: Act) -> bool:
    touches = act.before or "booked" in act.events
    return bool(act.id and touches) and not act.undone and not LASTING & set(act.events)


def _undo(tournament: Tournament, action: acts.Undo, by: By, at: int, chance: Chance) -> HandlerResult:
    act = next((each for each in tournament.journal if each.id == action.act), None)
    if act is None or not _can(act):
        return refuse("cannot_be_undone", "T1.3.i", act=action.act)
    staff = bool(roles_of(tournament, by) & STAFF)
    if act.person != by.person:
        return refuse("not_your_act", "T1.3.i", person=act.person)
    if not staff and "result_confirmed" in act.events:
        return refuse("result_confirmed", "T4.6")
    standing = stands_on(tournament, act)
    if standing:
        return refuse("something_stands_on_it", "T1.3.i", what=", ".join(standing))
    events: list[AnyEvent] = [acts.Undone(act.id)]
    return events + _reversed(tournament, act)


def _reversed(tournament: Tournament, act: Act) -> list[AnyEvent]:
    """Money is never deleted: the opposite is booked."""
    count = act.events.count("booked")
    if not count:
        return []
    numbers = transactions_of(tournament, act)
    return [acts.Booked(ledger.reverse(tournament.book[n - 1], n), tournament.booked_for[n - 1]) for n in numbers]


def transactions_of(tournament: Tournament, act: Act) -> list[int]:
    """The numbers of what it has booked, counted from 1."""
    later = sum(each.events.count("booked") for each in tournament.journal[tournament.journal.index(act) + 1 :])
    last = len(tournament.book) - later
    return list(range(last - act.events.count("booked") + 1, last + 1))


def stands_on(tournament: Tournament, act: Act) -> list[str]:
    """What depends on an act by now: later acts on the same things, matches that have begun, a round drawn since."""
    found: list[str] = []
    touched = {(part, key) for part, key, _ in act.before}
    later = tournament.journal[tournament.journal.index(act) + 1 :]
    for each in later:
        if not each.undone and touched & {(part, key) for part, key, _ in each.before}:
            found.append(f"{each.events[0]} ({each.person})")
    found += _rounds_since(tournament, act) + _drawn_since(tournament, act) + _begun_since(tournament, act)
    if not found and act.before:
        after = restored(tournament, act)
        out = flow_of(after).out
        for id in after.divisions:
            here = conflicts_of(tournament, id, flow_of(tournament).out) if id in tournament.divisions else {}
            found += [match for match in conflicts_of(after, id, out) if match not in here]
        found += _held_twice(after)
    mended = {transaction.corrects for transaction in tournament.book}
    if "booked" in act.events and any(number in mended for number in transactions_of(tournament, act)):
        found.append(str(Kind.CORRECTION))
    return list(dict.fromkeys(found))


def _held_twice(after: Tournament) -> list[str]:
    """Matches that would have a table, or a player, of another: they have been called there since."""
    flow, taken = flow_of(after), dict[str, str]()
    found: list[str] = []
    for each in flow.standings.values():
        if each.where not in AT_BOARD:
            continue
        for what in (each.match.place, *flow.people(each)):
            if what and taken.setdefault(what, each.id) != each.id:
                found.append(each.id)
    return found


def _rounds_since(tournament: Tournament, act: Act) -> list[str]:
    """Rounds that were drawn from a result which this act gave."""
    found = []
    for part, key, _ in act.before:
        if part != "matches":
            continue
        id, _, pairing = key.partition("/")
        division = tournament.divisions.get(id)
        if division is None or division.terms.format not in BY_ROUNDS:
            continue
        drawn_in = next((draw.round for draw in division.draws if pairing in draw.pairings), 0)
        found += [f"draw of round {draw.round} ({draw.by})" for draw in division.draws if draw.round > drawn_in]
    return found


def _drawn_since(tournament: Tournament, act: Act) -> list[str]:
    """Draws with an entry in them that would not be there any more."""
    kept = (Status.APPROVED, Status.WITHDRAWN)
    lost = {key for part, key, old in act.before if part == "entries" and (old is None or old.status not in kept)}
    return [
        f"draw of round {draw.round} ({draw.by})"
        for division in tournament.divisions.values()
        for draw in division.draws
        if lost & set(draw.entries)
    ]


def _begun_since(tournament: Tournament, act: Act) -> list[str]:
    """Matches called or played from a draw that would be gone, or would not be announced any more."""
    found: list[str] = []
    for part, key, old in act.before:
        if part != "divisions":
            continue
        before, now = _announced(old), _announced(tournament.divisions[key])
        lost = [f"{key}/{pairing}" for pairing, at in now.items() if (pairing, at) not in before.items()]
        touched = (match for id in lost if (match := tournament.matches.get(id)) is not None)
        found += [m.id for m in touched if m.called or m.players or m.reports]
    return found


def _announced(division: Division | None) -> dict[str, int | None]:
    """When each match of its draws was announced."""
    draws = division.draws if division is not None else ()
    return {pairing: draw.announced_at for draw in draws for pairing in draw.pairings}


def restored(tournament: Tournament, act: Act) -> Tournament:
    """Restores everything that the act touched, with the versions increased."""
    changes: dict[str, dict[str, Any]] = {}
    for part, key, old in act.before:
        kept = changes.setdefault(part, dict(getattr(tournament, part)))
        now = kept.pop(key, None)
        value = _moved_on(part, key, old, now)
        if value is not None:
            kept[key] = value
    return replace(tournament, **changes)


def _moved_on(part: str, key: str, old: Any, now: Any) -> Any:
    if old is None:
        return Match(id=key, version=now.version + 1) if part == "matches" and now is not None else None
    return replace(old, version=now.version + 1) if hasattr(old, "version") and now is not None else old


HANDLERS: dict[type, Handler] = {acts.Undo: Handler(_undo, ANYBODY, "T1.3.i")}


def _evolve_undone(tournament: Tournament, event: acts.Undone, stamp: Stamp) -> Tournament:
    act = next((each for each in tournament.journal if each.id == event.act), None)
    if act is None:
        return tournament
    after = tournament
    gone = []
    for part, key, old in act.before:
        value = _moved_on(part, key, old, getattr(after, part).get(key))
        if value is None:
            gone.append((part, key))
        else:
            after = put(after, part, key, value)
    for part, key in gone:
        after = replace(after, **{part: {k: v for k, v in getattr(after, part).items() if k != key}})
    journal = tuple(replace(each, undone=True) if each.id == event.act else each for each in after.journal)
    return replace(after, journal=journal)


EVOLVERS: dict[type, Evolver] = {acts.Undone: _evolve_undone}
