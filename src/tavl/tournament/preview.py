"""What an action would change, and for whom: found by comparing the states before and after."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction, AnyEvent, By, Stamp
from tavl.tournament.acts.results import Follow
from tavl.tournament.draws.graph import PLAY_IN, Known, feeders
from tavl.tournament.draws.pairing import Comparison
from tavl.tournament.formats.swiss.field import compared_with_lots
from tavl.tournament.matches import corrections
from tavl.tournament.matches.advancement import Flow, MatchStanding, flow_of, match_id
from tavl.tournament.money import ledger
from tavl.tournament.registry import Chance
from tavl.tournament.state import Tournament
from tavl.tournament.tournament import decide, evolve


class Change(Struct, frozen=True, kw_only=True):
    """One fact: of a match, an entry or a person."""

    kind: str  # match, entry, money, division, case
    id: str
    what: str
    before: str
    after: str
    people: tuple[str, ...] = ()  # whom it concerns


class Question(Struct, frozen=True, kw_only=True):
    """What has to be answered before it can be done: an action for each answer."""

    matches: tuple[str, ...]
    answers: tuple[AnyAction, ...]


class Preview(Struct, frozen=True, kw_only=True):
    refused: Refused | None = None
    events: tuple[AnyEvent, ...] = ()
    changes: tuple[Change, ...] = ()
    question: Question | None = None
    warnings: tuple[tuple[str, str], ...] = ()
    compared: Comparison | None = None  # a round by hand or a swap, beside what the lots had

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(sorted({person for change in self.changes for person in change.people}))

    @property
    def matches(self) -> tuple[str, ...]:
        """Matches that would have other players."""
        return tuple(c.id for c in self.changes if c.kind == "match" and c.what == "players")


def preview(tournament: Tournament, action: AnyAction, by: By, at: int, chance: Chance = None) -> Preview:
    question = None
    if isinstance(action, acts.CorrectResult) and action.follow is None:
        matches = corrections.asks(tournament, action)
        if matches:
            answers = tuple(_with(action, follow) for follow in Follow)
            question = Question(matches=tuple(matches), answers=answers)
            action = answers[0]
    answer = decide(tournament, action, by, at, chance)
    if isinstance(answer, Refused):
        return Preview(refused=answer, question=question)
    after = tournament
    for event in answer:
        after = evolve(after, event, Stamp(at, by.person, "preview"))
    warnings = tuple(
        (person, str(warning))
        for event in answer
        if isinstance(event, acts.CommitteeNamed)
        for person, warning in event.warnings
    )
    return Preview(
        events=tuple(answer),
        changes=tuple(differences(tournament, after)),
        question=question,
        warnings=warnings,
        compared=compared_with_lots(after, action.division) if isinstance(action, acts.SwapEntrants) else None,
    )


def _with(action: acts.CorrectResult, follow: Follow) -> acts.CorrectResult:
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return acts.CorrectResult(**{**fields, "follow": follow})


def differences(before: Tournament, after: Tournament) -> Iterator[Change]:
    old, new = _facts(before), _facts(after)
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key, ("", ())), new.get(key, ("", ()))
        if was[0] != now[0]:
            kind, id, what = key
            people = tuple(dict.fromkeys((*was[1], *now[1])))
            yield Change(kind=kind, id=id, what=what, before=was[0], after=now[0], people=people)


Facts = dict[tuple[str, str, str], tuple[str, tuple[str, ...]]]


def _facts(tournament: Tournament) -> Facts:
    """Everything that people would notice, as text."""
    flow = flow_of(tournament)
    found: Facts = {}
    for each in flow.standings.values():
        known = [slot.entrant for slot in each.slots if isinstance(slot, Known)]
        people = tuple(person for entry in known for person in flow.members(entry))
        match = each.match
        confirmed = match.confirmed
        found["match", each.id, "players"] = (" - ".join(known), people)
        found["match", each.id, "where"] = (str(each.where), people)
        found["match", each.id, "place"] = (match.place or "", people)
        found["match", each.id, "length"] = (str(each.length), people)
        found["match", each.id, "starts_at"] = (str(match.starts_at or ""), people)
        found["match", each.id, "points"] = (str(dict(match.points)) if match.points else "", people)
        found["match", each.id, "clock"] = ("given" if match.clock else "asked" if match.clock_asked else "", people)
        found["match", each.id, "equipment"] = (" ".join(match.equipment), people)
        found["match", each.id, "deadline"] = (str(match.deadline or ""), people)
        found["match", each.id, "postponed"] = ("postponed" if match.postponed else "", people)
        if each.pairing.round == PLAY_IN:
            found["match", each.id, "play_in"] = _for_one_place(flow, each)
        found["match", each.id, "featured"] = ("featured" if match.featured else "", people)
        result = confirmed.result if confirmed else None
        score = f"{result.score[0]}-{result.score[1]} {result.winner} {result.how}" if result else ""
        found["match", each.id, "result"] = (score, people)
        if match.correction_asked:
            found["match", each.id, "correction"] = ("asked", people)
    for entry in tournament.entries.values():
        out = "out" if entry.id in flow.out else ""
        checked = "here" if entry.checked_in else ""
        found["entry", entry.id, "status"] = (f"{entry.division} {entry.status} {checked}{out}", entry.members)
    for line in ledger.open_lines(tournament.book):
        who = (line.person,) if line.person else ()
        found["money", line.person or line.account, line.amount.currency] = (str(line.amount), who)
    for id, division in tournament.divisions.items():
        found["division", id, "draws"] = (str(len(division.draws)), ())
        found["division", id, "announced"] = (str(division.announced), ())
    for case in tournament.cases.values():
        found["case", case.id, "state"] = (str(case.state), case.parties)
    return found


def _for_one_place(flow: Flow, standing: MatchStanding) -> tuple[str, tuple[str, ...]]:
    """The two matches whose losers play for one place, and everybody who may be one of them."""
    matches = [match_id(standing.division, match) for match in feeders(standing.pairing)]
    slots = [slot for match in matches for slot in flow.standings[match].slots]
    people = [person for slot in slots if isinstance(slot, Known) for person in flow.members(slot.entrant)]
    return " - ".join(matches), tuple(dict.fromkeys(people))
