"""A Swiss as it stands: who is there, what came before, and a round by hand beside what the lots had."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.graph import Pairing
from tavl.tournament.draws.pairing import Comparison, Pair, Round, compare
from tavl.tournament.draws.players import player
from tavl.tournament.formats.swiss import rounds as swiss
from tavl.tournament.formats.swiss.pairing_priorities import SWISS_AIMS
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import OVER, Where, flow_of
from tavl.tournament.state import Division, Entry, Tournament


def swiss_field(division: Division, entries: list[Entry], at: int) -> list[swiss.Participant]:
    """Who can be paired at this instant: everybody but those who pause."""
    round = len(division.draws) + 1
    joined = {id: draw.round for draw in reversed(division.draws) for id in draw.entries}
    here = [e for e in entries if e.unavailable_until is None or e.unavailable_until <= at]
    return [swiss.Participant(player=player(e), joined=joined.get(e.id, round)) for e in here]


def swiss_past(tournament: Tournament, division: Division) -> list[swiss.Past]:
    found = []
    for each in flow_of(tournament).of(division.terms.id):
        one, two = each.pairing.sources
        assert isinstance(one, Entrant)
        outcome = each.outcome
        past = swiss.Past(
            round=each.pairing.round,
            one=one.entrant,
            confirmed=each.where in OVER,
            postponed=each.match.postponed,
        )
        if isinstance(two, Entrant):
            winner = outcome.winner if outcome else None
            past = replace(past, two=two.entrant, winner=winner, played=each.where is Where.DONE)
        found.append(past)
    return found


def compared_with_lots(tournament: Tournament, division: str) -> Comparison | None:
    """The last round of a Swiss beside what was drawn before people were swapped: who has another opponent, and which
    aim the lots would have put first."""
    here = tournament.divisions[division]
    if here.terms.format is not Format.SWISS or not here.draws or not here.draws[-1].swaps:
        return None
    draw = here.draws[-1]
    pairs = [_ids(pairing) for pairing in here.pairings if pairing.id in draw.pairings]
    had = {one: one for pair in pairs for one in pair if one is not None}
    for one, two, _ in reversed(draw.swaps):
        had[one], had[two] = had.get(two, two), had.get(one, one)
    first = [(had[one], None if two is None else had[two]) for one, two in pairs]
    before = replace(here, draws=here.draws[:-1])
    entries = [tournament.entries[id] for id in draw.entries if any(id in pair for pair in pairs)]
    past = [each for each in swiss_past(tournament, here) if each.round < draw.round]
    field = swiss.contenders(swiss_field(before, entries, draw.at), past, draw.round, {})
    engine = Round(
        pairs=tuple(Pair(one, two) for one, two in first if two is not None),
        bye=next((Pair(one, None) for one, two in first if two is None), None),
        costs={},
    )
    return compare(field, engine, pairs, SWISS_AIMS)


def _ids(pairing: Pairing) -> tuple[str, str | None]:
    assert isinstance(pairing.one, Entrant)
    return pairing.one.entrant, pairing.two.entrant if isinstance(pairing.two, Entrant) else None
