"""One server process: its parts are put together here, and its background work runs here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from tavl import store as stores
from tavl.server import schema
from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.administration import Administration
from tavl.server.accounts.blocking_and_reporting import Blocking
from tavl.server.accounts.bot_tokens import BotTokens
from tavl.server.accounts.guests import Guests
from tavl.server.accounts.logins import Logins
from tavl.server.accounts.passkeys import Passkeys
from tavl.server.accounts.passwords import Passwords
from tavl.server.accounts.players_and_rankings import Players
from tavl.server.accounts.privacy import PERSONAL, Privacy
from tavl.server.analyses.analyses import Analyses
from tavl.server.analyses.evaluator import Evaluator
from tavl.server.analyses.live_positions import LivePositions
from tavl.server.analyses.tournament_matches import TournamentMatches
from tavl.server.analyses.worker import AnalysisWorker
from tavl.server.damage_check import DamageCheck
from tavl.server.live.chat import Chat
from tavl.server.live.connections import Room
from tavl.server.live.lost_connections import LostConnections
from tavl.server.live.presence import Presence
from tavl.server.live.process_messages import Changes, ProcessMessages
from tavl.server.live.rooms import Rooms
from tavl.server.live.shared_rooms import SharedRooms
from tavl.server.live.socket import Sockets
from tavl.server.live.spectator_list import Spectators
from tavl.server.live.tournament_rooms import TournamentRooms
from tavl.server.live.tournament_socket import TournamentSockets
from tavl.server.logs import log
from tavl.server.metrics import Metrics
from tavl.server.notifications.notices import Notices
from tavl.server.notifications.reminder_delivery import MatchReminders
from tavl.server.organisations import stream as organisation_stream
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.imports import OrganisationImports
from tavl.server.organisations.member_search import MemberSearch
from tavl.server.organisations.people import OrganisationPeople
from tavl.server.organisations.plans import OrganisationPlans
from tavl.server.organisations.tournament_links import TournamentLinks
from tavl.server.practice.practice import Practice
from tavl.server.processes.downtime import Downtime
from tavl.server.processes.heartbeat import Heartbeat
from tavl.server.processes.process import Process
from tavl.server.rate_limits import Limits
from tavl.server.retention import Retention
from tavl.server.settings import Settings
from tavl.server.tables.creation import Creation
from tavl.server.tables.dice.counts import OwnDiceCounts
from tavl.server.tables.executor import Executor
from tavl.server.tables.listing import TableReading, replay
from tavl.server.tables.role_links import Roles
from tavl.server.tables.stream.plans import TablePlans
from tavl.server.tables.timers.alarm import Alarm
from tavl.server.tables.timers.timekeeper import Timekeeper
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.pairing_tables import PairingLink, PairingTables
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.plans import TournamentPlans
from tavl.server.tournaments.score_cards import ScoreCards
from tavl.server.tournaments.stream import check_replay
from tavl.server.tournaments.timekeeper import due_in_tournament
from tavl.server.tournaments.webhooks import Webhooks
from tavl.server.venue.copy_sender import Copier
from tavl.server.venue.copy_sources import CopySources
from tavl.server.venue.received_copies import Copies
from tavl.server.wall_clock import Clock
from tavl.store import Checked, Projection, Store, StoreError, new_id
from tavl.store.log.events import Event, Progress
from tavl.store.projections import ratings
from tavl.store.projections.organisation_list import OrganisationList
from tavl.store.projections.table_list import TableList
from tavl.store.projections.tournament_list import TournamentList


def database_url(database: str) -> str:
    return database if "://" in database else f"sqlite:///{database}"


async def open_store(settings: Settings, **options: Any) -> Store:
    """Open the store with the server's projections and tables."""
    url = database_url(settings.database)
    return await stores.open(url, projections=_projections(settings), personal=PERSONAL, kept=schema.ALL, **options)


