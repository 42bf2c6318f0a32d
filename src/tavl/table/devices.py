"""Devices beside a physical board: what each has sent, and what each shows, side by side."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.table import acts
from tavl.table.acts import By
from tavl.table.registry import DIRECTORS, PLAYERS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Device, Reading
from tavl.table.terms import Sitting

MAX_DEVICES = 16
NEAR_MS = 2000  # times this close together do not differ: two devices are not one clock


def device(table: Table, id: str) -> Device:
    return next((each for each in table.devices if each.id == id), Device(id=id))


def _changed(table: Table, changed: Device) -> Table:
    others = tuple(each for each in table.devices if each.id != changed.id)
    return replace(table, devices=tuple(sorted((*others, changed), key=lambda each: each.id)))


def differences(table: Table) -> tuple[str, ...]:
    """Where the devices that have reported differ: score, cube, times."""
    readings = [each.reading for each in table.devices if each.reading]
    found: list[str] = []
    if len({reading.score for reading in readings}) > 1:
        found.append("score")
    if len({reading.cube for reading in readings}) > 1:
        found.append("cube")
    times = [reading.times for reading in readings if reading.times]
    if any(max(side) - min(side) > NEAR_MS for side in zip(*times, strict=True)):
        found.append("times")
    return tuple(found)


def _report(table: Table, action: acts.ReportReading, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("no_devices_here", "T4.7")
    if not 1 <= len(action.device) <= 64:
        return refuse("bad_value", "T4.7", field="device")
    if len(table.devices) >= MAX_DEVICES and action.device not in {each.id for each in table.devices}:
        return refuse("too_many_devices", "T4.7", most=MAX_DEVICES)
    reported = acts.ReadingReported(device=action.device, score=action.score, cube=action.cube, times=action.times)
    return [reported]


HANDLERS: dict[type, Handler] = {
    acts.ReportReading: Handler(_report, PLAYERS | DIRECTORS, "T4.7", freely=True, conduct=True)
}


def _evolve_reading(table: Table, event: acts.ReadingReported, at: int) -> Table:
    reading = Reading(event.score, event.cube, event.times)
    return _changed(table, replace(device(table, event.device), reading=reading))


def _evolve_heard(table: Table, event: acts.DeviceHeard, at: int) -> Table:
    heard = device(table, event.device)
    return _changed(table, replace(heard, sequence=event.sequence, offset=event.offset))


def _evolve_refused(table: Table, event: acts.DeviceActionRefused, at: int) -> Table:
    heard = device(table, event.device)
    return _changed(table, replace(heard, refused=(*heard.refused, event)))


EVOLVERS: dict[type, Evolver] = {
    acts.ReadingReported: _evolve_reading,
    acts.DeviceHeard: _evolve_heard,
    acts.DeviceActionRefused: _evolve_refused,
}
