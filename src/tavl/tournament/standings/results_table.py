"""Results: places, and the matches as a rating list needs them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from tavl.rating.counted_matches import Ending
from tavl.rating.counted_matches import Match as RatedMatch
from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import Known
from tavl.tournament.formats.double_and_triple_elimination import still_in
from tavl.tournament.formats.league import Movement, movement
from tavl.tournament.formats.round_robin import counted
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import OVER, Flow, MatchStanding, Where
from tavl.tournament.standings.group_places import scored
from tavl.tournament.standings.places import DOUBLE_ORDER, Place, finishing_order
from tavl.tournament.standings.series import Night
from tavl.tournament.standings.tie_breaks import GROUP, LEAGUE, SWISS, Placed, Restart, Scored, TieBreak, rank

ENDINGS = {
    Ended.WALKOVER: Ending.WALKOVER,
    Ended.DISQUALIFIED: Ending.DISQUALIFIED,
    Ended.FORFEIT: Ending.FORFEITED,
    Ended.PENALTY: Ending.FORFEITED,
}


T = TypeVar("T")
RANKED = frozenset({Format.SWISS, Format.ROUND_ROBIN, Format.CLUB_NIGHT, Format.LEAGUE})
ALL_PLAY_ALL = frozenset({Format.ROUND_ROBIN, Format.LEAGUE})
BY_LIVES = frozenset({Format.TRIPLE, Format.CONTINUOUS})
STEPS = {Format.SWISS: SWISS, Format.LEAGUE: LEAGUE}


def is_finished(flow: Flow, division: str) -> bool:
    """Nothing is left to be played, and nothing to be drawn."""
    here = flow.tournament.divisions[division]
    if not here.draws or any(each.where not in OVER for each in flow.of(division)):
        return False
    if here.terms.format in BY_LIVES:
        return len(in_with_lives(flow, division)) < 2
    return here.terms.format is not Format.SWISS or len(here.draws) >= (here.terms.rounds or 0)


def in_with_lives(flow: Flow, division: str) -> list[str]:
    """Who is still in."""
    here = flow.tournament.divisions[division]
    entries = dict.fromkeys(entry for draw in here.draws for entry in draw.entries)
    outcomes = {each.pairing.id: each.outcome for each in flow.of(division) if each.outcome}
    standing = still_in(list(entries), here.pairings, outcomes, here.terms.lives)
    return [each.entrant for each in standing if each.entrant not in flow.out]


_KEPT: deque[tuple[tuple[MatchStanding, ...], str, Any]] = deque(maxlen=256)
"""The last results. A division in which nothing has changed has identical standings, not just equal ones."""


def _once(flow: Flow, division: str, what: str, work: Callable[[], T]) -> T:
    standings = flow.of(division)
    for kept, of, found in reversed(tuple(_KEPT)):
        if kept is standings and of == what and standings:
            return cast("T", found)
    made = work()
    _KEPT.append((standings, what, made))
    return made


def finish(flow: Flow, division: str) -> list[Place]:
    """The full finishing order of a division."""
    return list(_once(flow, division, "places", lambda: _finish(flow, division)))


def _finish(flow: Flow, division: str) -> list[Place]:
    terms = flow.tournament.divisions[division].terms
    if terms.format in RANKED:
        return ranked(flow, division)
    stages = [stage.id for stage in terms.stages]
    if terms.format is Format.DOUBLE:
        stages = list(DOUBLE_ORDER)
    order = _order(flow, division, stages, None)
    over = terms.format not in BY_LIVES or is_finished(flow, division)
    return order if over else [replace(place, settled=False) for place in order]


def ranked(flow: Flow, division: str, by_score: bool = False) -> list[Place]:
    """Of a Swiss, a round robin or a league: by score and tie-breaks. Who was taken out of the table comes last."""
    here = flow.tournament.divisions[division]
    settled = is_finished(flow, division)
    entries = list(dict.fromkeys(e for draw in here.draws for e in draw.entries))
    placed = table(flow, division, by_score)
    gone = set(entries) - {each.entrant for each in placed}
    found: dict[int, list[str]] = {}
    for each in placed:
        found.setdefault(each.place, []).append(each.entrant)
    if gone:
        found[len(entries) - len(gone) + 1] = [entry for entry in entries if entry in gone]
    return [
        Place(first=first, last=first + len(group) - 1, entrants=tuple(group), settled=settled)
        for first, group in sorted(found.items())
    ]


_RANKED: deque[tuple[tuple[list[str], list[Scored], tuple[TieBreak, ...], Restart], tuple[Placed, ...]]] = deque(
    maxlen=32
)
"""Tables by what they were made from: a call or a report that nobody has confirmed changes none."""


def table(flow: Flow, division: str, by_score: bool = False) -> tuple[Placed, ...]:
    """Everybody's place with the steps that decided it."""
    return _once(flow, division, "scores" if by_score else "table", lambda: _table(flow, division, by_score))


def _table(flow: Flow, division: str, by_score: bool) -> tuple[Placed, ...]:
    here = flow.tournament.divisions[division]
    terms = here.terms
    steps = terms.tie_breaks or STEPS.get(terms.format, GROUP)
    entries = list(dict.fromkeys(e for draw in here.draws for e in draw.entries))
    matches, gone = _counted(flow, division, entries)
    asked = ([e for e in entries if e not in gone], matches, steps[:1] if by_score else steps, terms.restart)
    for known, found in reversed(tuple(_RANKED)):
        if known == asked:
            return found
    made = rank(*asked)
    _RANKED.append((asked, made))
    return made


