"""Creates tables: the terms from a request, and an opponent. Those who wait for anyone: `matchmaking`. Numbers that a
request leaves out: `table/terms.py`; those that it cannot name (lost connections, flags, the next game):
`line_grace_ms` and its neighbours in `server/settings.py`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import sqlalchemy as sa
from msgspec.structs import replace

from tavl.rules.match import Terms
from tavl.rules.profile import Profile, profile_named, usual_profile
from tavl.rules.refusal import RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.tables import OpenTable
from tavl.server.settings import Settings
from tavl.server.tables import bots
from tavl.server.tables.correspondence import MAX_PACE_MS
from tavl.server.tables.dice.verifiable_dice import WordPromised, promise
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import (
    Given,
    HouseTerms,
    LostLine,
    Offered,
    RoleGiven,
)
from tavl.server.tables.matchmaking import Matchmaking, Newcomer
from tavl.server.tables.start_positions import as_at_start, start_of, start_position
from tavl.server.tables.stream.stream_state import StreamEvent
from tavl.server.validation.names import usable_name
from tavl.store import Store
from tavl.store.errors import Duplicate
from tavl.table import acts
from tavl.table.terms import Ruler, Sitting, TableTerms

BESIDE = "beside"  # at a physical board, without a device
SOMEBODY_BESIDE = "beside."  # the prefix of such a person's id
MAX_PER_POINT = 7 * 24 * 60.0  # minutes


def terms_of(asked: OpenTable, settings: Settings) -> TableTerms:
    """The terms, or a refusal with its clause."""
    asked = as_at_start(asked)
    clock = asked.clock
    if clock and not (clock.minutes_per_point <= MAX_PER_POINT and clock.delay_seconds * 1000 <= MAX_PACE_MS):
        raise ApiError("bad_value", field="clock", problem="too long")
    physical = asked.sitting is Sitting.RECORDED
    with_bot = asked.opponent.startswith("bot:")
    terms = TableTerms(
        match=Terms(_profile(asked), asked.length, asked.stake),
        sitting=asked.sitting,
        clock=clock,
        claims_flags_itself=not physical,  # a device may be offline, with its clock stopped
        flag_grace_ms=settings.flag_grace_ms,
        ruler=asked.ruled_by,
        aids=asked.aids,
        rated=asked.rated,
        spectator_delay_ms=asked.spectator_delay_ms,
        next_game_after_ms=settings.next_game_after_ms,
        conduct=asked.conduct,
        detail=asked.detail,
        late_penalties_by_themselves=asked.late_penalties_by_themselves,
        starts_at=asked.starts_at,
        best_of_three=asked.best_of_three,
        delays_ms=asked.delays_ms,
        equipment=frozenset(map(str, asked.equipment)),
        languages=asked.languages,
        teams=asked.teams,
        arrangements_each_turn=asked.arrangements_each_turn,
    )
    default_after = bots.DISPUTE_MS if with_bot else terms.default_after_ms
    terms = replace(
        terms,
        accept_after_ms=terms.accept_after_ms if asked.accept_after_ms is None else asked.accept_after_ms,
        default_after_ms=default_after if asked.default_after_ms is None else asked.default_after_ms,
        disputes_each=terms.disputes_each if asked.disputes_each is None else asked.disputes_each,
    )
    if terms.fault:
        raise RefusedError(terms.fault)
    return terms


def _profile(asked: OpenTable) -> Profile:
    name = asked.profile or usual_profile(asked.length).name
    vary = dict(asked.vary)
    if vary.keys() & {"name", "sources", "choices"}:
        raise ApiError("bad_value", field="vary", problem="name, sources and choices stay")
    if asked.breaks is not None:
        vary["breaks"] = asked.breaks
    try:
        profile = profile_named(name)
        return profile.vary(**vary) if vary else profile
    except RuleError as error:
        raise RefusedError(error.refused) from None


def house_terms_of(asked: OpenTable, settings: Settings) -> HouseTerms:
    return HouseTerms(
        spectators=asked.spectators,
        lost_line=asked.lost_line,
        line_grace_ms=settings.line_grace_ms,
        line_wait_ms=settings.line_wait_ms,
        shared=asked.opponent == BESIDE,
        gone_wait_ms=settings.gone_wait_ms if _can_be_abandoned(asked) else None,
        tutor=asked.tutor,
        start=start_position(situation) if (situation := start_of(asked)) else None,
    )


def _can_be_abandoned(asked: OpenTable) -> bool:
    """Whether the match could be left unfinished: no clock, nobody who rules, no bot."""
    ruled = asked.ruled_by is not Ruler.NOBODY
    return not (asked.clock or ruled or asked.sitting is Sitting.RECORDED or asked.opponent.startswith("bot:"))


def check_opponent(asked: OpenTable) -> None:
    """Refuse combinations that are impossible, before anything is written."""
    kind, _, level = asked.opponent.partition(":")
    physical = asked.sitting is Sitting.RECORDED
    if kind == "bot":
        if level not in bots.LEVELS:
            raise ApiError("unknown_level", known=", ".join(bots.LEVELS))
        if physical:
            raise ApiError("bad_value", field="opponent", problem="a bot has no hands for a physical board")
    elif asked.opponent not in ("friend", "anyone", BESIDE):
        raise ApiError("bad_value", field="opponent", problem="bot:<level>, friend, anyone or beside")
    _check_alone_with_bot(asked)
    if asked.opponent == BESIDE and not physical:
        raise ApiError("bad_value", field="opponent", problem="beside needs sitting recorded")
    if asked.began_ago_ms and not physical:
        raise ApiError("bad_value", field="began_ago_ms", problem="needs sitting recorded")
    if asked.lost_line is not LostLine.RUNS and physical:
        raise ApiError("bad_value", field="lost_line", problem="a physical board has no line")
    if not asked.sits and (asked.ruled_by is not Ruler.DIRECTOR or asked.opponent != "friend"):
        raise ApiError("bad_value", field="sits", problem="needs ruled_by director and opponent friend")


def _check_alone_with_bot(asked: OpenTable) -> None:
    """A tutor, and a position to play on from, are for one person and a bot, where nothing counts and no clock runs."""
    field = "tutor" if asked.tutor else "start"
    if not asked.tutor and asked.start is None:
        return
    if not asked.opponent.startswith("bot:"):
        raise ApiError("bad_value", field=field, problem="needs a bot as opponent")
    if asked.rated or not asked.aids or asked.clock or asked.ruled_by is not Ruler.NOBODY:
        raise ApiError("bad_value", field=field, problem="needs an unrated table with aids, without clock or ruler")
    if asked.sitting is not Sitting.ENFORCED:
        raise ApiError("bad_value", field=field, problem="needs sitting enforced")


class Creation:
    """Opens tables. Finding an opponent among those who wait: `matchmaking`."""

    def __init__(self, store: Store, executor: Executor, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._executor, self._settings, self._clock = store, executor, settings, clock
        self._matchmaking = Matchmaking(store, executor)

    async def open_or_join(self, who: Newcomer, asked: OpenTable, apart: frozenset[str], id: str) -> str:
        """Open a table; a request for anyone takes a seat with the first person who waits for the same terms."""
        terms, house = terms_of(asked, self._settings), house_terms_of(asked, self._settings)
        open_here = partial(self._open, who, asked, terms, house, id)
        if asked.opponent != "anyone":
            return await open_here()
        return await self._matchmaking.sit_down_or_open(who, asked, terms, house, apart, id, open_here)

    async def _open(
        self,
        who: Newcomer,
        asked: OpenTable,
        terms: TableTerms,
        house: HouseTerms,
        id: str,
        also: Callable[[sa.Connection], None] | None = None,
    ) -> str:
        at = self._clock() - asked.began_ago_ms
        sits: list[StreamEvent] = []
        if asked.sits:
            sits.append(acts.Seated(Seat.FIRST, who.person))
            sits += who.registered
            if asked.promise:
                sits.append(WordPromised(Seat.FIRST, asked.promise))
        else:
            sits.append(RoleGiven(Given.DIRECTOR, who.person))
        table = _table_id(who.person, id)
        if asked.opponent.startswith("bot:"):
            sits.append(acts.Seated(Seat.SECOND, bots.person_of(asked.opponent.removeprefix("bot:"))))
        elif asked.opponent == BESIDE:
            sits.append(acts.Seated(Seat.SECOND, await self._somebody_beside(table, asked)))
        offered = Offered(asked.opponent, who.person, house)
        await self._executor.open(table, who.person, (acts.Opened(terms), offered), sits, id, at, also)
        return table

    async def _somebody_beside(self, table: str, asked: OpenTable) -> str:
        """A person without a login; the same request gives the same person."""
        person = SOMEBODY_BESIDE + table
        name = usable_name(asked.opponent_name) if asked.opponent_name else None
        if not await self._store.people.find(person):
            with suppress(Duplicate):
                await self._store.people.add(self._clock(), name, id=person)
        return person


def _table_id(person: str, action_id: str) -> str:
    """The same request id gives the same table; nobody else can guess its id."""
    return promise(f"{person} {action_id}")[:20]
