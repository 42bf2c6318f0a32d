"""What a division's format makes of its entries: all matches at once, or the next round."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.entrants import Player
from tavl.tournament.flow import Where, flow_of
from tavl.tournament.formats import consolation, elimination
from tavl.tournament.formats.elimination import Lengths, Pair
from tavl.tournament.graph import Pairing
from tavl.tournament.lots import Lots
from tavl.tournament.seeding import by_rating
from tavl.tournament.state import Division, Entry, Tournament
from tavl.tournament.terms import Format, Stage

LEAVES = 8  # of a consolation, when its last chance is full


def player(entry: Entry) -> Player:
    return Player(
        id=entry.id,
        rating=entry.rating,
        family=entry.family,
        club=entry.club,
        country=entry.country,
        late=not entry.checked_in,
    )


def lengths(stage: Stage) -> Lengths:
    last = () if stage.final is None else (stage.final,)
    return Lengths(points=stage.length, last=last, best_of=stage.best_of)


def drawn_by_lots(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots
) -> tuple[Pairing, ...] | Refused:
    players = [player(entry) for entry in entries]
    terms = division.terms
    if terms.format in (Format.ELIMINATION, Format.CONSOLATION, Format.JACKPOT):
        if terms.seeded:
            pairs = elimination.draw_seeded(by_rating(players, lots.shuffled), len(players), lots.shuffled)
        else:
            pairs = elimination.draw_by_lots(players, lots.shuffled)
        return drawn_by_hand(tournament, division, pairs)
    return refuse("bad_value", "T1.1", field="format")


def drawn_by_hand(tournament: Tournament, division: Division, pairs: list[Pair]) -> tuple[Pairing, ...]:
    """The brackets that follow from a first round."""
    stages = division.terms.stages
    main = elimination.bracket(pairs, lengths(stages[0]), stages[0].id)
    found = list(main)
    if division.terms.format is Format.CONSOLATION:
        rounds = max(pairing.round for pairing in main)
        for stage, source, least in zip(stages[1:], stages, (2, 3), strict=False):
            depth = max((pairing.round for pairing in found if pairing.stage == source.id), default=0)
            until = rounds - least if source is stages[0] else depth - least
            progressive = division.terms.progressive and source is stages[0]
            droppers = consolation.losers(found, source.id, until, progressive)
            found += consolation.losers_bracket(droppers, found, lengths(stage), stage.id)
    return tuple(found)


def why_not_next_round(tournament: Tournament, division: Division) -> Refused | None:
    """A round is drawn from confirmed results only."""
    flow = flow_of(tournament)
    over = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)
    open_match = next((each for each in flow.of(division.terms.id) if each.where not in over), None)
    if open_match is not None:
        return refuse("waits_for_match", "T4.6", match=open_match.id)
    if division.terms.rounds is not None and len(division.draws) >= division.terms.rounds:
        return refuse("drawn_already", "T1.1")
    return None