def _counted(flow: Flow, division: str, entries: list[str]) -> tuple[list[Scored], set[str]]:
    terms = flow.tournament.divisions[division].terms
    matches = scored(flow.tournament, division, flow.out)
    if not terms.take_out or terms.format not in ALL_PLAY_ALL:
        return matches, set()
    return counted(flow.out & set(entries), matches, (len(entries) - 1) * terms.cycles)


def stage_finish(flow: Flow, division: str, stage: str) -> list[list[str]]:
    """The places of one bracket, for its prizes: only those who stood in it."""
    if flow.tournament.divisions[division].terms.format in RANKED:
        shared = flow.tournament.divisions[division].terms.share_tied
        return [list(place.entrants) for place in ranked(flow, division, by_score=shared)]
    return [list(place.entrants) for place in _order(flow, division, [stage], stage)]


def _order(flow: Flow, division: str, stages: list[str], only: str | None) -> list[Place]:
    here = [each for each in flow.of(division) if only is None or each.pairing.stage == only]
    known = (slot.entrant for each in here for slot in each.slots if isinstance(slot, Known))
    entrants = list(dict.fromkeys(known))
    if not entrants:
        return []
    outcomes = {each.pairing.id: each.outcome for each in here if each.outcome is not None}
    slots = {each.pairing.id: each.slots for each in here}
    return finishing_order(entrants, [each.pairing for each in here], outcomes, slots, stages)


def results(flow: Flow, division: str | None = None) -> list[MatchStanding]:
    """Matches that are over, walkovers included, in the order in which they ended."""
    over = (Where.DONE, Where.WALKOVER)
    found = [m for m in flow.standings.values() if m.where in over and division in (None, m.division)]
    return sorted(found, key=lambda m: (m.match.confirmed.ended_at if m.match.confirmed else 0, m.id))


def rated(flow: Flow) -> list[RatedMatch]:
    """All matches for a rating list, each with what decides whether it counts. A match that was stopped because a
    player was wrong in it is void."""
    tournament = flow.tournament
    found: list[RatedMatch] = []
    for each in results(flow):
        confirmed = each.match.confirmed
        terms = tournament.divisions[each.division].terms
        for number, void in enumerate(each.match.voids, start=1):
            one, two = (flow.members(entry) for entry in void.players)
            found.append(
                RatedMatch(
                    id=f"{each.id}.void{number}", ended=void.at, winners=one, losers=two, length=each.length, void=True
                )
            )
        if terms.format is Format.LEAGUE:
            found += _boards(flow, each)
            continue
        if confirmed is None or confirmed.result.winner is None:
            continue
        result = confirmed.result
        assert result.winner is not None
        played = each.match.begun_at is not None or result.how in (Ended.PLAYED, Ended.SHORT)
        found.append(
            RatedMatch(
                id=each.id,
                ended=confirmed.ended_at,
                winners=flow.members(result.players[result.winner]),
                losers=flow.members(result.players[1 - result.winner]),
                length=each.length,
                ending=ENDINGS.get(result.how, Ending.PLAYED),
                begun=played,
                sanctioned=tournament.invitation.sanctioned,
                rated=terms.rated,
            )
        )
    return found


def boards_of(standing: MatchStanding) -> list[tuple[str, str]]:
    """Who met whom at each board, the home team's player first; nobody while a line-up is missing."""
    players, named = standing.players, standing.match.line_ups
    if players is None or not set(players) <= set(named):
        return []
    return list(zip(named[players[0]], named[players[1]], strict=True))


def _boards(flow: Flow, standing: MatchStanding) -> list[RatedMatch]:
    """Each board of a team match is a match of its own between two people."""
    confirmed = standing.match.confirmed
    if confirmed is None:
        return []
    people = boards_of(standing)
    found = []
    for number, (board, pair) in enumerate(zip(confirmed.result.boards, people, strict=False), start=1):
        found.append(
            RatedMatch(
                id=f"{standing.id}.b{number}",
                ended=confirmed.ended_at,
                winners=(pair[board.won_by],),
                losers=(pair[1 - board.won_by],),
                length=standing.length,
                ending=ENDINGS.get(board.how, Ending.PLAYED),
                begun=board.how is not Ended.WALKOVER,
                sanctioned=flow.tournament.invitation.sanctioned,
                rated=flow.tournament.divisions[standing.division].terms.rated,
            )
        )
    return found


def night_of(flow: Flow, division: str, id: str) -> Night:
    """A club night or a tournament as a season counts it: who came, who won how often, who came where."""
    wins: dict[str, int] = {}
    for each in results(flow, division):
        confirmed = each.match.confirmed
        if confirmed is not None and confirmed.result.winner is not None:
            for person in flow.members(confirmed.result.players[confirmed.result.winner]):
                wins[person] = wins.get(person, 0) + 1
    here = [e for e in flow.tournament.entries.values() if e.division == division and e.checked_in]
    order = finish(flow, division)
    return Night(
        id=id,
        present=tuple(dict.fromkeys(person for entry in here for person in entry.members)),
        wins=wins,
        places={person: place.first for place in order for entry in place.entrants for person in flow.members(entry)},
    )


def season_end(flow: Flow, upper: str, lower: str, places: int = 2, play_off: bool = True) -> Movement:
    """Who goes down and who comes up between two divisions of a league, once both are finished."""
    above, below = (
        [entry for place in finish(flow, division) for entry in place.entrants] for division in (upper, lower)
    )
    return movement(above, below, places, play_off)
