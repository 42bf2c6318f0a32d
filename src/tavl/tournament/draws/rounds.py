"""What a division's format makes of its entries: all matches at once, or the next round."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Pairing, pairing_id
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import PairingError
from tavl.tournament.draws.seeding import by_rating
from tavl.tournament.formats import club_night, consolation, elimination, groups, lives, round_robin, swiss
from tavl.tournament.formats.elimination import Lengths, Pair
from tavl.tournament.formats.jackpot import draw_sheet
from tavl.tournament.matches.flow import Where, flow_of
from tavl.tournament.state import Division, Entry, Tournament
from tavl.tournament.terms import Format, Stage

OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)
LEAST = (2, 3)
"""Who loses in the last two rounds of the main bracket does not drop, nor in the last three of the consolation."""


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
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, at: int = 0, anyway: bool = False
) -> tuple[Pairing, ...] | Refused:
    players = [player(entry) for entry in entries]
    terms = division.terms
    stage = terms.stages[0]
    try:
        match terms.format:
            case Format.SWISS:
                return _swiss(tournament, division, entries, lots)
            case Format.CLUB_NIGHT:
                return _club_night(tournament, division, entries, lots, at, anyway)
            case Format.TRIPLE:
                return _lives(tournament, division, entries, lots)
            case Format.ROUND_ROBIN:
                return round_robin.pairings(lots.shuffled([p.id for p in players]), stage.length, stage.id)
            case Format.GROUPS:
                made_groups = groups.draw_groups(players, terms.groups or 1, lots)
                after = terms.stages[1] if len(terms.stages) > 1 else stage
                first = groups.group_pairings(made_groups, stage.length)
                through = min(terms.through, *(len(members) for members in made_groups.values()))
                return first + groups.knock_out(list(made_groups), through, lengths(after))
            case Format.JACKPOT:
                pairs = draw_sheet(players, lots.shuffled)
                return pairs if isinstance(pairs, Refused) else drawn_by_hand(tournament, division, pairs)
    except (PairingError, ValueError):
        return refuse("too_few_entries", "T1.1")
    if terms.seeded:
        ranking = by_rating(players, lots.shuffled)
        return drawn_by_hand(tournament, division, elimination.draw_seeded(ranking, len(ranking), lots.shuffled))
    return drawn_by_hand(tournament, division, elimination.draw_by_lots(players, lots.shuffled))


def drawn_by_hand(tournament: Tournament, division: Division, pairs: list[Pair]) -> tuple[Pairing, ...]:
    """What follows from a first round; in a format by rounds, the round itself."""
    terms = division.terms
    stages = terms.stages
    if terms.format in (Format.SWISS, Format.CLUB_NIGHT, Format.TRIPLE):
        return _as_round(pairs, stages[0], len(division.draws) + 1)
    if terms.format is Format.DOUBLE:
        others = [lengths(stage) for stage in stages[1:3]]
        return tuple(lives.double_elimination(pairs, lengths(stages[0]), *others))
    main = elimination.bracket(pairs, lengths(stages[0]), stages[0].id)
    found = list(main)
    if terms.format is Format.CONSOLATION:
        for stage, source, least in zip(stages[1:], stages, LEAST, strict=False):
            depth = max((pairing.round for pairing in found if pairing.stage == source.id), default=0)
            progressive = terms.progressive and source is stages[0]
            droppers = consolation.losers(found, source.id, depth - least, progressive)
            found += consolation.losers_bracket(droppers, found, lengths(stage), stage.id)
    return tuple(found)


def _as_round(pairs: list[Pair], stage: Stage, round: int) -> tuple[Pairing, ...]:
    made = []
    for number, (one, two) in enumerate(pairs, start=1):
        here, other = (one, two) if one is not None else (two, one)
        assert here is not None
        made.append(
            Pairing(
                id=pairing_id(stage.id, round, number),
                stage=stage.id,
                round=round,
                number=number,
                one=Entrant(here),
                two=Bye() if other is None else Entrant(other),
                length=stage.length,
                best_of=stage.best_of,
            )
        )
    return tuple(made)


def _swiss(tournament: Tournament, division: Division, entries: list[Entry], lots: Lots) -> tuple[Pairing, ...]:
    """From confirmed results only. Who was drawn first in a later round had nothing before it."""
    round = len(division.draws) + 1
    joined = {id: draw.round for draw in reversed(division.draws) for id in draw.entries}
    here = [e for e in entries if e.unavailable_until is None or e.unavailable_until <= tournament.last_at]
    participants = [swiss.Participant(player=player(e), joined=joined.get(e.id, round)) for e in here]
    drawn = swiss.draw_round(participants, _past(tournament, division), round, lots)
    pairs: list[Pair] = [(pair.one, pair.two) for pair in drawn.pairs]
    return _as_round([*pairs, *((bye, None) for bye in drawn.byes)], division.terms.stages[0], round)


def _past(tournament: Tournament, division: Division) -> list[swiss.Past]:
    found = []
    for each in flow_of(tournament).of(division.terms.id):
        one, two = each.pairing.sources
        assert isinstance(one, Entrant)
        outcome = each.outcome
        past = swiss.Past(round=each.pairing.round, one=one.entrant, confirmed=each.where in OVER)
        if isinstance(two, Entrant):
            winner = outcome.winner if outcome else None
            past = replace(past, two=two.entrant, winner=winner, played=each.where is Where.DONE)
        found.append(past)
    return found


def _lives(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots
) -> tuple[Pairing, ...] | Refused:
    """Everybody who was ever drawn counts for what has been played; who is out is not drawn again."""
    flow, terms = flow_of(tournament), division.terms
    known = dict.fromkeys([*(e for draw in division.draws for e in draw.entries), *(entry.id for entry in entries)])
    players = [player(tournament.entries[id]) for id in known]
    outcomes = {m.pairing.id: m.outcome for m in flow.of(terms.id) if m.outcome}
    shape = lengths(terms.stages[0])
    made = lives.next_round(players, division.pairings, outcomes, lots, shape, terms.lives, flow.out)
    return made if isinstance(made, Refused) else tuple(made)


def free_for(tournament: Tournament, division: Division, entries: list[Entry]) -> list[Entry]:
    """Whom a draw is about: everybody; on a club night those who are here and not playing."""
    if division.terms.format is not Format.CLUB_NIGHT:
        return entries
    running = (each for each in flow_of(tournament).of(division.terms.id) if each.where not in OVER)
    held = {entry for each in running for entry in each.players or ()}
    return [entry for entry in entries if entry.checked_in and entry.id not in held]


def _club_night(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, at: int, anyway: bool
) -> tuple[Pairing, ...] | Refused:
    flow = flow_of(tournament)
    stage = division.terms.stages[0]
    running = [each for each in flow.of(division.terms.id) if each.where not in OVER]
    met: dict[str, list[str]] = {}
    waited: dict[str, int] = {}
    for each in flow.of(division.terms.id):
        if each.players:
            one, two = each.players
            met.setdefault(one, []).append(two)
            met.setdefault(two, []).append(one)
    for draw in division.draws:
        paired = {
            e for each in flow.of(division.terms.id) if each.pairing.id in draw.pairings for e in each.players or ()
        }
        for id in set(draw.entries) - paired:
            waited[id] = waited.get(id, 0) + 1
    ends_at = division.terms.ends_at or 1 << 60
    night = club_night.Night(length=stage.length, ends_at=ends_at, minutes_a_point=division.terms.minutes_per_point)
    free = [
        club_night.Free(player=player(e), met=tuple(met.get(e.id, ())), waited=waited.get(e.id, 0)) for e in entries
    ]
    found = club_night.propose(night, free, len(running), at, lots, anyway=anyway)
    if found.finish:
        return refuse("too_late_to_start", "T2.2.i")
    pairs: list[Pair] = [(pair.one, pair.two) for pair in found.pairs if pair.two is not None]
    return _as_round(pairs, stage, len(division.draws) + 1)


def why_not_next_round(tournament: Tournament, division: Division) -> Refused | None:
    """A round is drawn from confirmed results only; on a club night whoever is free is paired."""
    if division.terms.format is Format.CLUB_NIGHT:
        return None
    open_match = next((m for m in flow_of(tournament).of(division.terms.id) if m.where not in OVER), None)
    if open_match is not None:
        return refuse("waits_for_match", "T4.6", match=open_match.id)
    if division.terms.rounds is not None and len(division.draws) >= division.terms.rounds:
        return refuse("drawn_already", "T1.1")
    return None
