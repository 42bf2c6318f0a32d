"""A division's draw by its format: all matches at once, or the next round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.draws.graph import Bye, Pairing, pairing_id
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import PairingError
from tavl.tournament.draws.players import lengths, player
from tavl.tournament.draws.seeding import Pair, by_rating, draw_by_lots, draw_seeded
from tavl.tournament.formats import (
    club_night,
    consolation,
    groups,
    round_robin,
    single_elimination,
)
from tavl.tournament.formats.double_and_triple_elimination import LOSERS, double_elimination
from tavl.tournament.formats.double_and_triple_elimination import next_round as next_round_by_lives
from tavl.tournament.formats.jackpot import draw_sheet
from tavl.tournament.formats.swiss import rounds as swiss
from tavl.tournament.formats.swiss.continuous_pools import draw_pools
from tavl.tournament.formats.swiss.field import swiss_field, swiss_past
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import OVER, flow_of
from tavl.tournament.state import Division, Entry, Tournament

MIN_ROUNDS_LEFT = (2, 3)
"""Who loses in the last two rounds of the main bracket does not drop, nor in the last three of the consolation."""


class Wish(Struct, frozen=True, kw_only=True):
    """Options of a draw."""

    at: int = 0
    anyway: bool = False  # although a club night's last start is over
    fixed: tuple[tuple[str, str | None], ...] = ()
    assumed: tuple[tuple[str, int], ...] = ()


def drawn_by_lots(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, wish: Wish | None = None
) -> tuple[Pairing, ...] | Refused:
    players = [player(entry) for entry in entries]
    terms = division.terms
    wish = wish or Wish()
    try:
        match terms.format:
            case Format.SWISS:
                return _swiss(tournament, division, entries, lots, wish)
            case Format.CLUB_NIGHT:
                return _club_night(tournament, division, entries, lots, wish)
            case Format.TRIPLE:
                return _lives(tournament, division, entries, lots)
            case Format.CONTINUOUS:
                return draw_pools(tournament, division, entries, lots)
            case Format.ROUND_ROBIN | Format.LEAGUE:
                return _numbered(terms, lots.shuffled([p.id for p in players]))
            case Format.GROUPS:
                return _grouped(terms, groups.draw_groups(players, terms.groups or 1, lots))
            case Format.JACKPOT:
                pairs = draw_sheet(players, lots.shuffled, beaten_on(tournament, terms, entries))
                return pairs if isinstance(pairs, Refused) else drawn_by_hand(tournament, division, pairs)
    except PairingError as error:
        wrong = error.code in ("unknown_player", "player_twice")
        return refuse("bad_value", "T1.1", field="fixed") if wrong else refuse("too_few_entries", "T1.1")
    except ValueError:
        return refuse("too_few_entries", "T1.1")
    if terms.seeded:
        ranking = by_rating(players, lots.shuffled)
        return drawn_by_hand(tournament, division, draw_seeded(ranking, len(ranking), lots.shuffled))
    return drawn_by_hand(tournament, division, draw_by_lots(players, lots.shuffled))


def drawn_by_hand(tournament: Tournament, division: Division, pairs: list[Pair]) -> tuple[Pairing, ...]:
    """What follows from a first round; in a format by rounds, the round itself."""
    terms = division.terms
    stages = terms.stages
    line = [entry for pair in pairs for entry in pair if entry is not None]
    if terms.format in (Format.ROUND_ROBIN, Format.LEAGUE):
        return _numbered(terms, line)
    if terms.format is Format.GROUPS:  # as they were drawn: a full group, then the next
        count = min(terms.groups or 1, len(line))
        return _grouped(terms, {groups.name(n): tuple(block) for n, block in enumerate(_blocks(line, count))})
    if terms.format in (Format.SWISS, Format.CLUB_NIGHT, Format.TRIPLE):
        return _as_round(pairs, stages[0], len(division.draws) + 1)
    if terms.format is Format.DOUBLE:
        others = [lengths(stage) for stage in stages[1:3]]
        return tuple(double_elimination(pairs, lengths(stages[0]), *others))
    main = single_elimination.bracket(pairs, lengths(stages[0]), stages[0].id)
    found = list(main)
    if terms.format is Format.CONSOLATION:
        for stage in stages[1 : 1 + len(MIN_ROUNDS_LEFT)]:
            found += next_stage(division, found, stage.id)
    return tuple(found)


def next_stage(division: Division, before: Sequence[Pairing], id: str) -> list[Pairing]:
    """The consolation or the last chance, for those who drop out of the stage before it; none where fewer than two
    do."""
    terms = division.terms
    at = next((n for n, stage in enumerate(terms.stages) if n and stage.id == id), None)
    if terms.format is not Format.CONSOLATION or at is None:
        return []
    source, stage, least = terms.stages[at - 1], terms.stages[at], MIN_ROUNDS_LEFT[at - 1]
    depth = max((pairing.round for pairing in before if pairing.stage == source.id), default=0)
    progressive = terms.progressive and at == 1
    droppers = consolation.losers(before, source.id, depth - least, progressive)
    return consolation.losers_bracket(droppers, before, lengths(stage), stage.id)


def drops(division: Division) -> list[tuple[str, int]]:
    """The stages that losers drop into one after the other, and up to which round of the one before."""
    terms = division.terms
    depths = [max((p.round for p in division.pairings if p.stage == s.id), default=0) for s in terms.stages]
    if terms.format is Format.DOUBLE:
        return [(LOSERS, depths[0])]
    if terms.format is not Format.CONSOLATION:
        return []
    return [(s.id, depth - least) for s, depth, least in zip(terms.stages[1:], depths, MIN_ROUNDS_LEFT, strict=False)]


def _numbered(terms: DivisionTerms, line: list[str]) -> tuple[Pairing, ...]:
    """Everybody against everybody, by the numbers that were drawn."""
    return round_robin.pairings(line, terms.stages[0].length, terms.stages[0].id, terms.cycles)


def _blocks(line: list[str], count: int) -> list[list[str]]:
    """This many groups, each as long as the others or one longer."""
    size, longer = divmod(len(line), count)
    starts = [n * size + min(n, longer) for n in range(count + 1)]
    return [line[a:b] for a, b in pairwise(starts)]


def _grouped(terms: DivisionTerms, made: dict[str, tuple[str, ...]]) -> tuple[Pairing, ...]:
    first = groups.group_pairings(made, terms.stages[0].length, terms.cycles)
    through = min(terms.through, *(len(members) for members in made.values()))
    return first + groups.knock_out(list(made), through, lengths(terms.stages[-1]))


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


def _swiss(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, wish: Wish
) -> tuple[Pairing, ...]:
    """From confirmed results only. Somebody first drawn in a later round has nothing before it."""
    round = len(division.draws) + 1
    participants = swiss_field(division, entries, wish.at)
    past = swiss_past(tournament, division)
    drawn = swiss.draw_round(participants, past, round, lots, fixed=wish.fixed, assumed=dict(wish.assumed))
    pairs: list[Pair] = [(pair.one, pair.two) for pair in drawn.pairs]
    return _as_round([*pairs, *((bye, None) for bye in drawn.byes)], division.terms.stages[0], round)


def _lives(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots
) -> tuple[Pairing, ...] | Refused:
    """Everybody who was ever drawn counts for what has been played; players who are out are not drawn again."""
    flow, terms = flow_of(tournament), division.terms
    known = dict.fromkeys([*(e for draw in division.draws for e in draw.entries), *(entry.id for entry in entries)])
    players = [player(tournament.entries[id]) for id in known]
    outcomes = {m.pairing.id: m.outcome for m in flow.of(terms.id) if m.outcome}
    shape = lengths(terms.stages[0])
    made = next_round_by_lives(players, division.pairings, outcomes, lots, shape, terms.lives, flow.out)
    return made if isinstance(made, Refused) else tuple(made)


def beaten_on(tournament: Tournament, terms: DivisionTerms, entries: list[Entry]) -> list[tuple[str, str]]:
    """Who lost to whom on an earlier sheet of the same jackpot: their entries on this one, the loser first."""
    flow = flow_of(tournament)
    here = {entry.members: entry.id for entry in entries}
    found = []
    for id, division in tournament.divisions.items():
        if id == terms.id or terms.sheet_of not in (id, division.terms.sheet_of) or terms.sheet_of is None:
            continue
        for each in flow.of(id):
            if each.players is not None and each.outcome is not None and each.outcome.winner is not None:
                won = flow.members(each.players[each.outcome.winner])
                lost = flow.members(each.players[1 - each.outcome.winner])
                if won in here and lost in here:
                    found.append((here[lost], here[won]))
    return found


def _club_night(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, wish: Wish
) -> tuple[Pairing, ...] | Refused:
    found = proposal(tournament, division, entries, lots, wish)
    if found.finish:
        return refuse("too_late_to_start", "T2.2.i")
    pairs: list[Pair] = [(pair.one, pair.two) for pair in found.pairs if pair.two is not None]
    return _as_round(pairs, division.terms.stages[0], len(division.draws) + 1)


def proposal(
    tournament: Tournament, division: Division, entries: list[Entry], lots: Lots, wish: Wish
) -> club_night.Proposal:
    """Who a club night would pair now."""
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
    night = club_night.Night(length=stage.length, ends_at=ends_at, minutes_per_point=division.terms.minutes_per_point)
    free = [
        club_night.Free(player=player(e), met=tuple(met.get(e.id, ())), waited=waited.get(e.id, 0)) for e in entries
    ]
    return club_night.propose(night, free, len(running), wish.at, lots, anyway=wish.anyway)


def why_not_next_round(tournament: Tournament, division: Division) -> Refused | None:
    """A round is drawn from confirmed results only, but for what was postponed; on a club night whoever is free is
    paired, and in a continuous Swiss whoever is complete."""
    if division.terms.format in (Format.CLUB_NIGHT, Format.CONTINUOUS):
        return None
    here = flow_of(tournament).of(division.terms.id)
    open_match = next((m for m in here if m.where not in OVER and not m.match.postponed), None)
    if open_match is not None:
        return refuse("waits_for_match", "T4.6", match=open_match.id)
    if division.terms.rounds is not None and len(division.draws) >= division.terms.rounds:
        return refuse("drawn_already", "T1.1")
    return None
