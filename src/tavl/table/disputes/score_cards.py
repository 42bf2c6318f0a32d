"""Score cards: one for each player, compared after each game, with the clause's order of proof (T4.7); the result
reported and confirmed (T4.6)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.match import Match
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import By
from tavl.table.registry import DIRECTORS, PLAYERS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Card, Proof, Score


def current(table: Table, seat: Seat) -> Card | None:
    """The seat's card for the games that are over now."""
    card = table.cards.cards[seat]
    return card if card and card.games == len(table.match.finished) else None


def differ(table: Table) -> bool:
    first, second = (current(table, seat) for seat in SEATS)
    return not table.cards.settled and first is not None and second is not None and first.score != second.score


def proof(table: Table) -> Proof | None:
    """Whose card decides; none if that is unclear."""
    first, second = (current(table, seat) for seat in SEATS)
    if first and second:
        if first.score == second.score:
            return Proof(first.score, "both_cards")
        behind = {_behind(first.score), _behind(second.score)}
        seat = behind.pop()
        card = (first, second)[seat] if seat is not None else None
        return Proof(card.score, "card_of_the_player_behind", seat) if card and card.clear and not behind else None
    seat_of_only = Seat.FIRST if first else Seat.SECOND
    only = first or second
    kept_none = table.cards.cards[seat_of_only.other] is None
    return Proof(only.score, "only_card", seat_of_only) if only and only.clear and kept_none else None


def _behind(score: Score) -> Seat | None:
    if score[0] == score[1]:
        return None
    return Seat.FIRST if score[0] < score[1] else Seat.SECOND


def why_not_begin(table: Table) -> Refused | None:
    """Before the next game cards that differ are settled, and a Crawford game is announced."""
    if differ(table):
        return refuse("cards_differ", "T4.7")
    if table.coming_match.next_is_crawford and not table.cards.crawford_announced:
        return refuse("crawford_not_announced", "T4.7")
    return None


def _write(table: Table, action: acts.WriteScore, by: By, at: int, roll: Roll) -> HandlerResult:
    length = table.match.length
    if min(action.score) < -999 or max(action.score) > (length or 999_999):
        return refuse("bad_value", "T4.7", field="score")
    return [acts.ScoreWritten(action.seat, len(table.match.finished), action.score)]


def _announce(table: Table, action: acts.AnnounceCrawford, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.over or table.game_running or not table.coming_match.next_is_crawford:
        return refuse("next_is_not_crawford", "T4.7")
    return [] if table.cards.crawford_announced else [acts.CrawfordAnnounced(action.seat)]


def _report(table: Table, action: acts.ReportResult, by: By, at: int, roll: Roll) -> HandlerResult:
    result = table.match.result
    if result is None or table.awaits_acceptance:
        return refuse("match_must_be_played_out", "T4.5", length=table.match.length or 0)
    if action.seat != result.winner:
        return refuse("winner_reports", "T4.6")
    if action.score != table.match.score:
        return refuse("other_score_on_record", "T4.6")
    if table.cards.confirmed:
        return refuse("result_confirmed", "T4.6")
    return [acts.ResultReported(action.seat, action.score)]


def _confirm(table: Table, action: acts.ConfirmResult, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.cards.reported is None or table.cards.confirmed or table.match.result is None:
        return refuse("nothing_reported", "T4.6")
    return [acts.ResultConfirmed()]


HANDLERS: dict[type, Handler] = {
    acts.WriteScore: Handler(_write, PLAYERS, "T4.7", conduct=True),
    acts.AnnounceCrawford: Handler(_announce, PLAYERS, "T4.7", conduct=True),
    acts.ReportResult: Handler(_report, PLAYERS, "T4.6", conduct=True),
    acts.ConfirmResult: Handler(_confirm, DIRECTORS, "T4.6", freely=True, conduct=True),
}


def _evolve_written(table: Table, event: acts.ScoreWritten, at: int) -> Table:
    had = table.cards.cards[event.seat]
    same_game = had is not None and had.games == event.games
    changed = same_game and had is not None and had.score != event.score
    shown = current(table, event.seat.other) is not None
    clear = not (changed and shown) and not (same_game and had is not None and not had.clear)
    card = Card(event.games, event.score, clear)
    first, second = table.cards.cards
    cards = (card, second) if event.seat == Seat.FIRST else (first, card)
    return _with(table, cards=cards, settled=False)


def settle(table: Table) -> Table:
    return _with(table, settled=True)


def follow(table: Table, before: Match) -> Table:
    """The record follows the match: a result that has changed, or is gone, is reported again (T4.6)."""
    same = (table.match.result, table.match.score) == (before.result, before.score)
    return table if same or table.cards.reported is None else _with(table, reported=None, confirmed=False)


def _with(table: Table, **changes: object) -> Table:
    return replace(table, cards=replace(table.cards, **changes))


def after_start(table: Table) -> Table:
    return _with(table, crawford_announced=False, reported=None, confirmed=False, settled=False)


EVOLVERS: dict[type, Evolver] = {
    acts.ScoreWritten: _evolve_written,
    acts.CrawfordAnnounced: lambda table, event, at: _with(table, crawford_announced=True),
    acts.ResultReported: lambda table, event, at: _with(table, reported=event.score),
    acts.ResultConfirmed: lambda table, event, at: _with(table, confirmed=True),
}
