"""What a table and its tournament must tell each other, worked out from what was decided in one of them.

A dispute at a table is a case at the desk; a ruling, an appeal and a committee's decision are the same act in both
places. Pure: who writes it is `pairing_tables`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tavl.rules.board import position_text
from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables.stream.commits import News
from tavl.server.tables.stream.stream_state import StreamAction
from tavl.store.log.events import SYSTEM as SYSTEM_ACTOR
from tavl.table import acts as table_acts
from tavl.table.acts.disputes import Effects, Settlement
from tavl.table.preparation.wishes import at_hand
from tavl.table.state import Table
from tavl.table.state_parts import Dispute, RulingLine
from tavl.table.terms import Sitting
from tavl.tournament import By, Office, Stamp, Tournament, acts
from tavl.tournament.acts import AnyAction, AnyEvent
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.acts.results import Ended
from tavl.tournament.cases.committees import effects_of
from tavl.tournament.matches.advancement import Flow, MatchStanding, flow_of, plays_in
from tavl.tournament.preview import Change
from tavl.tournament.state import Case, CaseState, next_id

_ENDED = {"disqualified": Ended.DISQUALIFIED, "penalty_points": Ended.PENALTY}
ENDS_MATCH = (PenaltyKind.DISQUALIFY, PenaltyKind.LOSE_MATCH, PenaltyKind.EXPEL)
CASE_EVENTS = frozenset({"case_opened", "case_ruled", "case_dropped", "appealed", "appeal_refused"})
"""What stands at the table too, so that it is not undone at the desk alone."""

Told = list[tuple[By, AnyAction]]
Order = tuple[table_acts.By, StreamAction]
NEWS = (
    table_acts.DisputeRaised,
    table_acts.DisputeSettled,
    table_acts.Ruled,
    table_acts.PenaltyGiven,
    table_acts.AppealLodged,
    table_acts.Asked,
    table_acts.Answered,
)


# from the table to the tournament


def is_news(news: News) -> bool:
    """Most events at a table concern nobody else."""
    if news.before is None:
        return False
    before, after = news.before.table, news.after.table
    turns = (after.begun and not before.begun) or (after.over != before.over)
    return turns or any(isinstance(event, NEWS) for event in news.events)


def news_for_tournament(
    tournament: Tournament, match: str, news: News, claimed: Mapping[str, str]
) -> tuple[str, Told] | None:
    """What the tournament must learn of it, and in whose name. `claimed` is the person a browser acts for."""
    flow = flow_of(tournament)
    standing = flow.standings.get(match)
    if standing is None or standing.players is None or news.before is None:
        return None
    person = "" if news.actor == SYSTEM_ACTOR else claimed.get(news.actor, news.actor)
    told = [*_of_cases(tournament, flow, standing, news, person), *_of_requests(flow, standing, news, person)]
    if not told:
        person = ""  # nobody has begun or ended it at the desk: the table reports it
    by = By(person, Office.SYSTEM)
    before, after = news.before.table, news.after.table
    if after.over and not before.over and not after.aborted:
        if after.match.length not in (None, standing.length):  # a wrong length that was played out counts (T4.8)
            told.append((by, acts.SetLength(match, after.match.length or 0, "T4.8")))
        told.append((by, _result(standing, after)))
    elif before.over and not after.over:
        told.append((by, acts.ReopenResult(match)))
    elif after.begun and not before.begun:
        told.append((by, acts.BeginMatch(match)))
    return (person, told) if told else None


def _of_cases(
    tournament: Tournament, flow: Flow, standing: MatchStanding, news: News, person: str
) -> Iterator[tuple[By, AnyAction]]:
    assert news.before is not None
    by, match = By(person, Office.SYSTEM), standing.id
    ruled = next((event for event in news.events if isinstance(event, table_acts.Ruled)), None)
    for event in news.events:
        match event:
            case table_acts.DisputeRaised():
                yield by, acts.OpenCase(event.rule, event.statement, match, dispute=event.id)
            case table_acts.DisputeSettled(how=how) if how is not Settlement.RULING:
                case = _case_of_dispute(tournament, match, news.before.table.disputes.open)
                if case is not None:
                    yield by, acts.DropCase(case.id, str(how))
            case table_acts.Ruled():
                yield from _of_ruling(tournament, match, news, event, by)
            case table_acts.PenaltyGiven():
                assert standing.players is not None
                yield (
                    by,
                    acts.Penalise(
                        flow.members(standing.players[event.seat])[0],
                        event.kind,
                        event.rule,
                        event.reason,
                        match,
                        points=event.points,
                        score=news.after.table.match.score,
                        case=_case_id(tournament, match, news) if ruled is not None and _rules_case(news) else "",
                    ),
                )
            case table_acts.AppealLodged():
                line = next(line for line in news.after.table.disputes.rulings if line.id == event.ruling)
                case = _case_of_ruling(tournament, match, line)
                if case is not None:
                    yield By(person), acts.Appeal(case.id)
            case _:
                pass


def _of_requests(flow: Flow, standing: MatchStanding, news: News, person: str) -> Iterator[tuple[By, AnyAction]]:
    """A request to the director at the table stays on the desk's list until it is answered, here or there."""
    assert standing.players is not None
    by = By(person, Office.SYSTEM)
    for event in news.events:
        match event:
            case table_acts.Asked():
                members = flow.members(standing.players[event.seat])
                asker = person if person in members else members[0]
                yield by, acts.RelayRequest(standing.id, asker, event.what, event.id, event.reason)
            case table_acts.Answered():
                yield by, acts.RelayAnswer(standing.id, event.id, event.granted, event.reason)
            case _:
                pass