async def check_store(settings: Settings, progress: Progress | None = None) -> Checked:
    """Check the integrity of a server's store. Nothing is changed."""
    url, made = database_url(settings.database), partial(_projections, settings)
    return await stores.check(url, replay=_replay, projections=made, kept=schema.ALL, progress=progress)


def _replay(events: Sequence[Event]) -> None:
    """Replay a whole stream of any kind; raises if that fails."""
    replay(events)
    check_replay(events)
    organisation_stream.check_replay(events)


def _projections(settings: Settings) -> tuple[Projection, ...]:
    return TableList(TableReading(), formula=settings.formula), OwnDiceCounts(), TournamentList(), OrganisationList()


class Service:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        metrics: Metrics,
        clock: Clock,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """`random_bytes` is what dice and lots come from."""
        self.settings, self.store, self.metrics, self.clock = settings, store, metrics, clock
        self.limits = Limits(clock.monotonic, settings.rates)
        self.process = process = Process(new_id(clock()), settings.away_after_ms, clock)
        # people
        self.accounts = Accounts(store, settings, clock)
        self.guests = Guests(store, clock)
        self.logins = Logins(store, clock)
        self.passwords = Passwords(store, clock, self.logins, settings.rates)
        self.passkeys = Passkeys(store, settings, clock)
        self.tokens = BotTokens(store, clock)
        self.blocking = Blocking(store, clock)
        self.players = Players(store, self.accounts, settings.formula)
        # tables
        alarm = Alarm()
        rooms: dict[str, Room] = {}
        table_plans = TablePlans(store, settings, alarm, random_bytes, rooms.__contains__)
        tournament_plans = TournamentPlans(store, alarm)
        sources = CopySources(store)
        self.tournament_people = tournament_people = TournamentPeople(store, tournament_plans, sources, clock)
        link = PairingLink(store, table_plans, tournament_plans, tournament_people)
        self.executor = executor = Executor(store, settings, metrics, clock, table_plans, link.from_table)
        self.creation = Creation(store, executor, settings, clock)
        self.roles = Roles(store, executor, clock)
        self.notices = Notices(store, settings, metrics, clock, executor.state, self.accounts.names)
        # tournaments and organisations
        organisation_plans = OrganisationPlans(store)
        self.tournament_links = ties = TournamentLinks(store, tournament_plans, organisation_plans)
        links = (link.from_tournament, ties.from_tournament)
        self.tournaments = tournaments = Tournaments(
            store, metrics, clock, tournament_plans, sources, links, ties.before, random_bytes
        )
        self.copy_sources = sources
        self.copier = Copier(store, settings, tournaments, tournament_people, sources, clock)
        self.pairing_tables = PairingTables(store, settings, executor, tournaments, tournament_people)
        self.score_cards = ScoreCards(store, tournaments)
        self.webhooks = Webhooks(store, settings, tournaments, tournament_people, clock)
        reminders = MatchReminders(self.notices, tournaments.state, self.accounts.names, settings.public_url, clock)
        self.organisations = organisations = Organisations(
            store, metrics, clock, organisation_plans, ties.from_organisation
        )
        self.organisation_people = members = OrganisationPeople(store, organisations, tournament_people, clock)
        self.organisation_imports = OrganisationImports(store, organisations, members, clock)
        self.member_search = MemberSearch(organisation_plans, members)
        # who is connected
        self.presence = Presence(store, rooms, executor, process)
        self.chat = Chat(store, executor, clock)
        self.shared_rooms = SharedRooms(store, rooms, self.presence, self.chat, clock)
        self.lost_connections = LostConnections(store, self.presence, executor, clock)
        self.spectators = Spectators(store, rooms, executor, self.accounts, process, clock)
        self.rooms = Rooms(
            rooms,
            executor,
            self.accounts,
            metrics,
            clock,
            self.shared_rooms,
            self.lost_connections,
            self.spectators,
        )
        self.tournament_rooms = tournament_rooms = TournamentRooms(
            store, tournaments, tournament_people, process, clock
        )
        here = (tournaments, tournament_rooms, tournament_people, organisations)
        self.changes = changes = Changes(store, self.logins, self.blocking, executor, self.rooms, *here, clock)
        self.process_messages = ProcessMessages(
            store, executor, rooms, self.shared_rooms, self.spectators, changes, *here, process
        )
        self.sockets = Sockets(
            settings, metrics, clock, process, self.limits, self.accounts, executor, self.rooms, self.chat, changes
        )
        self.tournament_sockets = TournamentSockets(self.sockets, tournaments, tournament_people, tournament_rooms)
        # what must reach whoever is connected
        self.administration = Administration(store, clock, changes.person_changed)
        folded = {"organisations": members.data_about, "tournaments": tournament_people.data_about}
        self.privacy = Privacy(store, executor, self.tokens, clock, changes.texts_erased, folded)
        self.copies = Copies(store, sources, tournaments, tournament_people, changes, clock)
        self.retention = Retention(store, settings, clock)
        self.damage_check = DamageCheck(store)
        self.timekeeper = Timekeeper(
            store,
            settings,
            metrics,
            clock,
            process,
            executor,
            alarm,
            self.lost_connections.before_due,
            self.notices.carry_out,
            partial(due_in_tournament, tournaments, self.pairing_tables, self.webhooks, reminders.carry_out, clock),
        )
        # matches that were played
        self.live_positions = LivePositions(store, executor, tournaments, clock)
        self.evaluator = Evaluator(self.live_positions)
        self.analyses = Analyses(store, executor, self.accounts, settings, clock)
        self.tournament_matches = TournamentMatches(executor, tournaments, self.pairing_tables, self.analyses)
        self.practice = Practice(
            store, executor, self.accounts, self.analyses, self.live_positions, self.evaluator, settings, clock
        )
        self.analysis_worker = AnalysisWorker(
            store, self.analyses, self.live_positions, process, clock, self.practice.analysed
        )
        downtime = Downtime(store, executor, tournaments)
        self.heartbeat = Heartbeat(store, settings, clock, process, self.shared_rooms, tournament_rooms, downtime)
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(
        cls,
        settings: Settings,
        metrics: Metrics | None = None,
        clock: Clock | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Service:
        store = await open_store(settings)
        try:
            await DamageCheck(store).look()
            if await store.read_rows(lambda c: ratings.made_otherwise(c, settings.formula)):
                await store.rebuild(TableList.name)
            service = cls(settings, store, metrics or Metrics(), clock or Clock(), random_bytes)
            await service.heartbeat.beat(starting=True)
        except BaseException:
            await store.close()
            raise
        service._start()
        return service

    def _start(self) -> None:
        for name, work in (
            ("heartbeat", self.heartbeat.beat_periodically),
            ("timekeeper", self.timekeeper.keep),
            ("process messages", self.process_messages.listen),
            ("retention", self.retention.delete_periodically),
            ("analysis", self.analysis_worker.work),
            ("copies", self.copier.work),
            ("damage", self.damage_check.check_periodically),
        ):
            self._tasks.append(asyncio.create_task(_always(name, work), name=name))

    async def close(self) -> None:
        self.rooms.close_all(1012)  # the service restarts
        self.tournament_rooms.close_all(1012)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        parts = (
            self.process_messages,
            self.timekeeper,
            self.shared_rooms,
            self.lost_connections,
            self.spectators,
            self.rooms,
        )
        for part in (*parts, self.tournament_rooms, self.heartbeat, self.analysis_worker, self.tournament_matches):
            await part.stop()
        self.notices.close()
        self.webhooks.close()
        self.copier.close()
        await self.store.close()


async def _always(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Repeat until the service is closed, also through a database outage."""
    while True:
        try:
            await work()
        except StoreError as error:
            log.warning("%s: %s", name, error)
            await asyncio.sleep(0.2)
        except Exception:
            log.exception("%s failed", name)
            await asyncio.sleep(1)
