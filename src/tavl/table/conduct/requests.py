"""Requests to the director, on a list until answered; observers and readers."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Charged, Request, Useful, Way
from tavl.table.preparation.wishes import at_hand, brought, use_in
from tavl.table.registry import DIRECTORS, PLAYERS, Evolver, Handler, HandlerResult, Roll, gives_reason
from tavl.table.state import Table
from tavl.table.state_parts import Fee, Line
from tavl.table.terms import Ruler

RULES = {
    Request.OBSERVER: "T1.7.vii",
    Request.CLOCK: "T2.3.ii",
    Request.BAFFLE_BOX: "T2.4.ii",
    Request.EXPEL_SPECTATORS: "T1.6.iv",
    Request.APPROVE_BAFFLE_BOX: "T3.4.iii",
    Request.APPROVE_CLOCK: "T3.5.iii",
    Request.COME: "T5.1",
}


def _ask(table: Table, action: acts.AskDirector, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.terms.ruler is Ruler.NOBODY:
        return refuse("nobody_rules", "T5.1")
    if table.over:
        return refuse("match_over", "T4.5")
    if len(action.reason) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    if action.what is Request.EXPEL_SPECTATORS and not action.reason.strip():
        return refuse("reason_missing", "T1.6.iv")
    if action.what in (Request.APPROVE_BAFFLE_BOX, Request.APPROVE_CLOCK):
        return refuse("ask_for_approval", RULES[action.what])
    if any(line.granted is None and (line.seat, line.what) == (action.seat, action.what) for line in _lines(table)):
        return refuse("asked_already", RULES[action.what])
    return [acts.Asked(table.requests.asked + 1, action.seat, action.what, action.reason)]


def _lines(table: Table) -> tuple[Line, ...]:
    return table.requests.lines


def _answer(table: Table, action: acts.AnswerRequest, by: By, at: int, roll: Roll) -> HandlerResult:
    line = next((line for line in _lines(table) if line.id == action.id), None)
    if line is None or line.granted is not None:
        return refuse("nothing_asked", "T2.3.ii")
    answered = acts.Answered(action.id, action.granted, action.reason[:MAX_TEXT])
    if not action.granted:
        return gives_reason(action.reason) or [answered]
    follows = _granted(table, line, action)
    return follows if isinstance(follows, Refused) else [answered, *follows]


def _granted(table: Table, line: Line, action: acts.AnswerRequest) -> list[AnyEvent] | Refused:
    match line.what:
        case Request.OBSERVER:
            return _appointed(table, action.person, action.fee, action.charged, line.seat)
        case Request.EXPEL_SPECTATORS:
            if not action.person:
                return refuse("bad_value", "T1.6.iv", field="person")
            return [acts.SpectatorExpelled(action.person, action.reason[:MAX_TEXT] or RULES[line.what])]
        case Request.CLOCK | Request.BAFFLE_BOX if table.over:
            return refuse("match_over", "T4.5")
        case Request.CLOCK | Request.BAFFLE_BOX:
            what = Useful.CLOCK if line.what is Request.CLOCK else Useful.BAFFLE_BOX
            if use_in(table, what) or not at_hand(table, what):
                return refuse("not_at_hand", "T3.5.i" if what is Useful.CLOCK else "T3.4.i")
            return brought(table, what, Way.PENALTY, RULES[line.what])
        case _:
            return []


def _appointed(table: Table, person: str, fee: int, charged: Charged, asker: Seat | None) -> list[AnyEvent] | Refused:
    if not person or table.seat_of(person) is not None:
        return refuse("bad_value", "T1.3.iii", field="person")
    if fee < 0 or (charged is Charged.ASKER and asker is None):
        return refuse("bad_value", "T1.3.iii", field="fee")
    pays: tuple[Seat, ...] = SEATS if charged is Charged.ALL else ()
    if charged is Charged.ASKER and asker is not None:
        pays = (asker,)
    return [acts.ObserverAppointed(person, fee if pays else 0, pays)]


def _appoint(table: Table, action: acts.AppointObserver, by: By, at: int, roll: Roll) -> HandlerResult:
    return _appointed(table, action.person, action.fee, action.charged, None)


def _appoint_reader(table: Table, action: acts.AppointReader, by: By, at: int, roll: Roll) -> HandlerResult:
    if not action.person or table.seat_of(action.person) is not None:
        return refuse("bad_value", "T1.3.iii", field="person")
    return [acts.ReaderAppointed(action.reads_for, action.person)]


HANDLERS: dict[type, Handler] = {
    acts.AskDirector: Handler(_ask, PLAYERS, "T2.3.ii", freely=True, conduct=True),
    acts.AnswerRequest: Handler(_answer, DIRECTORS, "T2.3.ii", freely=True, conduct=True),
    acts.AppointObserver: Handler(_appoint, DIRECTORS, "T1.3.iii", freely=True, conduct=True),
    acts.AppointReader: Handler(_appoint_reader, DIRECTORS, "T1.3.iii", freely=True, conduct=True),
}


def _with(table: Table, **changes: object) -> Table:
    return replace(table, requests=replace(table.requests, **changes))


def _evolve_asked(table: Table, event: acts.Asked, at: int) -> Table:
    return _with(table, lines=(*_lines(table), Line(event.id, event.seat, event.what, event.reason)))


def _evolve_answered(table: Table, event: acts.Answered, at: int) -> Table:
    lines = tuple(
        replace(line, granted=event.granted, answer=event.reason) if line.id == event.id else line
        for line in _lines(table)
    )
    return _with(table, lines=lines)


def _evolve_observer(table: Table, event: acts.ObserverAppointed, at: int) -> Table:
    fees = table.requests.fees
    if event.fee:
        fees = (*fees, Fee(event.person, event.fee, event.charged))
    return _with(table, observers=(*table.requests.observers, event.person), fees=fees)


def _evolve_reader(table: Table, event: acts.ReaderAppointed, at: int) -> Table:
    first, second = table.requests.readers
    readers = (event.person, second) if event.reads_for == Seat.FIRST else (first, event.person)
    return _with(table, readers=readers)


EVOLVERS: dict[type, Evolver] = {
    acts.Asked: _evolve_asked,
    acts.Answered: _evolve_answered,
    acts.ObserverAppointed: _evolve_observer,
    acts.ReaderAppointed: _evolve_reader,
}
