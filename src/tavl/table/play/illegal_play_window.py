"""How long an illegal play can be pointed out, and by whom (G9.3, T4.2.iii.a).

A play opens the window. The opponent's next valid roll or double closes it, as every other step of the game does; after
the last play of a game the opponent can accept it, or it stands after a while. After how long: `accept_after_ms` in
`table/terms.py`; how many a player may point out wrongly: `disputes_each` there.
"""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.acts import MatchEvent
from tavl.rules.profile import IllegalPlay
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import By, Matter, Role
from tavl.table.conduct.consents import standing
from tavl.table.registry import HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.terms import Ruler, Sitting

CLOSED_BY = (
    game_acts.Rolled,
    game_acts.OpeningRolled,
    game_acts.Doubled,
    game_acts.GameStarted,
    game_acts.PlayReopened,
    game_acts.TurnSet,
    game_acts.PositionSet,
    game_acts.OutcomeSet,
    game_acts.MatchDecided,
    game_acts.ResignationAccepted,
)

LAST_PLAY_MS = 20_000  # in which a play that ended a game can be pointed out before the next game comes by itself


def open_after(table: Table, event: MatchEvent) -> bool:
    """Whether the last play can be pointed out once this has happened."""
    if isinstance(event, game_acts.Played):
        return True
    return table.handling.open_play and not isinstance(event, CLOSED_BY)


def why_no_flag(table: Table, by: By) -> Refused | None:
    """Who may point it out, and until when. It does not say whether the play was legal."""
    rule = flag_rule(table)
    if table.terms.sitting is Sitting.ENFORCED:
        return refuse("board_enforces", "G4.6")
    game = table.match.game
    if table.match.result and table.game_running:  # decided for another reason than that play
        return refuse("match_over", "T4.5")
    if table.aborted or game is None or game.last is None or not table.handling.open_play:
        return refuse("play_stands", rule)
    if by.role is Role.OBSERVER and standing(table.consents, Matter.SILENT_OBSERVERS):
        return refuse("observers_waived", "T4.2.iii.a")
    limit = table.terms.disputes_each
    used_up = by.seat is not None and table.disputes.lost[by.seat] >= limit
    if table.terms.ruler is Ruler.NOBODY and used_up:
        return refuse("disputes_used_up", "T5.1", limit=limit)
    if table.cards.confirmed and by.role is not Role.DIRECTOR:
        return refuse("result_confirmed", "T4.6")
    return why_not_yours_to_flag(table, by)


def flag_rule(table: Table) -> str:
    chooses = table.terms.match.profile.illegal_play is IllegalPlay.OPPONENT_CHOOSES
    return "G9.3" if chooses else "T4.2.iii.a"


def why_not_yours_to_flag(table: Table, by: By) -> Refused | None:
    """Under the basic rules the opponent alone chooses whether a play is made again (G9.3)."""
    last = table.match.game.last if table.match.game else None
    theirs = by.role is Role.PLAYER and last is not None and by.seat == last.seat.other
    return None if theirs or last is None or flag_rule(table) != "G9.3" else refuse("opponent_chooses", "G9.3")


def open_after_invalid_roll(table: Table) -> bool:
    """Under the basic rules any roll accepts the last play, under tournament rules only a valid one."""
    any_roll = table.terms.match.profile.illegal_play is IllegalPlay.OPPONENT_CHOOSES
    return table.handling.open_play and not any_roll


def why_no_new_game(table: Table, seat: Seat) -> Refused | None:
    """Whoever made the play that ended the game cannot stop the other from objecting by setting up the next. At a
    physical board people talk to each other."""
    game = table.match.game
    own_play = game is not None and game.last is not None and game.last.seat == seat
    if table.terms.sitting is Sitting.CHALLENGE and table.handling.open_play and table.match.between_games and own_play:
        return refuse("opponent_may_still_flag", flag_rule(table))
    return None


def accept_play(table: Table, action: acts.AcceptPlay, by: By, at: int, roll: Roll) -> HandlerResult:
    game = table.match.game
    if not (table.handling.open_play and game and game.last and table.match.between_games):
        return refuse("nothing_to_accept", "T4.2.iii.a")
    if action.seat != game.last.seat.other:
        return refuse("not_yours_to_answer", "T4.2.iii.a")
    return [acts.PlayAccepted(action.seat)]
