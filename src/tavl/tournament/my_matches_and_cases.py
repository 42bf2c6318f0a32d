"""A player's own matches that are not over, and cases that they are a party to or were asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tavl.table.acts.requests import Request
from tavl.tournament.acts import By
from tavl.tournament.cases.appeals import why_not_appeal
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where
from tavl.tournament.matches.appointments import deadline_of
from tavl.tournament.matches.forecast import Expected
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.state import Case, CaseState, Tournament


class MyReport(Struct, frozen=True):
    """A result of one's own match that is not public yet: the players of the match know what each of them said."""

    score: tuple[int, int]
    mine: bool


class MyRequest(Struct, frozen=True):
    """What somebody has asked of the director in a match, and the answer (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii)."""

    what: Request
    granted: bool | None = None
    answer: str = ""


class MyNext(Struct, frozen=True, kw_only=True):
    """What a player's phone says."""

    match: str
    where: Where
    place: str | None = None
    not_before: int | None = None
    reported: tuple[MyReport, ...] = ()  # by the players of the match, the last of each
    likely_place: str | None = None  # where, as far as can be said before the call
    deadline: int | None = None
    requests: tuple[MyRequest, ...] = ()


class MyCase(Struct, frozen=True, kw_only=True):
    """A case as a party knows it, or somebody who was asked: what they said themselves and what was decided. What
    others said and how a committee voted is not theirs to read (T5.1)."""

    id: str
    rule: str
    state: CaseState
    match: str | None = None
    said: tuple[str, ...] = ()
    decision: str = ""
    ruled_under: str = ""
    reason: str = ""
    may_appeal: bool = False


def next_matches(flow: Flow, by: By, expected: Mapping[str, Expected]) -> list[MyNext]:
    """The matches of this person that are not over, the first one first."""
    over = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)
    standing = {each.id: each for entry in flow.entries_of.get(by.person, ()) for each in flow.by_entry.get(entry, ())}
    mine = [each for each in standing.values() if each.where not in over and is_announced(flow.tournament, each)]
    if not mine:
        return []
    found = []
    for each in sorted(mine, key=lambda each: (each.where is not Where.PLAYING, *flow.urgency(each))):
        when = expected.get(each.id)
        waits = each.where in (Where.READY, Where.WAITS)
        found.append(
            MyNext(
                match=each.id,
                where=each.where,
                place=each.match.place,
                not_before=when.starts if when and waits else None,
                reported=tuple(_reported(flow, each, by)),
                likely_place=when.place if when and waits else None,
                deadline=deadline_of(flow.tournament, each),
                requests=tuple(
                    MyRequest(asked.what, asked.granted, asked.answer)
                    for asked in each.match.asked
                    if asked.person == by.person
                ),
            )
        )
    return found


def _reported(flow: Flow, each: MatchStanding, by: By) -> Iterator[MyReport]:
    players = each.players or ()
    own = next((entry for entry in players if by.person in flow.members(entry)), None)
    for entry in players:
        said = [report for report in each.match.reports if report.by in flow.members(entry)]
        if said:
            yield MyReport(said[-1].result.score, entry == own)


def my_cases(tournament: Tournament, by: By) -> tuple[MyCase, ...]:
    return tuple(_my_case(tournament, c, by) for c in tournament.cases.values() if by.person in (*c.parties, *c.asked))


def _my_case(tournament: Tournament, case: Case, by: By) -> MyCase:
    party = by.person in case.parties
    told = party and case.state is not CaseState.OPEN
    return MyCase(
        id=case.id,
        rule=case.rule,
        state=case.state,
        match=case.match,
        said=tuple(each.text for each in case.statements if each.person == by.person),
        decision=case.decision if told else "",
        ruled_under=case.ruled_under if told else "",
        reason=(case.committee_reason or case.reason) if told else "",
        may_appeal=party and why_not_appeal(tournament, case, by.person) is None,
    )
