"""Tables that are opened for matches of a tournament: with the length, the profile and the clock of the pairing. How
long they wait for lost connections, flags and the next game: `line_grace_ms` and its neighbours in
`server/settings.py`.

The table owns play, the tournament owns pairing and publication. What concerns both is written to both streams in one
commit: that a match has begun, its result, a disqualification, a result given at the desk, an appeal that was decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.recent import Recent
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS
from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import log
from tavl.server.settings import Settings
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import Given, HouseTerms, LostLine, Offered, RoleGiven
from tavl.server.tables.stream.commits import Joined, News
from tavl.server.tables.stream.plans import TablePlans
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.plans import TournamentPlans
from tavl.server.tournaments.stream import stream_of
from tavl.server.tournaments.table_link import Order, is_news, match_concerned, news_for_tournament, orders_for_table
from tavl.store import Store
from tavl.table import acts as table_acts
from tavl.table.state import Table
from tavl.table.terms import TableTerms
from tavl.tournament import By, Stamp, Tournament, acts
from tavl.tournament.acts import AnyEvent
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in
from tavl.tournament.matches.online_table import table_terms
from tavl.tournament.matches.phones import why_not_use
from tavl.tournament.matches.tables_and_calls import why_not_playable
from tavl.tournament.registry import STAFF, roles_of

KIND = "tournament"  # the opponent kind of such a table: somebody of a tournament


class Pairing(Struct, frozen=True):
    tournament: str
    match: str


def pairing_of(state: State) -> Pairing | None:
    """Which match is played at a table."""
    kind, _, rest = state.opponent.partition(":")
    id, _, match = rest.partition(":")
    return Pairing(id, match) if kind == KIND else None


async def tables_of(store: Store, id: str) -> dict[str, str]:
    """By match, the table that was opened for it last."""
    t = schema.pairing_tables.c
    query = sa.select(t.match, t.table).where(t.stream == stream_of(id)).order_by(t.made, t.table)
    return {row.match: row.table for row in await store.read_rows(lambda c: c.execute(query).all())}


class PairingTables:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        executor: Executor,
        tournaments: Tournaments,
        people: TournamentPeople,
    ) -> None:
        self._store, self._settings, self._executor = store, settings, executor
        self._tournaments, self._people = tournaments, people
        self._known: Recent[str, tuple[int, dict[str, str]]] = Recent(256)
        people.subscribe_to_claims(self._claim_changed)

    async def of(self, id: str) -> dict[str, str]:
        """By match, the table that was opened for it last."""
        known, renamed = self._known.get(id), self._people.renamed
        if known is None or known[0] != renamed:
            known = (renamed, await tables_of(self._store, id))
            self._known.put(id, known)
        return known[1]

    # opening

    async def open(self, id: str, by: By, holder: str, match: str, online: bool, at: int) -> str:
        """Asked twice, it is the same table, unless the match was stopped and begins again."""
        tournament = (await self._tournaments.state(id)).tournament
        flow = flow_of(tournament)
        standing = flow.standings.get(match)
        if standing is None:
            raise ApiError("not_found")
        if not roles_of(tournament, by) & (STAFF | {acts.Role.SYSTEM}):
            entry = plays_in(flow, standing, by.person)
            if entry is None:
                raise ApiError("staff_only")
            if not online and (fault := why_not_use(standing, entry)):  # beside a physical board
                raise RefusedError(fault)
        known = (await tables_of(self._store, id)).get(match)
        if known is not None and not (await self._executor.state(known)).table.over:
            await self._seat_again(id, known, flow, standing)
            return known
        if standing.where is not Where.PLAYING and (fault := why_not_playable(tournament, flow, standing)):
            raise RefusedError(fault)
        table = digest(f"pairing {id} {match} {len(standing.match.voids)} {online}")[:20]
        terms = self._terms(tournament, standing, online)
        if terms.fault:
            raise RefusedError(terms.fault)
        house = HouseTerms(
            lost_line=LostLine.WAITS if online else LostLine.RUNS,
            line_grace_ms=self._settings.line_grace_ms,
            line_wait_ms=self._settings.line_wait_ms,
            shared=not online,
        )
        seats = await self._seated(id, flow, standing)
        sits: list[StreamEvent] = []
        for seat, people in zip(SEATS, seats, strict=True):
            sits.append(table_acts.Seated(seat, people[0]))
            sits += [table_acts.PartnerSeated(seat, person) for person in people[1:]]
        if tournament.invitation.score_boards and not online:  # required by the director (T4.7)
            sits.append(table_acts.AllowanceAnnounced(1, table_acts.Matter.SCORE_BOARD))
        players = {*flow.people(standing), *(person for people in seats for person in people)}
        ruling = [RoleGiven(Given.DIRECTOR, person) for person in tournament.directors if person not in players]
        row = {"table": table, "stream": stream_of(id), "match": match, "made": at}
        opened = (table_acts.Opened(terms), Offered(f"{KIND}:{id}:{match}", holder, house))

        def insert(connection: sa.Connection) -> None:
            connection.execute(sa.insert(schema.pairing_tables).values(row))

        try:
            await self._executor.open(table, holder, opened, [*sits, *ruling], f"p:{holder}", at, insert)
        except ApiError:
            await self._executor.state(table)  # somebody else was faster, so use that table
        self._people.changed(id)
        return table

    def _terms(self, tournament: Tournament, standing: MatchStanding, online: bool) -> TableTerms:
        return replace(
            table_terms(tournament, standing, online=online),
            flag_grace_ms=self._settings.flag_grace_ms,
            next_game_after_ms=self._settings.next_game_after_ms,
        )

    async def _seated(self, id: str, flow: Flow, standing: MatchStanding) -> list[list[str]]:
        """Who acts for each seat: the players, or whose browsers act for them (T1.1: pairs and teams are players)."""
        holders = {seat.person: holder for holder, seat in (await self._people.seats(id)).items()}
        return [[holders.get(person, person) for person in flow.members(entry)] for entry in standing.players or ()]

    async def _seat_again(self, id: str, table: str, flow: Flow, standing: MatchStanding) -> None:
        """A phone was taken up or given back, or a reserve has come in."""
        here = (await self._executor.state(table)).table
        orders = _reseat(here, await self._seated(id, flow, standing))
        for order in orders:
            key = f"s:seat:{here.last_at}:{order.seat}:{order.person}"
            with suppress(ApiError):
                await self._executor.act(table, table_acts.By(table_acts.Role.SYSTEM), order, key)

    async def _claim_changed(self, id: str, person: str) -> None:
        """Somebody else's browser acts for a person from now on, or none does."""
        flow = flow_of((await self._tournaments.state(id)).tournament)
        tables = await tables_of(self._store, id)
        for standing in flow.standings.values():
            table = tables.get(standing.id)
            if table is None or plays_in(flow, standing, person) is None:
                continue
            if not (await self._executor.state(table)).table.over:
                await self._seat_again(id, table, flow, standing)


