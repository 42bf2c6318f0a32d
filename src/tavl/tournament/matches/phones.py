"""Phones at the board (T1.7.iv): a player's own as score card or clock needs the consent of the opponent in each match,
which the director can take back; a device that the director provides is equipment and needs none (T3.5, T4.7)."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.matches.advancement import OVER, MatchStanding, flow_of, plays_in, standing_at
from tavl.tournament.registry import DIRECTORS, PLAYERS, STAFF, Chance, Evolver, Handler, HandlerResult, gives_reason
from tavl.tournament.state import Tournament, match_of, put_match


def phones_of(standing: MatchStanding) -> tuple[str, ...]:
    """The entries whose own phones may lie at the board: each with the consent of the one they play now."""
    one, two = standing.players or ("", "")
    return tuple(mine for mine, other in ((one, two), (two, one)) if mine and (mine, other) in standing.match.phones)


def why_not_use(standing: MatchStanding, entry: str) -> Refused | None:
    """Why this entry's own phone may not be score card or clock now; none: it may, or it is the director's device."""
    if standing.match.device or entry in phones_of(standing):
        return None
    return refuse("phone_needs_consent", "T1.7.iv")


def _side(
    tournament: Tournament, match: str, person: str, seen: int | None = None
) -> tuple[MatchStanding, str, str] | Refused:
    """The match, and the entries of this person and of the other."""
    flow = flow_of(tournament)
    standing = standing_at(flow, match, seen)
    if isinstance(standing, Refused):
        return standing
    mine = plays_in(flow, standing, person)
    if mine is None or standing.players is None:
        return refuse("not_your_match", "T1.7.iv")
    if standing.where in OVER:
        return refuse("match_is", "T1.7.iv", where=standing.where)
    one, two = standing.players
    return standing, mine, two if mine == one else one


def _ask(tournament: Tournament, action: acts.AskPhone, by: By, at: int, chance: Chance) -> HandlerResult:
    found = _side(tournament, action.match, by.person)
    if isinstance(found, Refused):
        return found
    standing, mine, _ = found
    if mine in standing.match.phone_asked or mine in phones_of(standing):
        return refuse("done_already", "T1.7.iv")
    return [acts.PhoneAsked(action.match, mine, by.person)]


def _answer(tournament: Tournament, action: acts.AnswerPhone, by: By, at: int, chance: Chance) -> HandlerResult:
    found = _side(tournament, action.match, by.person)
    if isinstance(found, Refused):
        return found
    standing, mine, other = found
    if not action.consents and other in phones_of(standing):
        return refuse("director_withdraws", "T1.7.iv")  # once given, it is the director's to take back
    if other not in standing.match.phone_asked:
        return refuse("nothing_asked", "T1.7.iv")
    return [acts.PhoneAnswered(action.match, other, mine, action.consents)]


def _withdraw(tournament: Tournament, action: acts.WithdrawPhone, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if action.entry not in phones_of(standing):
        return refuse("nothing_asked", "T1.7.iv")
    return gives_reason(action.reason, "T1.7.iv") or [acts.PhoneWithdrawn(action.match, action.entry, action.reason)]


def _provide(tournament: Tournament, action: acts.ProvideDevice, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if standing.where in OVER:
        return refuse("match_is", "T4.7", where=standing.where)
    if standing.match.device == action.on:
        return refuse("done_already", "T4.7")
    return [acts.DeviceProvided(action.match, action.on)]


HANDLERS: dict[type, Handler] = {
    acts.AskPhone: Handler(_ask, PLAYERS, "T1.7.iv"),
    acts.AnswerPhone: Handler(_answer, PLAYERS, "T1.7.iv"),
    acts.WithdrawPhone: Handler(_withdraw, DIRECTORS, "T1.7.iv"),
    acts.ProvideDevice: Handler(_provide, STAFF, "T4.7"),
}


def _evolve_asked(tournament: Tournament, event: acts.PhoneAsked, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).phone_asked, event.entry)
    return put_match(tournament, event.match, phone_asked=asked)


def _evolve_answered(tournament: Tournament, event: acts.PhoneAnswered, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    asked = tuple(entry for entry in match.phone_asked if entry != event.entry)
    given = ((event.entry, event.by),) if event.consents else ()
    return put_match(tournament, event.match, phone_asked=asked, phones=(*match.phones, *given))


def _evolve_withdrawn(tournament: Tournament, event: acts.PhoneWithdrawn, stamp: Stamp) -> Tournament:
    left = tuple(each for each in match_of(tournament, event.match).phones if each[0] != event.entry)
    return put_match(tournament, event.match, phones=left)


EVOLVERS: dict[type, Evolver] = {
    acts.PhoneAsked: _evolve_asked,
    acts.PhoneAnswered: _evolve_answered,
    acts.PhoneWithdrawn: _evolve_withdrawn,
    acts.DeviceProvided: lambda t, event, stamp: put_match(t, event.match, device=event.on),
}