def _of_ruling(
    tournament: Tournament, match: str, news: News, ruled: table_acts.Ruled, by: By
) -> Iterator[tuple[By, AnyAction]]:
    """A ruling in a dispute rules its case; any other opens one of its own, so that it is reported and can be
    appealed."""
    assert news.before is not None
    dispute = news.before.table.disputes.open
    if not _rules_case(news):
        return
    if _case_of_dispute(tournament, match, dispute) is None:
        yield by, acts.OpenCase(ruled.rule, ruled.reason, match, ruling=ruled.id)
    yield By(by.person), acts.RuleCase(_case_id(tournament, match, news), ruled.rule, ruled.reason, ruled.reason)


def _rules_case(news: News) -> bool:
    """A ruling on something else leaves the dispute, and its case, open."""
    settles = any(isinstance(event, table_acts.DisputeSettled) for event in news.events)
    return settles or news.before is None or news.before.table.disputes.open is None


def _case_id(tournament: Tournament, match: str, news: News) -> str:
    """Of the case that a ruling at the table rules: its dispute's, or one that it opens."""
    dispute = news.before.table.disputes.open if news.before is not None else None
    case = _case_of_dispute(tournament, match, dispute)
    return case.id if case is not None else next_id("c", tournament.cases)


def _case_of_dispute(tournament: Tournament, match: str, dispute: Dispute | None) -> Case | None:
    if dispute is None:
        return None
    found = [each for each in tournament.cases.values() if each.match == match and _is_of(each, dispute)]
    return next((each for each in reversed(found) if each.is_open), None)


def _is_of(case: Case, dispute: Dispute) -> bool:
    return case.id == dispute.case or (not dispute.case and case.dispute == dispute.id)


def _case_of_ruling(tournament: Tournament, match: str, line: RulingLine) -> Case | None:
    here = [each for each in tournament.cases.values() if each.match == match]
    return next((each for each in reversed(here) if _rules_on(line, each)), None)


def _rules_on(line: RulingLine, case: Case) -> bool:
    if line.case:
        return line.case == case.id
    return case.ruling == line.id if line.dispute is None else case.dispute == line.dispute


def _result(standing: MatchStanding, table: Table) -> acts.ReportResult:
    """As it was played; the seats are in the order of the draw."""
    result = table.match.result
    assert result is not None
    assert standing.players is not None
    played = max(table.match.score) >= (table.match.length or standing.length)
    how = Ended.PLAYED if played else _ENDED.get(result.reason, Ended.FORFEIT)
    return acts.ReportResult(
        standing.id,
        standing.players,
        table.match.score,
        how=how,
        winner=None if result.winner is None else int(result.winner),
        reason="" if played else result.reason,
        confirms=table.terms.sitting is Sitting.ENFORCED or not played,
    )


def result_of_orders(tournament: Tournament, match: str, before: Table, after: Table) -> acts.ReportResult | None:
    """What the tournament has ordered has ended the match at its table: by a score, a game or a penalty."""
    standing = flow_of(tournament).standings.get(match)
    ends = after.over and not before.over and not after.aborted
    if not ends or standing is None or standing.players is None or standing.match.confirmed is not None:
        return None
    return _result(standing, after)


def changes_at(match: str, people: tuple[str, ...], before: Table, after: Table) -> Iterator[Change]:
    """What the board would show."""
    was, now = _shown(before, after.last_at), _shown(after, after.last_at)
    for what, value in now.items():
        if was[what] != value:
            yield Change(kind="match", id=match, what=what, before=was[what], after=value, people=people)


