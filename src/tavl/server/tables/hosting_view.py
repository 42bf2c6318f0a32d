"""The public part of what a server adds to a table: who opened it, roles, lost connections. Pure."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.seat import Seat
from tavl.server.tables.abandoned_matches import claimable, without_clock_or_ruler
from tavl.server.tables.hosting import House, LostLine, StartPosition
from tavl.server.tables.roles import RoleLine, roles_of
from tavl.table.table import Table


class HouseView(Struct, frozen=True, kw_only=True):
    opened_by: str
    spectators: bool
    lost_line: LostLine
    shared: bool
    lost: tuple[int | None, int | None]  # since when connections are lost, if the match waits or may be claimed
    waits_for: Seat | None
    waits_until: int | None
    wait_left_ms: tuple[int, int]
    line_grace_ms: int  # after this long offline the match waits, if it does
    roles: tuple[RoleLine, ...]
    gone_wait_ms: int | None = None  # without a clock: how long somebody may be gone
    gone: Seat | None = None  # the player to act, if the other may claim the win from `claim_from` on
    claim_from: int | None = None
    tutor: bool = False
    start: StartPosition | None = None  # where the first game began, if not at the start


def house_view(house: House, table: Table) -> HouseView:
    waits = house.waits_for
    gone, claim_from = claimable(house, table) or (None, None)
    return HouseView(
        opened_by=house.opened_by,
        spectators=house.terms.spectators,
        lost_line=house.terms.lost_line,
        shared=house.terms.shared,
        lost=house.lost,
        waits_for=waits,
        waits_until=None if waits is None else house.waits_since + house.wait_left(waits),
        wait_left_ms=(house.wait_left(Seat.FIRST), house.wait_left(Seat.SECOND)),
        line_grace_ms=house.terms.line_grace_ms,
        roles=tuple(roles_of(house, table)),
        gone_wait_ms=house.terms.gone_wait_ms if without_clock_or_ruler(table) else None,
        gone=gone,
        claim_from=claim_from,
        tutor=house.terms.tutor,
        start=house.terms.start,
    )
