"""What a player's own phone needs: of five hundred entries just two."""

from __future__ import annotations

from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from tavl.tournament.acts import By
from tavl.tournament.cases.penalties import is_expelled
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.my_matches_and_cases import my_cases, next_matches
from tavl.tournament.state import Tournament
from tavl.tournament.view import (
    DivisionView,
    EntryView,
    MatchView,
    View,
    cases_for,
    entry_view,
    expected_at,
    heading,
    match_view,
    view,
)


class _Index(Struct, frozen=True):
    """Where what everybody sees is found."""

    matches: tuple[dict[str, tuple[int, MatchView]], ...]  # of each division, with their number
    named: tuple[tuple[str, ...], ...]  # of each division one of every stage
    entries: dict[str, EntryView]


def own_view(tournament: Tournament, by: By, at: int, public: View) -> View:
    """Somebody's own matches, those that they wait for, and one of every stage, by which it is named. Who has entered
    nothing sees what everybody does."""
    flow = flow_of(tournament)
    own = flow.entries_of.get(by.person, [])
    if not own or is_expelled(tournament, by.person):
        return view(tournament, by, at, public)
    known, expected = _index_of(public), expected_at(flow, at)
    mine = {each.id: each for entry in own for each in flow.by_entry.get(entry, ())}
    waited_for = {id for each in mine.values() for id in each.waits_for}
    divisions, players = [], set(own)
    for division, here, named in zip(public.divisions, known.matches, known.named, strict=True):
        wanted = sorted((here[id] for id in {*mine, *waited_for, *named} if id in here), key=lambda each: each[0])
        matches = tuple(
            match_view(flow, mine[each.id], by, False, expected) if each.id in mine else each for _, each in wanted
        )
        players |= {player for each in matches for player in each.players if player}
        divisions.append(_only(division, matches))
    entries = [
        entry_view(entry, by, False) if id in own else known.entries.get(id)
        for id, entry in tournament.entries.items()
        if id in players
    ]
    return replace(
        heading(tournament, by),
        divisions=tuple(divisions),
        entries=tuple(entry for entry in entries if entry is not None),
        mine=tuple(next_matches(flow, by, expected)),
        cases=cases_for(tournament, by, False),
        my_cases=my_cases(tournament, by),
        places=(),
    )


def _only(division: DivisionView, matches: tuple[MatchView, ...]) -> DivisionView:
    return replace(division, entries=(), matches=matches, places=(), table=(), tables=(), draws=())


_INDEXES: deque[tuple[View, _Index]] = deque(maxlen=8)


def _index_of(public: View) -> _Index:
    """Cached for all who ask."""
    for known, index in tuple(_INDEXES):
        if known is public:
            return index
    index = _Index(
        tuple({each.id: (n, each) for n, each in enumerate(division.matches)} for division in public.divisions),
        tuple(tuple({each.stage: each.id for each in division.matches}.values()) for division in public.divisions),
        {entry.id: entry for entry in public.entries},
    )
    _INDEXES.append((public, index))
    return index
