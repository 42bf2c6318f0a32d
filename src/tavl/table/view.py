"""What each role may see of a table, and nothing else (design idea 6)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.acts import Cube, Outcome
from tavl.rules.board import Dice, PlayTree, Position
from tavl.rules.game import Phase, Resignation
from tavl.rules.match import BEFORE_RESUMING, Match, MatchResult
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.seat import Seat
from tavl.table.acts import Answered, AnyAction, AnyEvent, Asked, By, ConcernTold, Role
from tavl.table.conduct.spectators import why_not_watch
from tavl.table.officiating_view import AroundView, DisputeView, HandlingView, around_view, dispute_view, handling_view
from tavl.table.state import Table
from tavl.table.table import actions
from tavl.table.terms import Sitting

Step = tuple[int, int, int, bool, int]  # from, to, die, hit, next node
_START = Position.start()


class ClockView(Struct, frozen=True):
    """Times at `at`; a running clock goes on from there on the screen."""

    at: int
    remaining: tuple[int, int]
    delay: tuple[int, int]
    delay_left: int
    running: Seat | None


class LastView(Struct, frozen=True):
    seat: Seat
    dice: Dice
    moves: tuple[tuple[int, int], ...]


class TableView(Struct, frozen=True, kw_only=True):
    viewer: Seat  # whose side the position is seen from; spectators see the first seat's
    role: Role
    seats: tuple[str | None, str | None]
    position: Position
    phase: Phase | None
    turn: Seat | None
    to_act: tuple[Seat, ...]
    dice: Dice | None
    cube: Cube | None
    offered: int | None
    score: tuple[int, int]
    length: int | None
    game_number: int
    crawford: bool
    stake: int
    last: LastView | None
    resignation: Resignation | None
    outcome: Outcome | None
    result: MatchResult | None
    aborted: bool
    clock: ClockView | None
    pips: tuple[int, int] | None
    actions: tuple[str, ...]  # the types of what the viewer may do now
    resign_sizes: tuple[int, ...]
    tree: tuple[tuple[Step, ...], ...] | None  # the legal plays, for the player who is to play; only if enforced
    sitting: Sitting = Sitting.ENFORCED
    handling: HandlingView | None = None  # the state of an unenforced board
    dispute: DisputeView | None = None
    around: AroundView | None = None  # where conduct is kept
    games: tuple[Outcome, ...] = ()  # how those that are finished ended, in their order
    partners: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # who else acts for each seat
    appeal: int | None = None  # the ruling whose appeal everything waits for (T5.2)


def view(table: Table, by: By, at: int) -> TableView:
    """The table as this person may see it at an instant; RuleError for a spectator who was expelled (T1.6.iii)."""
    fault = why_not_watch(table, by)
    if fault:
        raise RuleError(fault)
    enforced = table.terms.sitting is Sitting.ENFORCED
    seat = by.seat if by.seat is not None else Seat.FIRST
    open_now = actions(table, by, at, every_play=False)
    game = table.match.game
    position = game.seen_by(seat) if game else _START
    to_play = any(isinstance(action, game_acts.MakePlay) for action in open_now)
    return replace(
        _for_everybody(table, at),
        viewer=seat,
        role=by.role,
        position=position,
        pips=(position.pips, position.opponent_pips) if _sees_pips(table, by) else None,
        actions=tuple(sorted({_type(action) for action in open_now})),
        resign_sizes=tuple(a.size for a in open_now if isinstance(a, game_acts.OfferResignation)),
        tree=tree_steps(game.position.play_tree(game.dice)) if enforced and game and game.dice and to_play else None,
        handling=None if enforced else handling_view(table, seat),
        around=around_view(table, by, at),
    )


_last: tuple[Table, int, TableView] | None = None  # both players are sent the same table in succession


def _for_everybody(table: Table, at: int) -> TableView:
    """The part that does not depend on the viewer; the rest is filled in later."""
    global _last
    known = _last
    if known is not None and known[0] is table and known[1] == at:
        return known[2]
    game = table.match.game
    last = game.last if game else None
    same = TableView(
        viewer=Seat.FIRST,
        role=Role.SPECTATOR,
        seats=table.seats,
        position=game.position if game else _START,
        phase=game.phase if game else None,
        turn=game.turn if game and game.phase is not Phase.OPENING else None,
        to_act=table.to_act,
        dice=game.dice if game else None,
        cube=game.cube if game else _cube_at_rest(table),
        offered=game.offered_value if game and game.phase in (Phase.DOUBLED, Phase.BEAVERED) else None,
        score=table.match.score,
        length=table.match.length,
        game_number=len(_played_here(table.match)) + (0 if table.match.between_games else 1),
        crawford=game.terms.crawford if game else table.match.next_is_crawford,
        stake=game.stake if game else 1,
        last=LastView(last.seat, last.dice, last.moves) if last else None,
        resignation=game.resignation if game else None,
        outcome=game.outcome if game else None,
        result=table.match.result,
        aborted=table.aborted,
        clock=_clock_view(table, at),
        pips=None,
        actions=(),
        resign_sizes=(),
        tree=None,
        sitting=table.terms.sitting,
        dispute=dispute_view(table),
        games=_played_here(table.match),
        partners=table.partners,
        appeal=table.disputes.appeal,
    )
    _last = (table, at, same)
    return same


def _played_here(match: Match) -> tuple[Outcome, ...]:
    """How the games ended; one before a table that plays on from a position is not among them."""
    return tuple(game.outcome for game in match.finished if game.outcome.reason != BEFORE_RESUMING)


def _cube_at_rest(table: Table) -> Cube | None:
    """The cube of the next game: centred, or off the board (T4.4.i)."""
    terms = table.match.game_terms()
    return Cube() if terms.cube and not terms.crawford else None


def _sees_pips(table: Table, by: By) -> bool:
    return why_no_aids(table, by) is None


def is_closed_to_help(table: Table) -> bool:
    """A match under way at which nobody gets a hint or an analysis: a tournament's, or a rated one."""
    return not table.over and (not table.terms.aids or table.terms.rated)