class PairingLink:
    """What a table and its tournament write together."""

    def __init__(
        self, store: Store, tables: TablePlans, tournaments: TournamentPlans, people: TournamentPeople
    ) -> None:
        self._store, self._tables, self._tournaments, self._people = store, tables, tournaments, people

    async def from_table(self, news: News) -> Joined | None:
        """Events at a table that its tournament must know about."""
        pairing = pairing_of(news.after)
        if pairing is None or not is_news(news):
            return None
        tournament = (await self._tournaments.state(pairing.tournament)).tournament
        claimed = {holder: seat.person for holder, seat in (await self._people.seats(pairing.tournament)).items()}
        found = news_for_tournament(tournament, pairing.match, news, claimed)
        if found is None:
            return None
        person, told = found
        return await self._tournaments.planned(pairing.tournament, person, told, news.at)

    async def from_tournament(
        self, id: str, tournament: Tournament, events: Sequence[AnyEvent], stamp: Stamp
    ) -> Joined | None:
        """Decisions of the desk or a committee that the match's table must know about."""
        replaced = next((event for event in events if isinstance(event, acts.MemberReplaced)), None)
        if replaced is not None:
            return await self._reserve_sits_down(id, tournament, replaced, stamp)
        match = match_concerned(tournament, events)
        table = (await tables_of(self._store, id)).get(match) if match is not None else None
        if match is None or table is None:
            return None
        undone = next((event for event in events if isinstance(event, acts.Undone)), None)
        if undone is not None:  # it stands at the table too
            raise RefusedError(refuse("cannot_be_undone", "T1.3.i", act=undone.act))
        state = await self._tables.state(table)
        board = any(
            isinstance(each, acts.EquipmentGiven) and each.kind is table_acts.Equipment.BOARD for each in events
        )
        if board and state.table.game_running:  # the table knows better than the desk
            raise RefusedError(refuse("game_running", "T3.1"))
        orders, all_or_nothing = orders_for_table(tournament, match, events, stamp, state.table)
        if not orders:
            return None
        planned = await self._tables.planned(table, orders, stamp.at, stamp.person)
        if isinstance(planned, Refused):
            if all_or_nothing:
                raise RefusedError(planned)
            log.info("a table did not take a ruling", extra={"fields": {"table": table, "code": planned.code}})
            return None
        return planned

    async def _reserve_sits_down(
        self, id: str, tournament: Tournament, event: acts.MemberReplaced, stamp: Stamp
    ) -> Joined | None:
        """At a table that was opened and where play has not begun."""
        flow, holders = flow_of(tournament), {seat.person: h for h, seat in (await self._people.seats(id)).items()}
        for match, table in (await tables_of(self._store, id)).items():
            players = (standing.players or ()) if (standing := flow.standings.get(match)) else ()
            if event.entry not in players or (await self._tables.state(table)).table.over:
                continue
            seat = SEATS[players.index(event.entry)]
            comes, leaves = (holders.get(person, person) for person in (event.comes, event.leaves))
            by = table_acts.By(table_acts.Role.SYSTEM)
            orders: list[Order] = [
                (by, table_acts.SeatPartner(seat, comes)),
                (by, table_acts.UnseatPartner(seat, leaves)),
            ]
            planned = await self._tables.planned(table, orders, stamp.at, "")
            return None if isinstance(planned, Refused) else planned
        return None


def _reseat(table: Table, wanted: Sequence[Sequence[str]]) -> list[table_acts.SeatPartner | table_acts.UnseatPartner]:
    """People sit down before others leave, so that no seat is ever empty."""
    found: list[table_acts.SeatPartner | table_acts.UnseatPartner] = []
    for seat, people in zip(SEATS, wanted, strict=True):
        here = table.people_of(seat)
        found += [table_acts.SeatPartner(seat, person) for person in people if person not in here]
        found += [table_acts.UnseatPartner(seat, person) for person in here if person not in people]
    return found