def _shown(table: Table, at: int) -> dict[str, str]:
    game, result = table.match.game, table.match.result
    cube = game.cube if game else None
    remaining = table.clock.reads(at)[0] if table.clock else ()
    return {
        "score": "-".join(map(str, table.match.score)),
        "match_length": str(table.match.length),
        "cube": "" if cube is None else f"{cube.value}" if cube.owner is None else f"{cube.value} {int(cube.owner)}",
        "turn": "" if game is None or result else str(int(game.turn)),
        "dice": "-".join(map(str, game.dice)) if game and game.dice else "",
        "position": position_text(game.seen_by(SEATS[0])) if game else "",
        "times": "-".join(str(each) for each in remaining),
        "winner": "" if result is None or result.winner is None else str(int(result.winner)),
        "waits": "committee" if table.disputes.appeal is not None else "director" if table.disputes.open else "",
    }


# from the tournament to the table


def match_concerned(tournament: Tournament, events: Sequence[AnyEvent]) -> str | None:
    """The match at whose table something has to be written."""
    for event in events:
        match event:
            case acts.CaseOpened() | acts.Penalised() | acts.ResultConfirmed() if event.match:
                return event.match
            case acts.EquipmentGiven() | acts.ClockGiven() | acts.LengthSet():
                return event.match
            case acts.RequestAnswered() if event.request:
                return event.match
            case acts.CaseRuled() | acts.CaseDropped() | acts.Appealed() | acts.AppealRefused() | acts.CaseDecided():
                return tournament.cases[event.case].match
            case acts.Undone():
                act = next((each for each in tournament.journal if each.id == event.act), None)
                keys = [key for part, key, _ in act.before if part == "cases"] if act else []
                at_desk_only = act and act.events[0] == "penalised" and "result_confirmed" not in act.events
                if act and CASE_EVENTS & set(act.events) and keys and not at_desk_only:
                    return tournament.cases[keys[0]].match
            case _:
                pass
    return None


def orders_for_table(
    tournament: Tournament, match: str, events: Sequence[AnyEvent], stamp: Stamp, table: Table
) -> tuple[list[Order], bool]:
    """What is done at the table because of it; and whether everything fails if the table refuses it."""
    ruler = table_acts.By(table_acts.Role.DIRECTOR, stamp.person)
    for event in events:
        match event:
            case acts.CaseOpened():
                return _dispute(tournament, event, stamp, table), False
            case acts.CaseRuled():
                case = tournament.cases[event.case]
                rule = _rule(table, case, event.rule, event.decision, event.effects, final=event.final)
                return [(ruler, rule)], event.effects is not None
            case acts.CaseDropped():
                return _dropped(tournament.cases[event.case], event.reason, stamp, table), False
            case acts.Appealed():
                return _appeal(tournament, event, table), False
            case acts.AppealRefused():
                case = tournament.cases[event.case]
                rule = _rule(table, case, "T5.2", event.reason, None, answers=True)
                return [(ruler, rule)], False
            case acts.CaseDecided():
                return _decided(tournament.cases[event.case], events, event.verdict, ruler, table)
            case acts.Penalised() if event.kind in ENDS_MATCH and not table.over:
                seat = _seat_of(tournament, match, event.person)
                if seat is not None:
                    penalty = table_acts.Penalty(seat, event.kind)
                    return [(ruler, table_acts.Rule(rule=event.rule, reason=event.reason, penalties=(penalty,)))], False
            case acts.LengthSet() if (table.corrections.length_due or table.match.length) not in (None, event.length):
                return [(ruler, table_acts.Correct(table_acts.RightLength(event.length)))], True
            case acts.EquipmentGiven() | acts.ClockGiven() if not table.over:
                return _brought(event, ruler, table), False
            case acts.RequestAnswered() if event.request:
                return [(ruler, _answered(event))], True
            case acts.ResultConfirmed() if event.result.winner is not None and not table.over:
                winner, reason = Seat(event.result.winner), event.reason or event.result.how
                return [(ruler, table_acts.Rule(rule="T4.6", reason=reason, winner=winner))], False
            case _:
                pass
    return [], False


def _brought(event: acts.EquipmentGiven | acts.ClockGiven, ruler: table_acts.By, table: Table) -> list[Order]:
    """What the desk has brought is available there; a box as a penalty is used from the next roll on (T2.4.i)."""
    kind = table_acts.Equipment.CLOCK if isinstance(event, acts.ClockGiven) else event.kind
    orders: list[Order] = [] if at_hand(table, kind) else [(ruler, table_acts.BringEquipment(kind))]
    if isinstance(event, acts.EquipmentGiven) and event.way is table_acts.Way.PENALTY:
        orders.append((ruler, table_acts.OrderUse(table_acts.Useful.BAFFLE_BOX, event.reason)))
    return orders


