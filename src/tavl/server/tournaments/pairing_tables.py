"""Tables that are opened for matches of a tournament: with the length, the profile and the clock of the pairing.

The table owns play, the tournament owns pairing and publication. What concerns both is written to both streams in one
commit: that a match has begun, its result, a disqualification, a result given at the desk, an appeal that was decided.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.recent import Recent
from tavl.rules.match import Terms
from tavl.rules.penalties import PenaltyKind
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import log
from tavl.server.settings import Settings
from tavl.server.tables.commits import Joined
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import Given, HouseTerms, LostLine, Offered, RoleGiven
from tavl.server.tables.plans import TablePlans
from tavl.server.tables.stream_state import State
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.plans import TournamentPlans
from tavl.server.tournaments.stream import stream_of
from tavl.store import Store
from tavl.table import acts as table_acts
from tavl.table.terms import Detail, Ruler, Sitting, TableTerms
from tavl.tournament import By, Office, Stamp, Tournament, acts
from tavl.tournament.acts import AnyAction, AnyEvent
from tavl.tournament.acts.results import Ended
from tavl.tournament.matches.flow import Flow, Standing, Where, flow_of
from tavl.tournament.matches.running import plays_in, why_not_playable
from tavl.tournament.registry import STAFF, roles_of

KIND = "tournament"  # whom the opener of such a table wants to play: somebody of a tournament
SYSTEM = By("", Office.SYSTEM)
ENDS_MATCH = (PenaltyKind.DISQUALIFY, PenaltyKind.LOSE_MATCH, PenaltyKind.EXPEL, PenaltyKind.EXCLUDE)
_ENDED = {"disqualified": Ended.DISQUALIFIED, "penalty_points": Ended.PENALTY}


class Pairing(Struct, frozen=True):
    tournament: str
    match: str


def pairing_of(state: State) -> Pairing | None:
    """Which match is played at a table."""
    kind, _, rest = state.opponent.partition(":")
    id, _, match = rest.partition(":")
    return Pairing(id, match) if kind == KIND else None


async def tables_of(store: Store, id: str) -> dict[str, str]:
    """By match, the table that was last opened for it."""
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

    async def of(self, id: str) -> dict[str, str]:
        """By match, the table that was last opened for it."""
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
        if not roles_of(tournament, by) & (STAFF | {acts.Role.SYSTEM}) and plays_in(flow, standing, by.person) is None:
            raise ApiError("staff_only")
        known = (await tables_of(self._store, id)).get(match)
        if known is not None and not (await self._executor.state(known)).table.over:
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
        sits = [table_acts.Seated(seat, person) for seat, person in zip(SEATS, seats, strict=True)]
        ruling = [RoleGiven(Given.DIRECTOR, person) for person in tournament.directors if person not in seats]
        row = {"table": table, "stream": stream_of(id), "match": match, "made": at}
        opened = (table_acts.Opened(terms), Offered(f"{KIND}:{id}:{match}", holder, house))

        def insert(connection: sa.Connection) -> None:
            connection.execute(sa.insert(schema.pairing_tables).values(row))

        try:
            await self._executor.open(table, holder, opened, [*sits, *ruling], f"p:{holder}", at, insert)
        except ApiError:
            await self._executor.state(table)  # somebody else was faster, and this is the table
        self._people.changed(id)
        return table

    def _terms(self, tournament: Tournament, standing: Standing, online: bool) -> TableTerms:
        invitation, division = tournament.invitation, tournament.divisions[standing.division].terms
        return TableTerms(
            match=Terms(invitation.profile, standing.length),
            sitting=Sitting.ENFORCED if online else Sitting.RECORDED,
            clock=invitation.profile.clock if invitation.profile.clock_use != "none" else None,
            claims_flags_itself=online,  # a device may be alone, and its clock may stand
            flag_grace_ms=self._settings.flag_grace_ms,
            ruler=Ruler.DIRECTOR,
            aids=False,  # nobody seated at a live match gets hints (T1.7.i)
            rated=False,  # the tournament's own lists count it
            next_game_after_ms=self._settings.next_game_after_ms,
            detail=Detail.PLAYS if online else Detail.CUBE,
            languages=invitation.languages,
            teams=division.members > 1,
        )

    async def _seated(self, id: str, flow: Flow, standing: Standing) -> list[str]:
        """The players, or whose browsers act for them."""
        holders = {seat.person: holder for holder, seat in (await self._people.seats(id)).items()}
        players = standing.players or ()
        first = [flow.members(entry)[0] for entry in players]
        return [holders.get(person, person) for person in first]


class PairingLink:
    """What a table and its tournament write together."""

    def __init__(self, store: Store, tables: TablePlans, tournaments: TournamentPlans) -> None:
        self._store, self._tables, self._tournaments = store, tables, tournaments

    async def from_table(self, table: str, before: State | None, after: State, at: int) -> Joined | None:
        """What happens at a table, as far as its tournament must know."""
        pairing = pairing_of(after)
        if pairing is None or before is None:
            return None
        begins = after.table.begun and not before.table.begun
        ends = after.table.over and not before.table.over and not after.table.aborted
        if not begins and not ends:
            return None
        tournament = (await self._tournaments.state(pairing.tournament)).tournament
        flow = flow_of(tournament)
        standing = flow.standings.get(pairing.match)
        if standing is None or standing.players is None:
            return None
        if begins and not ends:
            player = By(flow.members(standing.players[0])[0])
            return await self._joined(pairing, player, [acts.BeginMatch(pairing.match)], at)
        return await self._joined(pairing, SYSTEM, [_result(standing, after)], at)

    async def _joined(self, pairing: Pairing, by: By, actions: Sequence[AnyAction], at: int) -> Joined | None:
        planned = await self._tournaments.planned(pairing.tournament, by, actions, at)
        if isinstance(planned, Refused):  # the desk has its own result by now, and the table keeps what was played
            log.info("a table's news was refused", extra={"fields": {"match": pairing.match, "code": planned.code}})
            return None
        return planned

    async def from_tournament(
        self, id: str, tournament: Tournament, events: Sequence[AnyEvent], stamp: Stamp
    ) -> Joined | None:
        """What the desk or a committee decides, as far as the table where it is played must know."""
        ruling = _ruling(tournament, events)
        if ruling is None:
            return None
        match, rule = ruling
        table = (await tables_of(self._store, id)).get(match)
        if table is None:
            return None
        if (await self._tables.state(table)).table.over and not rule.committee:
            return None
        by = table_acts.By(table_acts.Role.DIRECTOR, stamp.person)
        planned = await self._tables.planned(table, by, rule, stamp.at)
        if isinstance(planned, Refused):
            log.info("a table did not take a ruling", extra={"fields": {"table": table, "code": planned.code}})
            return None
        return planned


def _result(standing: Standing, state: State) -> acts.ReportResult:
    """As it was played; the seats are in the order of the draw."""
    table = state.table
    result = table.match.result
    assert result is not None
    assert standing.players is not None
    played = max(table.match.score) >= standing.length
    how = Ended.PLAYED if played else _ENDED.get(result.reason, Ended.FORFEIT)
    return acts.ReportResult(
        standing.id,
        standing.players,
        table.match.score,
        how=how,
        winner=None if result.winner is None else int(result.winner),
        reason="" if played else result.reason,
        confirms=table.terms.sitting is Sitting.ENFORCED or not played,
    )


def _ruling(tournament: Tournament, events: Sequence[AnyEvent]) -> tuple[str, table_acts.Rule] | None:
    """The match that events decide something about, and what that is at its table."""
    flow = flow_of(tournament)
    for event in events:
        match event:
            case acts.Penalised(kind=PenaltyKind.DISQUALIFY | PenaltyKind.LOSE_MATCH | PenaltyKind.EXPEL) if (
                event.match
            ):
                seat = _seat_of(flow, event.match, event.person)
                if seat is not None:
                    penalty = table_acts.Penalty(seat, event.kind)
                    return event.match, table_acts.Rule(rule=event.rule, reason=event.reason, penalties=(penalty,))
            case acts.ResultConfirmed() if event.result.winner is not None:
                winner = Seat(event.result.winner)
                reason = event.reason or event.result.how
                return event.match, table_acts.Rule(rule="T4.6", reason=reason, winner=winner)
            case acts.CaseDecided():
                case = tournament.cases[event.case]
                if case.match is not None:
                    vote = next((reason for verdict, reason in case.votes.values() if reason), "")
                    reason = case.committee_reason or vote or str(event.verdict)
                    rule = table_acts.Rule(
                        rule=case.ruled_under or case.rule, reason=reason, committee=True, final=True
                    )
                    return case.match, rule
            case _:
                pass
    return None


def _seat_of(flow: Flow, match: str, person: str) -> Seat | None:
    standing = flow.standings.get(match)
    for seat, entry in zip(SEATS, (standing.players or ()) if standing else (), strict=False):
        if person in flow.members(entry):
            return seat
    return None
