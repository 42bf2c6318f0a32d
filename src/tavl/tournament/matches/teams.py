"""Team matches: line-ups sealed until both are in, who plays at which board, and the result of all boards."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.acts.results import BoardResult, Ended, Result
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.scores import why_not_score
from tavl.tournament.registry import PLAYERS, STAFF, Chance, Evolver, Handler, HandlerResult, roles_of
from tavl.tournament.state import Match, Tournament, match_of, put_match


def line_ups(match: Match, entry: str | None = None) -> dict[str, tuple[str, ...]]:
    """What may be seen of the line-ups: both, once both are named; before that one's own."""
    if len(match.line_ups) == 2:
        return match.line_ups
    return {whose: people for whose, people in match.line_ups.items() if whose == entry}


def turned(board: BoardResult) -> BoardResult:
    """Seen by the other team."""
    winner = None if board.winner is None else 1 - board.winner
    return replace(board, score=(board.score[1], board.score[0]), winner=winner)


def team_result(
    standing: MatchStanding, players: tuple[str, str], boards: tuple[BoardResult, ...], wanted: int
) -> Result | Refused:
    """Of a team match: its boards, and who won more of them."""
    if len(boards) != wanted:
        return refuse("boards_missing", "T4.6", boards=wanted)
    for board in boards:
        if board.how is Ended.PLAYED and (fault := why_not_score(board.score, standing.length)):
            return fault
        even = board.winner is None and board.score[0] == board.score[1]
        if board.winner not in (None, 0, 1) or even or board.how in (Ended.NOBODY, Ended.DRAWN):
            return refuse("bad_value", "T4.6", field="boards")
    won = [board.won_by for board in boards]
    score = (won.count(0), won.count(1))
    winner = None if score[0] == score[1] else score.index(max(score))
    how = Ended.DRAWN if winner is None else Ended.PLAYED
    return Result(players=players, score=score, winner=winner, how=how, boards=boards)


def _name(tournament: Tournament, action: acts.NameLineUp, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    terms = tournament.divisions[standing.division].terms
    if terms.format is not Format.LEAGUE or action.entry not in (standing.players or ()):
        return refuse("not_a_player_of_it", "T1.1")
    mine = plays_in(flow, standing, by.person)
    if mine != action.entry and not (mine is None and roles_of(tournament, by) & STAFF):
        return refuse("not_your_entry", "T1.1")
    if standing.where not in (Where.READY, Where.CALLED):
        return refuse("match_is", "T1.1", where=standing.where)
    if len(standing.match.line_ups) == 2:
        return refuse("line_ups_opened", "T1.1")
    people, members = action.people, flow.members(action.entry)
    if len(people) != terms.boards or len(set(people)) != len(people) or not set(people) <= set(members):
        return refuse("wrong_members", "T1.1", members=terms.boards)
    return [acts.LineUpNamed(action.match, action.entry, people)]


HANDLERS: dict[type, Handler] = {acts.NameLineUp: Handler(_name, STAFF | PLAYERS, "T1.6.i")}


def _evolve_named(tournament: Tournament, event: acts.LineUpNamed, stamp: Stamp) -> Tournament:
    named = {**match_of(tournament, event.match).line_ups, event.entry: event.people}
    return put_match(tournament, event.match, line_ups=named)


EVOLVERS: dict[type, Evolver] = {acts.LineUpNamed: _evolve_named}
