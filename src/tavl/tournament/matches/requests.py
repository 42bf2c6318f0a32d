"""What a player asks of the director in a match, and the answer: spectators (T1.6.iv), a baffle box for the rest
(T2.4.ii), the approval of box or clock (T3.4.iii, T3.5.iii). An observer is asked for in `observers`, slow play
is pointed out in `slow_play`. What is asked at a match's table is kept here too (`RelayRequest`),
so that the desk's list has it."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.table.acts.requests import Request
from tavl.table.conduct.requests import RULES
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.acts.cases import Scope
from tavl.tournament.cases.penalties import is_expelled
from tavl.tournament.matches.advancement import OVER, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.equipment import ordered_box
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    SYSTEM,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    too_long,
)
from tavl.tournament.state import Asked, Match, Tournament, match_of, put_match

PLAIN_ANSWERS = (Request.COME, Request.APPROVE_BAFFLE_BOX, Request.APPROVE_CLOCK)
HERE = (Request.EXPEL_SPECTATORS, Request.BAFFLE_BOX, Request.APPROVE_BAFFLE_BOX, Request.APPROVE_CLOCK)


def open_requests(match: Match) -> list[Asked]:
    return [asked for asked in match.asked if asked.granted is None]


def _ask(tournament: Tournament, action: acts.AskDirector, by: By, at: int, chance: Chance) -> HandlerResult:
    if action.what not in HERE:
        return refuse("bad_value", "T2.3.ii", field="what")  # an observer, slow play and a dispute have their own
    rule = RULES[action.what]
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", rule)
    begun = standing.where is Where.PLAYING
    late = action.what is Request.APPROVE_CLOCK and begun  # a clock before the match only, a box at any time
    if standing.where in OVER or late or (action.what is Request.BAFFLE_BOX and not begun):
        return refuse("match_is", rule, where=standing.where)
    if any((each.person, each.what) == (by.person, action.what) for each in open_requests(standing.match)):
        return refuse("asked_already", rule)
    needs_reason = action.what is Request.EXPEL_SPECTATORS  # "med en begrundelse"
    fault = gives_reason(action.reason, rule) if needs_reason else too_long(action.reason)
    return fault or [acts.DirectorAsked(action.match, by.person, action.what, action.reason)]


def _answer(tournament: Tournament, action: acts.AnswerRequest, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    rule = RULES[action.what]
    known = ((each.person, each.what, each.request) for each in open_requests(standing.match))
    if (action.person, action.what, action.request) not in known:
        return refuse("nothing_asked", rule)
    comes = action.what is Request.COME and action.granted  # a person who is on the way needs no words
    unreasoned = too_long(action.reason) if comes else gives_reason(action.reason, rule)
    if fault := why_not_judge(tournament, flow, standing, by) or unreasoned:
        return fault
    if action.request:
        return _answered_from_here(action, rule)
    expels = action.granted and action.what is Request.EXPEL_SPECTATORS
    if bool(action.spectators) != expels:
        return refuse("bad_value", rule, field="spectators")
    answered: list[AnyEvent] = [
        acts.RequestAnswered(action.match, action.person, action.what, action.granted, action.reason)
    ]
    if expels:
        if any(not person or plays_in(flow, standing, person) is not None for person in action.spectators):
            return refuse("not_a_spectator", "T1.6.iv")
        return [*answered, *_expelled(tournament, standing, action)]
    if action.granted and action.what is Request.BAFFLE_BOX:
        given = ordered_box(tournament, standing, action.reason)
        return given if isinstance(given, Refused) else [*answered, *given]
    return answered


def _answered_from_here(action: acts.AnswerRequest, rule: str) -> HandlerResult:
    """A request of the table. What needs more than a yes (whom, at what fee, what is at hand) is answered there."""
    if action.granted and action.what not in PLAIN_ANSWERS:
        return refuse("answer_at_table", rule)
    if action.spectators:
        return refuse("bad_value", rule, field="spectators")
    return [
        acts.RequestAnswered(
            action.match, action.person, action.what, action.granted, action.reason, request=action.request
        )
    ]


def _relay(tournament: Tournament, action: acts.RelayRequest, by: By, at: int, chance: Chance) -> HandlerResult:
    flow, rule = flow_of(tournament), RULES[action.what]
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if plays_in(flow, standing, action.person) is None:
        return refuse("not_your_match", rule)
    if action.request in {each.request for each in open_requests(standing.match)}:
        return refuse("asked_already", rule)
    asked = acts.DirectorAsked(action.match, action.person, action.what, action.reason, action.request)
    return too_long(action.reason) or [asked]


def _relay_answer(tournament: Tournament, action: acts.RelayAnswer, by: By, at: int, chance: Chance) -> HandlerResult:
    here = open_requests(match_of(tournament, action.match))
    found = next((each for each in here if each.request == action.request and action.request), None)
    if found is None:
        return refuse("nothing_asked", "T2.3.ii")
    answered = acts.RequestAnswered(
        action.match, found.person, found.what, action.granted, action.reason, request=found.request
    )
    return too_long(action.reason) or [answered]


def _expelled(tournament: Tournament, standing: MatchStanding, action: acts.AnswerRequest) -> list[AnyEvent]:
    """From this match only; from more of the tournament a director expels them under T1.6.iii."""
    return [
        acts.SpectatorExpelled(person, "T1.6.iv", action.reason, standing.id, Scope.MATCH)
        for person in dict.fromkeys(action.spectators)
        if not is_expelled(tournament, person, standing.id)
    ]


HANDLERS: dict[type, Handler] = {
    acts.AskDirector: Handler(_ask, PLAYERS, "T1.6.i"),
    acts.AnswerRequest: Handler(_answer, DIRECTORS, "T1.3.i"),
    acts.RelayRequest: Handler(_relay, SYSTEM, "T1.3.i"),
    acts.RelayAnswer: Handler(_relay_answer, SYSTEM, "T1.3.i"),
}


def _evolve_asked(tournament: Tournament, event: acts.DirectorAsked, stamp: Stamp) -> Tournament:
    asked = Asked(person=event.person, what=event.what, reason=event.reason, at=stamp.at, request=event.request)
    return put_match(tournament, event.match, asked=(*match_of(tournament, event.match).asked, asked))


def _evolve_answered(tournament: Tournament, event: acts.RequestAnswered, stamp: Stamp) -> Tournament:
    asked = tuple(
        replace(each, granted=event.granted, answer=event.reason)
        if (each.person, each.what, each.granted, each.request) == (event.person, event.what, None, event.request)
        else each
        for each in match_of(tournament, event.match).asked
    )
    return put_match(tournament, event.match, asked=asked)


EVOLVERS: dict[type, Evolver] = {
    acts.DirectorAsked: _evolve_asked,
    acts.RequestAnswered: _evolve_answered,
}
