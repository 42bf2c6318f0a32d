"""What somebody may see. The public board shows what is announced and confirmed; refused names never; a case only those
whom it concerns, and its deliberations no party (T5.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tavl.table.acts.preparation import Equipment
from tavl.tournament.acts import By, Role
from tavl.tournament.acts.results import BoardResult
from tavl.tournament.acts.tables_and_calls import Place as Table
from tavl.tournament.cases.penalties import is_expelled
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.graph import Known, Source
from tavl.tournament.draws.late_entries import late_places
from tavl.tournament.invitation import Format, Invitation, Stage
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in
from tavl.tournament.matches.appointments import deadline_of
from tavl.tournament.matches.featured_matches import is_streamed
from tavl.tournament.matches.forecast import Expected, forecast
from tavl.tournament.matches.phones import phones_of
from tavl.tournament.matches.tables_and_calls import first_score, starts_at
from tavl.tournament.matches.teams import line_ups
from tavl.tournament.my_matches_and_cases import MyCase, MyNext, my_cases, next_matches
from tavl.tournament.registry import STAFF, roles_of
from tavl.tournament.standings.group_places import group_standings
from tavl.tournament.standings.places import Place
from tavl.tournament.standings.results_table import RANKED, finish, table
from tavl.tournament.standings.tie_breaks import By as TieBreakBy
from tavl.tournament.standings.tie_breaks import Placed, TieBreak
from tavl.tournament.state import Case, Division, Draw, Entry, Phase, Status, Tournament

PUBLIC = (Status.APPROVED, Status.WITHDRAWN)
NAMED_ROUNDS = frozenset({"main", "consolation", "last_chance"})
UNNAMED_ROUNDS = frozenset({Format.TRIPLE, Format.CLUB_NIGHT})
MAX_TIED = 16  # tied players are named up to this number: otherwise each of a hundred would name a hundred


class MatchView(Struct, frozen=True, kw_only=True):
    id: str
    stage: str
    round: int
    number: int
    length: int
    players: tuple[str | None, str | None]  # entries; none: not known yet, or nobody
    where: Where
    waits_for: tuple[str, ...] = ()
    place: str | None = None
    starts_at: int | None = None
    score: tuple[int, int] | None = None
    winner: int | None = None
    how: str = ""
    clock: str = ""  # "given", or "asked" while none is free (T3.5.i)
    equipment: tuple[Equipment, ...] = ()  # at the board because somebody demands it (T3.1 to T3.4)
    equipment_asked: tuple[Equipment, ...] = ()  # and what has not come yet
    featured: bool = False
    streamed: bool = False  # everybody at the board agrees
    phones: tuple[str, ...] = ()  # entries whose own phones the other has consented to (T1.7.iv)
    phone_asked: tuple[str, ...] = ()  # entries who have asked for it
    device: bool = False  # the director has provided one
    deadline: int | None = None
    postponed: bool = False
    offers: dict[str, tuple[int, ...]] = {}  # instants, by entry; to its players and the staff only
    line_ups: dict[str, tuple[str, ...]] = {}  # of a team match: both, or one's own
    boards: tuple[BoardResult, ...] = ()
    version: int = 0
    sources: tuple[Source, Source] | None = None  # where its players come from
    best_of: int = 1
    expected: int | None = None  # when it is likely to start, while it has not
    called_at: int | None = None
    begun_at: int | None = None
    ended_at: int | None = None
    corrected: bool = False
    lead: tuple[int, int] = (0, 0)  # what each begins with, after penalty points (T2.2.iv)


class StandingView(Struct, frozen=True, kw_only=True):
    """A line of a table, and the step that told this place from the others with the same score."""

    entrant: str
    place: int
    shared: bool
    score: str
    decided_by: TieBreak | None = None
    value: str = ""
    among: tuple[str, ...] = ()  # who were tied; nobody where those were many


class StandingsView(Struct, frozen=True, kw_only=True):
    """Standings of a group, or of a whole division that is ranked by its score."""

    stage: str
    lines: tuple[StandingView, ...]


class DrawView(Struct, frozen=True, kw_only=True):
    """How a draw was made: anybody can make it again from its seed and the entries in the order in which the lots took
    them, and whatever was done by hand is marked."""

    round: int
    entries: tuple[str, ...]
    by_hand: bool = False
    reason: str = ""
    witness: str | None = None
    swaps: tuple[tuple[str, str, str], ...] = ()
    promise: str = ""
    seed: str = ""
    starts_at: int | None = None
    deadline: int | None = None
    fixed: tuple[tuple[str, str | None], ...] = ()
    assumed: tuple[tuple[str, int], ...] = ()
    traded: tuple[tuple[str, str, str], ...] = ()  # byes: the stage, and the two entries
    no_drop: tuple[tuple[str, str], ...] = ()  # late entrants whose match has a loser without a place, and why
    play_ins: tuple[tuple[str, str, str], ...] = ()  # late entrants, the match for a place that they led to, and why


class DivisionView(Struct, frozen=True, kw_only=True):
    id: str
    entries: tuple[str, ...]
    matches: tuple[MatchView, ...]
    places: tuple[Place, ...]
    table: tuple[Placed, ...] = ()  # of a format with a table: everybody's place with the step that decided it, of few
    by_hand: bool = False
    swaps: tuple[tuple[str, str, str], ...] = ()
    promise: str = ""
    seed: str = ""
    draws: tuple[DrawView, ...] = ()
    version: int = 1
    format: Format = Format.ELIMINATION
    stages: tuple[Stage, ...] = ()
    rounds: int | None = None
    through: int = 0  # so many go on from each group
    lives: int = 0
    tables: tuple[StandingsView, ...] = ()
    last_rounds: dict[str, int] = {}  # of stages whose rounds are named from the end: which one is the final
    late_places: tuple[str, ...] = ()  # matches with a bye for somebody who comes after the draw; to the staff only


class EntryView(Struct, frozen=True, kw_only=True):
    id: str
    division: str
    members: tuple[str, ...]
    status: Status
    checked_in: bool
    explanation: str = ""  # to the entrant and the staff only
    offered: str | None = None  # a higher division, to the same
    version: int = 1


class View(Struct, frozen=True, kw_only=True):
    title: str
    sanctioned: bool
    departures: tuple[str, ...]
    phase: Phase
    roles: tuple[Role, ...]
    divisions: tuple[DivisionView, ...] = ()
    entries: tuple[EntryView, ...] = ()
    mine: tuple[MyNext, ...] = ()
    out: bool = False
    cases: tuple[Case, ...] = ()
    my_cases: tuple[MyCase, ...] = ()
    changes: tuple[tuple[int, str], ...] = ()
    expelled: bool = False
    starts_at: int = 0
    places: tuple[Table, ...] = ()
    boards: bool = False  # there are boards, and matches are called to them; else they are played online


def view(tournament: Tournament, by: By, at: int, public: View | None = None) -> View:
    """`public` is what everybody sees of this state, where that is known: to whoever is not staff the draws look the
    same, and need not be made for each of them."""
    flow, first = flow_of(tournament), heading(tournament, by)
    staff = bool(roles_of(tournament, by) & STAFF)
    if first.expelled and not staff:
        return first
    expected = expected_at(flow, at)
    return replace(
        first,
        divisions=tuple(_divisions(flow, by, staff, expected, public)),
        entries=tuple(entry_view(e, by, staff) for e in tournament.entries.values() if _shown(e, by, staff)),
        mine=tuple(next_matches(flow, by, expected)),
        cases=cases_for(tournament, by, staff),
        my_cases=my_cases(tournament, by),
    )


def heading(tournament: Tournament, by: By) -> View:
    """What is not about matches and entries: all that somebody who was expelled sees."""
    roles = roles_of(tournament, by)
    return View(
        title=tournament.title,
        sanctioned=tournament.invitation.sanctioned,
        departures=tournament.invitation.departures,
        phase=tournament.phase,
        roles=tuple(role for role in Role if role in roles),
        changes=tournament.changes,
        expelled=is_expelled(tournament, by.person),
        starts_at=tournament.invitation.starts_at,
        places=tournament.places,
        boards=bool(tournament.places),
    )


def _shown(entry: Entry, by: By, staff: bool) -> bool:
    return staff or by.person in entry.members or entry.status in PUBLIC


def entry_view(entry: Entry, by: By, staff: bool) -> EntryView:
    told = staff or by.person in entry.members
    return EntryView(
        id=entry.id,
        division=entry.division,
        members=entry.members,
        status=entry.status,
        checked_in=entry.checked_in,
        explanation=entry.explanation if told else "",
        offered=entry.offered if told else None,
        version=entry.version,
    )


def _divisions(
    flow: Flow, by: By, staff: bool, expected: Mapping[str, Expected], public: View | None
) -> Iterator[DivisionView]:
    """The public view, unless it has something that only some may see."""
    for number, id in enumerate(flow.tournament.divisions):
        personal = staff or any(each.match.offers or each.match.line_ups for each in flow.of(id))
        yield _division(flow, id, by, staff, expected) if public is None or personal else public.divisions[number]


def _division(flow: Flow, id: str, by: By, staff: bool, expected: Mapping[str, Expected]) -> DivisionView:
    division = flow.tournament.divisions[id]
    open_draws = [draw for draw in division.draws if staff or draw.announced_at is not None]
    shown = {pairing for draw in open_draws for pairing in draw.pairings}
    here = [each for each in flow.of(id) if each.pairing.id in shown]
    if staff or by.person:
        matches = tuple(match_view(flow, each, by, staff, expected) for each in here)
    else:
        matches = tuple(_for_everybody(flow, division, here, expected))
    last = open_draws[-1] if open_draws else None
    tables = tuple(_tables(flow, id)) if matches else ()
    return DivisionView(
        id=id,
        entries=tuple(e.id for e in flow.tournament.entries.values() if e.division == id and e.status in PUBLIC),
        matches=matches,
        places=tuple(finish(flow, id)) if matches else (),
        table=tuple(map(_shortened, table(flow, id))) if matches and division.terms.format in RANKED else (),
        by_hand=last.by_hand if last else False,
        swaps=last.swaps if last else (),
        promise=last.promise if last else division.promise,
        seed=last.seed if last else "",
        draws=tuple(_draw(draw) for draw in open_draws),
        version=division.version,
        format=division.terms.format,
        stages=division.terms.stages,
        rounds=division.terms.rounds,
        through=division.terms.through if division.terms.format is Format.GROUPS else 0,
        lives=division.terms.lives if division.terms.format is Format.TRIPLE else 0,
        tables=tables,
        last_rounds=_last_rounds(division, matches, tables),
        late_places=late_places(flow.tournament, id) if staff else (),
    )


def _last_rounds(division: Division, matches: Iterable[MatchView], tables: Iterable[StandingsView]) -> dict[str, int]:
    if division.terms.format in UNNAMED_ROUNDS:
        return {}
    found: dict[str, int] = {}
    for match in matches:
        if match.stage in NAMED_ROUNDS:
            found[match.stage] = max(found.get(match.stage, 0), match.round)
    for each in tables:
        found.pop(each.stage, None)
    return found


_SEEN: deque[tuple[Division, Invitation, dict[str, tuple[MatchStanding, int | None, MatchView]]]] = deque(maxlen=32)
"""The last public view of the matches."""


def _for_everybody(
    flow: Flow, division: Division, here: list[MatchStanding], expected: Mapping[str, Expected]
) -> Iterator[MatchView]:
    """Unchanged parts are reused: of two thousand matches, all but a few."""
    invitation = flow.tournament.invitation
    known = (each[2] for each in reversed(tuple(_SEEN)) if each[0] is division and each[1] is invitation)
    before = next(known, {})
    seen, changed = {}, len(before) != len(here)
    for each in here:
        starts = _starts(each, expected)
        old = before.get(each.id)
        if old is None or old[0] is not each or old[1] != starts or each.match.featured:
            old, changed = (each, starts, match_view(flow, each, By(), False, expected)), True
        seen[each.id] = old
        yield old[2]
    if changed:
        _SEEN.append((division, invitation, seen))


def _starts(each: MatchStanding, expected: Mapping[str, Expected]) -> int | None:
    """When it is likely to start, while it has not."""
    return expected[each.id].starts if each.id in expected and each.where in (Where.READY, Where.WAITS) else None


def _draw(draw: Draw) -> DrawView:
    return DrawView(**{name: getattr(draw, name) for name in DrawView.__struct_fields__})


def _tables(flow: Flow, id: str) -> Iterator[StandingsView]:
    terms = flow.tournament.divisions[id].terms
    if terms.format in RANKED:
        yield StandingsView(stage=terms.stages[0].id, lines=tuple(map(_line, table(flow, id))))
    elif terms.format is Format.GROUPS:
        groups = dict.fromkeys(
            p.stage for p in flow.tournament.divisions[id].pairings if all(isinstance(s, Entrant) for s in p.sources)
        )
        for group in groups:
            found = group_standings(flow.tournament, id, flow.out, group)
            yield StandingsView(stage=group, lines=tuple(map(_line, found)))


def _line(placed: Placed) -> StandingView:
    last = placed.decided_by
    told = last if last is not None and last.step.by is not TieBreakBy.SCORE else None
    return StandingView(
        entrant=placed.entrant,
        place=placed.place,
        shared=placed.shared,
        score=placed.score,
        decided_by=told.step if told else None,
        value=told.value if told else "",
        among=told.among if told and len(told.among) <= MAX_TIED else (),
    )


def _shortened(placed: Placed) -> Placed:
    """With the step that decided, and who were tied if they were few."""
    last = placed.decisions[-1:]
    if last and len(last[0].among) > MAX_TIED:
        last = (replace(last[0], among=()),)
    return replace(placed, decisions=last)


def match_view(flow: Flow, each: MatchStanding, by: By, staff: bool, expected: Mapping[str, Expected]) -> MatchView:
    result = each.match.confirmed.result if each.match.confirmed and not each.match.differs else None
    one, two = (slot.entrant if isinstance(slot, Known) else None for slot in each.slots)
    mine = plays_in(flow, each, by.person)
    hidden = each.where in (Where.REPORTED, Where.DIFFERS) and not staff  # not public until it is checked (T4.6)
    return MatchView(
        id=each.id,
        stage=each.pairing.stage,
        round=each.pairing.round,
        number=each.pairing.number,
        length=each.length,
        players=(one, two),
        where=Where.PLAYING if hidden else each.where,
        waits_for=each.waits_for,
        place=each.match.place,
        starts_at=starts_at(flow.tournament, each),
        score=result.score if result else None,
        winner=result.winner if result else each.outcome.winner if each.outcome else None,
        how=result.how if result else "",
        clock="given" if each.match.clock else "asked" if each.match.clock_asked else "",
        equipment=each.match.equipment,
        equipment_asked=tuple(
            dict.fromkeys(what for what, *_ in each.match.equipment_asked if what not in each.match.equipment)
        ),
        featured=each.match.featured,
        streamed=is_streamed(flow, each),
        phones=phones_of(each),
        phone_asked=each.match.phone_asked,
        device=each.match.device,
        deadline=deadline_of(flow.tournament, each),
        postponed=each.match.postponed and result is None,
        offers=each.match.offers if staff or mine is not None else {},
        line_ups=line_ups(each.match, mine),
        boards=result.boards if result else (),
        version=each.match.version,
        sources=each.pairing.sources,
        best_of=each.pairing.best_of,
        expected=_starts(each, expected),
        called_at=each.match.called_at,
        begun_at=each.match.begun_at,
        ended_at=each.match.confirmed.ended_at if result and each.match.confirmed else None,
        corrected=bool(each.match.corrections),
        lead=first_score(flow.tournament, each) if each.players else (0, 0),
    )


_FORECASTS: deque[tuple[Flow, int, dict[str, Expected]]] = deque(maxlen=8)


def expected_at(flow: Flow, at: int) -> dict[str, Expected]:
    """Remembered for all who ask at the same instant."""
    for known, instant, expected in _FORECASTS:
        if known is flow and instant == at:
            return expected
    expected = forecast(flow.tournament, at, flow=flow)
    _FORECASTS.append((flow, at, expected))
    return expected


def cases_for(tournament: Tournament, by: By, staff: bool) -> tuple[Case, ...]:
    return tuple(case for case in tournament.cases.values() if _concerns(case, by, staff))


def _concerns(case: Case, by: By, staff: bool) -> bool:
    """Directors and the committee; a director who is a party does not (T5.1)."""
    return by.person in case.committee or (staff and by.person not in case.parties)