def why_no_aids(table: Table, by: By, hints: bool = False) -> Refused | None:
    """Why this person gets no pip count now, or with `hints` no hint and no analysis: players use no aids in a
    tournament match (T1.7.i), and nobody who watches one, or a rated match, gets what could help them (T1.6.ii)."""
    closed = is_closed_to_help(table) if hints else not (table.terms.aids or table.over)
    if not closed or by.role is Role.DIRECTOR:
        return None
    if by.role in (Role.PLAYER, Role.READER):
        return refuse("no_aids", "T1.7.i")
    return refuse("no_help_from_outside", "T1.6.ii")


def redact(event: AnyEvent, by: By, at: int) -> AnyEvent | None:
    """An event as this person may see it, or None.

    Whether a play was legal is for the players to notice, so only the director sees it.
    """
    if by.role in (Role.DIRECTOR, Role.SYSTEM):
        return event
    match event:
        case game_acts.Played():
            return replace(event, legal=True)
        case ConcernTold():
            return event if by.role is Role.SPECTATOR and by.person == event.person else None
        case Asked():
            return event if by.seat == event.seat else None
        case Answered():
            return event if by.seat is not None else None
        case _:
            return event


def _type(action: AnyAction) -> str:
    tag = action.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def _clock_view(table: Table, at: int) -> ClockView | None:
    if table.clock is None:
        return None
    remaining, delay_left = table.clock.reads(at)
    return ClockView(at, remaining, table.clock.delay, delay_left, table.clock.running)


def tree_steps(tree: PlayTree) -> tuple[tuple[Step, ...], ...]:
    return tuple(
        tuple((move.source, move.target, die, move.hit, following) for move, die, following in tree.steps(node))
        for node in range(len(tree))
    )
