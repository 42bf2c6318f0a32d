"""A table's four questions: what an action leads to, what somebody may do now, what happens automatically, and its
state after an event. Each goes to the part that knows; nothing is decided here. After how long something happens
automatically: `table/terms.py` (`flag_grace_ms`, `next_game_after_ms` and others)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.game import Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.table import action_candidates, acts, devices
from tavl.table.acts import AnyAction, AnyEvent, By, Role
from tavl.table.clock import downtime, presses_and_stops, time_out
from tavl.table.conduct import breaches, consents, requests, spectators
from tavl.table.disputes import appeals, corrections, disputes, rulings, score_cards
from tavl.table.guards import RESIGNING, playable
from tavl.table.play import arrangement, illegal_plays, physical_board, unenforced
from tavl.table.play import rolls_plays_and_doubles as play
from tavl.table.play.illegal_play_window import LAST_PLAY_MS
from tavl.table.preparation import approvals, breaks_and_lateness, equipment, seating, wishes
from tavl.table.registry import PLAYING, Evolver, Handler, HandlerResult, Roll, seat_of
from tavl.table.state import Due as Due
from tavl.table.state import Table as Table
from tavl.table.terms import Ruler, Sitting

PARTS = (
    approvals,
    breaches,
    score_cards,
    unenforced,
    presses_and_stops,
    time_out,
    downtime,
    breaks_and_lateness,
    consents,
    corrections,
    devices,
    disputes,
    equipment,
    illegal_plays,
    arrangement,
    play,
    wishes,
    requests,
    spectators,
    rulings,
    appeals,
    seating,
    physical_board,
)
HANDLERS: dict[type, Handler] = {kind: handler for part in PARTS for kind, handler in part.HANDLERS.items()}
EVOLVERS: dict[type, Evolver] = {kind: evolver for part in PARTS for kind, evolver in part.EVOLVERS.items()}


def decide(table: Table, action: AnyAction, by: By, at: int, roll: Roll = None) -> HandlerResult:
    """What an action by somebody at an instant leads to. `roll` is the dice that fall if it is a roll."""
    at = max(at, table.last_at)
    handler = HANDLERS[type(action)]
    answer = _barred(table, action, handler, by) or handler.decide(table, action, by, at, roll)
    if isinstance(answer, Refused) or handler.roles is not PLAYING:
        return answer
    return [*breaks_and_lateness.shows_up(table, by), *answer]


def _barred(table: Table, action: AnyAction, handler: Handler, by: By) -> Refused | None:
    """Why this person may never do such a thing, whatever the state of the game."""
    if by.role not in handler.roles:
        return refuse("not_your_role", handler.rule, role=by.role)
    if by.role is Role.OBSERVER and by.person not in table.requests.observers:
        return refuse("not_appointed", "T1.3.iii")
    if by.role is Role.READER and (by.seat is None or table.requests.readers[by.seat] != by.person):
        return refuse("not_appointed", "T1.3.iii")
    if by.role in (Role.PLAYER, Role.READER) and not isinstance(action, acts.Sit):
        seat = seat_of(action)
        named = "seat" in action.__struct_fields__
        if by.seat is None or (named and seat != by.seat):
            return refuse("not_your_seat", "T4.2.ii", seat=-1 if seat is None else int(seat))
    if handler.conduct and not table.terms.keeps_conduct:
        return refuse("not_kept_here", handler.rule)
    if table.frozen and not handler.freely:
        return refuse("everything_waits", "T5.1")
    return None


def person_at(table: Table, person: str, directs: bool = False) -> By:
    """Who somebody is at this table. A director who plays is a player there (T5.1)."""
    seat = table.seat_of(person) if person else None
    if seat is not None:
        return By(Role.PLAYER, person, seat)
    if directs or (table.terms.ruler is Ruler.NAMED and person and person == table.disputes.ruler):
        return By(Role.DIRECTOR, person)
    if person in table.requests.observers:
        return By(Role.OBSERVER, person)
    reads_for = next((each for each in SEATS if person and table.requests.readers[each] == person), None)
    return By(Role.SPECTATOR if reads_for is None else Role.READER, person, reads_for)


def why_not(table: Table, action: AnyAction, by: By, at: int) -> Refused | None:
    """Why this may not be done now; none if it may. Any dice that it needs are assumed."""
    answer = decide(table, action, by, at, (2, 1))
    return answer if isinstance(answer, Refused) else None


def actions(table: Table, by: By, at: int, every_play: bool = True) -> list[AnyAction]:
    """Everything that this person may do now; without `every_play` one legal play stands for all of an enforced game,
    for callers that only need to know the kinds of actions."""
    found: list[AnyAction] = []
    if by.seat is not None:
        trial = game_acts.Roll(by.seat)
        open_game = _barred(table, trial, HANDLERS[game_acts.Roll], by) is None and not table.match.result
        if open_game and playable(table, by.seat, at, resigning=True) is None:
            candidates = action_candidates.game_offers(table, by.seat, every_play)
            if playable(table, by.seat, at) is not None:
                candidates = (action for action in candidates if isinstance(action, RESIGNING))
            enforced = table.terms.sitting is Sitting.ENFORCED and table.game_running
            found += candidates if enforced else _accepted(table, candidates, by, at)
    found += _accepted(table, action_candidates.offers(table, by, at), by, at)
    return list(dict.fromkeys(found))


def _accepted(table: Table, candidates: Iterator[AnyAction], by: By, at: int) -> Iterator[AnyAction]:
    return (action for action in candidates if why_not(table, action, by, at) is None)


def due(table: Table) -> Due | None:
    """What will happen next automatically, if nobody acts before."""
    if table.aborted or table.suspended or not table.full:
        return None
    return min(_coming(table), key=lambda each: each.at, default=None)


def _coming(table: Table) -> Iterator[Due]:
    claim, dispute = table.handling.claim, table.disputes.open
    if claim is not None or dispute is not None:
        if table.terms.ruler is Ruler.NOBODY and claim is not None:
            yield Due(claim.since + table.terms.default_after_ms, acts.DisputeFacts(claim.asked))
        if table.terms.ruler is Ruler.NOBODY and dispute is not None:
            yield Due(dispute.since + table.terms.default_after_ms, acts.SettleByDefault())
        return
    if table.disputes.appeal is not None:
        return
    game = table.match.game
    if table.match.result is not None:
        if table.awaits_acceptance and game and game.last:
            yield Due(table.last_at + table.terms.accept_after_ms, acts.AcceptPlay(game.last.seat.other))
        return
    if table.terms.late_penalties_by_themselves and table.terms.keeps_conduct:
        for seat in SEATS:
            owed_at = breaks_and_lateness.next_penalty_at(table, seat)
            if owed_at is not None:
                yield Due(max(owed_at, table.last_at), acts.ApplyLatePenalty(seat))
    yield from _game_coming(table)


def _game_coming(table: Table) -> Iterator[Due]:
    game = table.match.game
    physical = table.terms.sitting is Sitting.RECORDED  # people set it up and roll
    wait = None if physical else table.terms.next_game_after_ms
    if playable(table, Seat.FIRST) is not None:
        return
    if table.match.between_games and wait is not None:
        if table.terms.sitting is Sitting.CHALLENGE and table.handling.open_play:
            wait = max(wait, LAST_PLAY_MS)  # the play that ended the game can be flagged like any other
        at = max(table.last_at + wait, *_not_before(table))
        starter = game.last.seat.other if game and game.last else Seat.FIRST
        if play.why_not_begin(table, starter, at) is None:
            yield Due(at, game_acts.StartGame(starter))
    elif game and game.phase is Phase.OPENING and wait is not None:
        yield Due(table.last_at, game_acts.Roll(Seat.FIRST))
    if table.clock and table.terms.claims_flags_itself and table.clock.running is not None:
        out = table.clock.runs_out_at
        assert out is not None
        yield Due(max(out, table.last_at) + table.terms.flag_grace_ms, acts.ClaimFlag(table.clock.running))


def _not_before(table: Table) -> tuple[int, int]:
    starts, now = table.conduct.starts_at, table.conduct.on_break
    return (starts or 0 if not table.begun else 0), now.until if now else 0


def evolve(table: Table, event: AnyEvent, at: int) -> Table:
    """The table after something happened at an instant."""
    at = max(at, table.last_at)
    if isinstance(event, acts.Opened):
        return Table.open(event.terms, at)
    return replace(EVOLVERS[type(event)](table, event, at), last_at=at)


def replay(events: Iterable[tuple[AnyEvent, int]]) -> Table | None:
    """The table that a stream of events with their instants leads to."""
    table: Table | None = None
    for event, at in events:
        if isinstance(event, acts.Opened):
            table = Table.open(event.terms, at)
        elif table is not None:
            table = evolve(table, event, at)
    return table