def _answered(event: acts.RequestAnswered) -> StreamAction:
    approvals = {
        table_acts.Request.APPROVE_BAFFLE_BOX: table_acts.Useful.BAFFLE_BOX,
        table_acts.Request.APPROVE_CLOCK: table_acts.Useful.CLOCK,
    }
    if event.what in approvals:
        return table_acts.Approve(approvals[event.what], event.granted, event.reason)
    return table_acts.AnswerRequest(event.request, event.granted, event.reason)


def _dispute(tournament: Tournament, event: acts.CaseOpened, stamp: Stamp, table: Table) -> list[Order]:
    """Everything is left as it is (T5.1), where one of its players has raised it at the desk."""
    assert event.match is not None
    seat = _seat_of(tournament, event.match, stamp.person)
    if seat is None or table.over or table.frozen or not table.full:
        return []
    by = table_acts.By(table_acts.Role.PLAYER, table.seats[seat] or "", seat)
    return [(by, table_acts.RaiseDispute(seat, event.rule, event.statement, case=event.case))]


def _rule(
    table: Table,
    case: Case,
    rule: str,
    reason: str,
    effects: Effects | None,
    *,
    final: bool = True,
    committee: bool = False,
    answers: bool = False,
) -> table_acts.Rule:
    """A ruling that sets nothing leaves the board as it stands, and what was claimed is not upheld (T4.4.ix)."""
    dispute, line = table.disputes.open, _line_of(table, case)
    sets = msgspec.structs.asdict(effects or Effects())
    if dispute is not None and _is_of(case, dispute) and sets["upholds"] is None:
        sets["upholds"] = False
    appeal = line.id if answers and line is not None and line.appealed else None
    return table_acts.Rule(
        rule=rule, reason=reason, final=final, committee=committee, appeal=appeal, case=case.id, **sets
    )


def _line_of(table: Table, case: Case) -> RulingLine | None:
    """The director's ruling in a case."""
    return next((line for line in table.disputes.rulings if _rules_on(line, case)), None)


def _dropped(case: Case, reason: str, stamp: Stamp, table: Table) -> list[Order]:
    dispute = table.disputes.open
    if dispute is None or not _is_of(case, dispute):
        return []
    if stamp.person == case.opened_by and dispute.seat is not None:
        by = table_acts.By(table_acts.Role.PLAYER, table.seats[dispute.seat] or "", dispute.seat)
        return [(by, table_acts.WithdrawDispute(dispute.seat))]
    ruler = table_acts.By(table_acts.Role.DIRECTOR, stamp.person)
    return [(ruler, _rule(table, case, case.rule, reason, None, final=False))]


def _appeal(tournament: Tournament, event: acts.Appealed, table: Table) -> list[Order]:
    case = tournament.cases[event.case]
    line = _line_of(table, case)
    seat = _seat_of(tournament, case.match or "", event.person)
    if line is None or seat is None:
        return []
    by = table_acts.By(table_acts.Role.PLAYER, table.seats[seat] or "", seat)
    return [(by, table_acts.Appeal(seat, line.id))]


def _decided(
    case: Case, events: Sequence[AnyEvent], verdict: Verdict, ruler: table_acts.By, table: Table
) -> tuple[list[Order], bool]:
    """In the committee's own words where it has any."""
    vote = next((event for event in events if isinstance(event, acts.Voted)), None)
    effects = (vote.effects if vote else None) or effects_of(case, verdict)
    words = [vote.decision or vote.reason] if vote else []
    words += [decision for theirs, decision in reversed(case.votes.values()) if theirs is verdict]
    reason = next((each for each in (*words, case.committee_reason) if each), str(verdict))
    effects = None if verdict is Verdict.UPHOLD else effects
    answers = case.state is CaseState.APPEALED
    rule = _rule(table, case, case.ruled_under or case.rule, reason, effects, committee=True, answers=answers)
    reopened = any(isinstance(event, acts.ResultReopened) for event in events) and table.over
    if reopened:  # what the ruling had ended goes on
        rule = msgspec.structs.replace(rule, reopens=True)
    return [(ruler, rule)], effects is not None or reopened


def _seat_of(tournament: Tournament, match: str, person: str) -> Seat | None:
    flow = flow_of(tournament)
    standing = flow.standings.get(match)
    entry = plays_in(flow, standing, person) if standing else None
    players = (standing.players or ()) if standing else ()
    return SEATS[players.index(entry)] if entry is not None else None
