"""The desk's list: what there is to do, the most urgent first, each item with the action for it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.table.acts.preparation import Equipment
from tavl.table.acts.requests import Request
from tavl.table.conduct.requests import RULES
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction
from tavl.tournament.cases.breaches import to_be_warned
from tavl.tournament.cases.cases import impartial_directors
from tavl.tournament.draws.consolation_byes import has_trades
from tavl.tournament.draws.eligible_entries import eligible, free_for
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.rounds import Wish, proposal, why_not_next_round
from tavl.tournament.formats.swiss.continuous_pools import pools_due
from tavl.tournament.invitation import BY_ROUNDS, Format
from tavl.tournament.matches import inventory
from tavl.tournament.matches.advancement import OVER, Flow, Where, flow_of
from tavl.tournament.matches.appointments import deadline_of, passed
from tavl.tournament.matches.clocks import clock_for, clock_line, clocks_free
from tavl.tournament.matches.lateness import owed
from tavl.tournament.matches.requests import open_requests
from tavl.tournament.matches.tables_and_calls import next_calls
from tavl.tournament.money import ledger
from tavl.tournament.money.awards import why_not_award
from tavl.tournament.money.ledger import PERSON
from tavl.tournament.preparation.entries import places_left
from tavl.tournament.standings.results_table import is_finished
from tavl.tournament.state import CaseState, Division, Phase, Status, Tournament

HOLDS = frozenset({Status.PENDING, Status.WAITING, Status.OFFERED, Status.APPROVED})


class Item(Struct, frozen=True, kw_only=True):
    """`action` can be sent as it is, or has a text to be filled in first."""

    kind: str
    id: str  # of the match, entry, case, division or account
    rule: str
    since: int
    action: AnyAction | None = None
    people: tuple[str, ...] = ()
    facts: dict[str, int | str] = {}


def now(tournament: Tournament, at: int) -> list[Item]:
    """In the order in which a director would want it."""
    if tournament.phase is not Phase.OPEN:
        return []
    flow = flow_of(tournament)
    return [
        *_cases(tournament),
        *_results(flow, (Where.DIFFERS,)),
        *_asked(flow),
        *_results(flow, (Where.REPORTED,)),
        *_absent(flow, at),
        *_at_boards(flow),
        *_equipment(flow),
        *_appointments(flow, at),
        *_calls(flow, at),
        *_entries(tournament),
        *_draws(flow, at),
        *_money(flow),
        *_suspended(tournament, at),  # last: it stays as long as they play, and Space is for what can be done
    ]


def _cases(tournament: Tournament) -> Iterator[Item]:
    for case in tournament.cases.values():
        if not case.is_open:
            continue
        who = impartial_directors(tournament, case)
        kind = "appeal" if case.state is CaseState.APPEALED else "dispute" if who else "committee_by_players"
        action: AnyAction | None = None
        if kind == "dispute":
            action = acts.RuleCase(case.id, case.rule, "", "", seen=case.version)
        elif kind == "appeal" and not case.committee:
            action = acts.NameCommittee(case.id, ())
        facts: dict[str, int | str] = {"votes": len(case.votes), "members": len(case.committee)}
        yield Item(
            kind=kind,
            id=case.id,
            rule="T5.2" if kind == "appeal" else "T5.1",
            since=case.opened_at,
            action=action,
            people=case.parties,
            facts=facts,
        )


def _suspended(tournament: Tournament, at: int) -> Iterator[Item]:
    """Who was approved and has been suspended since: the director says whether they play on (T1.2)."""
    for entry in tournament.entries.values():
        if entry.status is not Status.APPROVED:
            continue
        for person in entry.members:
            until = tournament.suspended.get(person, 0)
            if until is None or until > at:
                facts: dict[str, int | str] = {} if until is None else {"until": until}
                yield Item(kind="suspended", id=entry.id, rule="T1.2", since=0, people=(person,), facts=facts)


def _results(flow: Flow, where: tuple[Where, ...]) -> Iterator[Item]:
    for each in flow.standings.values():
        if each.where not in where:
            continue
        match = each.match
        differs = each.where is Where.DIFFERS
        yield Item(
            kind="results_differ" if differs else "confirm",
            id=each.id,
            rule="T4.6",
            since=max(report.at for report in match.reports),
            action=acts.ConfirmResult(each.id, report=None if not differs else 1, seen=match.version),
            people=tuple(report.by for report in match.reports),
            facts={"place": match.place or ""},
        )


def _asked(flow: Flow) -> Iterator[Item]:
    for each in flow.standings.values():
        if each.match.correction_asked:
            who, _ = each.match.correction_asked[-1]
            refusal = acts.RefuseCorrection(each.id, "")
            case, rule = each.match.correction_for or ("", "T4.6")
            told: dict[str, int | str] = {"case": case} if each.match.correction_for else {}
            people = flow.people(each) if each.match.correction_for else (who,)
            yield Item(kind="correction", id=each.id, rule=rule, since=0, action=refusal, people=people, facts=told)
        if each.match.observer_asked:
            people = each.match.observer_asked
            appoint = acts.AppointObserver(each.id, "", people[:1])
            yield Item(kind="observer", id=each.id, rule="T1.3.iii", since=0, action=appoint, people=people)
        if each.where in OVER:
            continue
        for asked in open_requests(each.match):
            comes = asked.what is Request.COME
            answer = acts.AnswerRequest(each.id, asked.person, asked.what, comes, "", request=asked.request)
            facts: dict[str, int | str] = {"what": str(asked.what), "reason": asked.reason}
            if asked.request:
                facts |= {"request": asked.request, "place": each.match.place or ""}
            yield Item(
                kind="request",
                id=each.id,
                rule=RULES[asked.what],
                since=asked.at,
                action=answer,
                people=(asked.person,),
                facts=facts,
            )


def _absent(flow: Flow, at: int) -> Iterator[Item]:
    """Who was reported absent, with the minutes running, and what has been earned and not given."""
    for each in flow.standings.values():
        if each.match.confirmed is not None:
            continue
        for entry, absence in each.match.absences.items():
            points, late = owed(flow.tournament, flow, each, entry, at)
            if absence.waived or (absence.until is not None and not points):
                continue
            yield Item(
                kind="late",
                id=each.id,
                rule="T2.2.iv",
                since=absence.since,
                action=acts.ApplyLatePenalty(each.id, entry) if points else acts.Arrive(each.id, entry),
                people=flow.members(entry),
                facts={"late_ms": late, "points": points},
            )


def _at_boards(flow: Flow) -> Iterator[Item]:
    """Slow play that somebody has asked about, clocks for those who are next in line, what was done again."""
    tournament = flow.tournament
    for each in flow.standings.values():
        if each.match.pace_asked and each.where is Where.PLAYING:
            clock = not each.match.clock and clock_for(tournament, flow, each.match.place)
            answer = acts.AnswerPace(each.id, clock=clock)
            yield Item(kind="slow", id=each.id, rule="T2.3.ii", since=0, action=answer, people=each.match.pace_asked)
    free = clocks_free(tournament, flow)
    for each in clock_line(tournament, flow)[: max(0, free)]:
        person, since = each.match.clock_asked[0]
        give = acts.GiveClock(each.id)
        yield Item(kind="clock", id=each.id, rule="T3.5.i", since=since, action=give, people=(person,))
    for breach in to_be_warned(tournament):
        warn = acts.Penalise(breach.person, PenaltyKind.WARNING, breach.rule, "", breach.match)
        yield Item(
            kind="repeated",
            id=breach.person,
            rule=breach.rule,
            since=breach.at,
            action=warn,
            people=(breach.person,),
        )


def _equipment(flow: Flow) -> Iterator[Item]:
    """Boards, cups, dice and boxes that are free for those who are next in line (T3.1 to T3.4)."""
    tournament = flow.tournament
    for kind in inventory.KINDS:
        for each in inventory.line(tournament, flow, kind):
            if not inventory.available(tournament, flow, each, kind, each.match.place):
                continue
            person, since = next((who, at) for what, who, at in each.match.equipment_asked if what is kind)
            yield Item(
                kind="equipment",
                id=each.id,
                rule=inventory.RULES[kind],
                since=since,
                action=acts.GiveEquipment(each.id, kind, between_games=kind is Equipment.BOARD),
                people=(person,),
                facts={"kind": str(kind), "playing": int(each.where is Where.PLAYING)},
            )


def _appointments(flow: Flow, at: int) -> Iterator[Item]:
    """Postponements that were asked for, and deadlines that are over, with what each side offered."""
    tournament = flow.tournament
    for each in flow.standings.values():
        if each.match.postponement_asked:
            who, until = each.match.postponement_asked[-1]
            postpone = acts.PostponeMatch(each.id, "", until, each.match.version)
            yield Item(kind="postpone", id=each.id, rule="T2.2.i", since=0, action=postpone, people=(who,))
    for each in passed(tournament, flow, at):
        assert each.players is not None
        offered = [len(each.match.offers.get(entry, ())) for entry in each.players]
        winner = None if bool(offered[0]) == bool(offered[1]) else offered.index(max(offered))
        how = acts.Ended.WALKOVER if any(offered) else acts.Ended.NOBODY
        lost = acts.ReportResult(each.id, each.players, (0, 0), how, winner, confirms=True, seen=each.match.version)
        yield Item(
            kind="deadline",
            id=each.id,
            rule="T2.2.i",
            since=deadline_of(tournament, each) or 0,
            action=None if all(offered) else lost,  # a person has to say whose fault it is that they did not agree
            people=flow.people(each),
            facts={"offered_one": offered[0], "offered_two": offered[1]},
        )


def _calls(flow: Flow, at: int) -> Iterator[Item]:
    for call in next_calls(flow.tournament, flow, at):
        standing = flow.standings[call.match]
        yield Item(
            kind="call",
            id=call.match,
            rule="T2.1",
            since=at,
            action=acts.CallMatch(call.match, call.place, seen=standing.match.version),
            people=flow.people(standing),
            facts={"place": call.place},
        )


def _entries(tournament: Tournament) -> Iterator[Item]:
    for entry in tournament.entries.values():
        if entry.status is Status.PENDING:
            approve = acts.ApproveEntry(entry.id, seen=entry.version)
            yield Item(kind="entry", id=entry.id, rule="T1.4.i", since=entry.at, action=approve, people=entry.members)
    for id in tournament.divisions:
        left = places_left(tournament, id)
        waiting = (e for e in tournament.entries.values() if e.division == id and e.status is Status.WAITING)
        first = next(waiting, None)
        if first is not None and (left is None or left > 0):
            admit = acts.AdmitEntry(first.id, seen=first.version)
            yield Item(
                kind="place_free", id=first.id, rule="T1.4.i", since=first.at, action=admit, people=first.members
            )


def _draws(flow: Flow, at: int) -> Iterator[Item]:
    tournament = flow.tournament
    for id, division in tournament.divisions.items():
        draw = Item(kind="draw", id=id, rule="T1.1", since=0, action=acts.MakeDraw(id, seen=division.version))
        if division.draws and division.terms.format is Format.CLUB_NIGHT:
            yield from _club_night(tournament, division, draw, at)
            continue
        if division.draws and division.terms.format is Format.CONTINUOUS:
            if pools_due(tournament, division):
                yield draw
            continue
        if division.draws and not division.announced:
            announce = acts.AnnounceDraw(id, tournament.last_at, seen=division.version)
            yield Item(kind="announce", id=id, rule="T2.2.i", since=division.draws[-1].at, action=announce)
            continue
        if has_trades(flow, division):
            trade = acts.TradeByes(id, seen=division.version)
            yield Item(kind="byes", id=id, rule="T1.1", since=0, action=trade)
        entries = eligible(tournament, id)
        if not division.draws and len(entries) >= 2 and all(entry.checked_in for entry in entries):
            yield draw
        by_rounds = division.draws and division.terms.format in BY_ROUNDS
        if by_rounds and why_not_next_round(tournament, division) is None and not is_finished(flow, id):
            yield draw


def _club_night(tournament: Tournament, division: Division, draw: Item, at: int) -> Iterator[Item]:
    """Whoever is free is paired; after the last start it is time to finish."""
    free = free_for(tournament, division, eligible(tournament, draw.id))
    found = proposal(tournament, division, free, Lots(b"", "who could be paired"), Wish(at=at))
    if found.finish:
        yield Item(kind="finish", id=draw.id, rule="T2.2.i", since=at, action=acts.CloseTournament())
    elif found.pairs:
        yield draw


def _money(flow: Flow) -> Iterator[Item]:
    tournament = flow.tournament
    for id, division in tournament.divisions.items():
        if division.draws and why_not_award(tournament, id) is None:
            yield Item(kind="prizes", id=id, rule="T1.1", since=0, action=acts.AwardPrizes(id))
    for line in ledger.open_lines(tournament.book):
        if line.account != PERSON or line.person is None:
            continue
        owes = line.amount.minor > 0
        action: AnyAction
        if owes:
            action = acts.TakePayment(line.person, line.amount)
        elif any(entry.status in HOLDS for entry in tournament.entries.values() if line.person in entry.members):
            action = acts.PayPrize(line.person, -line.amount)
        else:  # somebody who is in no draw has won nothing: this is what they had paid
            action = acts.PayRefund(line.person, -line.amount)
        facts: dict[str, int | str] = {"amount": str(line.amount)}
        kind = "owes" if owes else "is_owed"
        yield Item(kind=kind, id=line.person, rule="T1.1", since=0, action=action, people=(line.person,), facts=facts)
