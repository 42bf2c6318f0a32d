"""Devices at the board: batches, numbers, times; two that differ; traces for a device's own clock."""

import json
from pathlib import Path

import pytest

from tavl.rules import Refused
from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.table import acts
from tavl.table.device_batches import Batch, Sent, take
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    SECOND,
    SPECTATOR,
    STANDARD,
    TWO,
    D,
    act,
    around,
    begun,
    kinds,
    opened,
    refused,
    said,
    tournament,
)
from tests.table.make_traces import TRACES, traces


def running():
    """Anna's time runs from one minute on."""
    return act(begun(tournament(clock=STANDARD), at=0), acts.PressClock(TWO), at=MINUTE)


def press(number, elapsed, by):
    return Sent(number, elapsed, by, acts.PressClock(by.seat))


def test_what_a_device_sends_is_decided_in_order_at_its_own_instants():
    """The phone's clock read 500,000 when ours read two minutes, so its 460,000 is our 1:20."""
    batch = Batch("phone", 500_000, (press(1, 460_000, ANNA), press(2, 490_000, BO)))
    taken = take(running(), batch, 2 * MINUTE)
    assert [(type(event).__name__, at) for event, at in taken.events] == [
        ("ClockPressed", 80_000),
        ("ClockPressed", 110_000),
        ("DeviceHeard", 120_000),
    ]
    assert taken.table.clock.reads(120_000)[0] == (14 * MINUTE - 8 * SECOND, 14 * MINUTE - 18 * SECOND)
    assert taken.table.last_at == 120_000


def test_sent_twice_it_is_done_once():
    batch = Batch("phone", 500_000, (press(1, 460_000, ANNA),))
    table = take(running(), batch, 2 * MINUTE).table
    longer = Batch("phone", 501_000, (*batch.actions, press(2, 500_500, BO)))
    taken = take(table, longer, 121_000)
    assert [type(event).__name__ for event, _ in taken.events] == ["ClockPressed", "DeviceHeard"]
    assert taken.table.devices[0].sequence == 2
    assert take(taken.table, longer, 122_000).events == ()


def test_a_gap_is_sent_again_from_there():
    answer = take(running(), Batch("phone", 0, (press(2, 0, ANNA),)), 2 * MINUTE)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.facts) == ("device_gap", {"sequence": 1})
    backwards = take(running(), Batch("phone", 0, (press(2, 0, ANNA), press(1, 0, BO))), 2 * MINUTE)
    assert isinstance(backwards, Refused)


def test_instants_never_fall_and_never_lie_in_the_future():
    early = take(running(), Batch("phone", 500_000, (press(1, 0, ANNA),)), 2 * MINUTE)
    assert early.events[0][1] == MINUTE  # not before what the table knows
    late = take(running(), Batch("phone", 500_000, (press(1, 900_000, ANNA),)), 2 * MINUTE)
    assert late.events[0][1] == 2 * MINUTE


def test_the_quickest_message_tells_how_the_clocks_stand():
    table = take(running(), Batch("phone", 500_000, (press(1, 460_000, ANNA),)), 2 * MINUTE).table
    slow = take(table, Batch("phone", 510_000, (press(2, 505_000, BO),)), 140_000)  # ten seconds on its way
    assert slow.events[0][1] == 125_000
    quick = take(table, Batch("phone", 510_000, (press(2, 505_000, BO),)), 129_000)
    assert quick.events[0][1] == 124_000


def test_what_the_table_cannot_take_is_kept_beside_the_device():
    batch = Batch("phone", 500_000, (press(1, 460_000, BO), press(2, 461_000, ANNA)))
    taken = take(running(), batch, 2 * MINUTE)
    assert [refusal.code for refusal in taken.refused.values()] == ["not_your_time"]
    (device,) = around(taken.table).devices
    assert [(each.sequence, each.action, each.rule) for each in device.refused] == [(1, "press_clock", "T4.1.vi")]
    assert taken.table.clock.running == TWO  # the second was taken


def test_devices_stand_beside_physical_boards_only():
    digital = begun(opened(clock=STANDARD))
    assert take(digital, Batch("phone", 0, ()), 0).code == "no_devices_here"
    reading = acts.ReportReading(device="phone", score=(0, 0), seat=ONE)
    assert refused(begun(tournament(sitting=ENFORCED)), reading, "T4.7", "no_devices_here")


def reading(device, seat, score=(1, 0), cube=None, times=None):
    return acts.ReportReading(device=device, score=score, cube=cube, times=times, seat=seat)


@pytest.mark.parametrize(
    ("other", "differ"),
    [
        ({}, ()),
        ({"score": (0, 1)}, ("score",)),
        ({"cube": Cube(2, ONE)}, ("cube",)),
        ({"times": (840_000, 836_000)}, ()),
        ({"times": (840_000, 830_000)}, ("times",)),
        ({"score": (2, 0), "cube": Cube(4)}, ("score", "cube")),
    ],
)
def test_two_devices_that_differ_are_shown_side_by_side(other, differ):
    same = {"times": (840_000, 837_000)}
    table = act(running(), reading("a", ONE, **same), reading("b", TWO, **{**same, **other}))
    assert [device.id for device in around(table).devices] == ["a", "b"]
    assert around(table, BO).devices_differ == differ


def test_a_device_reports_even_while_a_dispute_is_open():
    table = act(running(), acts.RaiseDispute(ONE, "T5.1", "x"))
    assert kinds(said(table, reading("a", ONE))) == ["ReadingReported"]
    assert refused(table, reading("", ONE), "T4.7", "bad_value")
    assert refused(table, reading("a", None), "T4.7", "not_your_role", by=SPECTATOR)
    for number in range(16):
        table = act(table, reading(f"d{number}", None), by=DIRECTOR)
    assert refused(table, reading("one more", ONE), "T4.7", "too_many_devices", most=16)
    assert kinds(said(table, reading("d3", ONE))) == ["ReadingReported"]


def test_a_device_may_record_everything():
    batch = Batch(
        "phone",
        10_000,
        (
            Sent(1, 1000, ANNA, game.StartGame(ONE)),
            Sent(2, 2000, ANNA, acts.RecordOpening(ONE, 3, 1)),
            Sent(3, 3000, ANNA, game.MakePlay(ONE, ((8, 5), (6, 5)))),
            Sent(4, 4000, BO, acts.RecordRoll(TWO, D(6, 4))),
        ),
    )
    taken = take(tournament(), batch, 10_000)
    assert taken.refused == {}
    assert taken.table.match.game.dice == D(6, 4)


# traces


@pytest.mark.parametrize("name", sorted(path.name for path in TRACES.glob("*.json")))
def test_the_traces_are_what_the_table_says_now(name):
    """A device's own clock and score card are checked against these files: `python -m tests.table.make_traces`."""
    assert json.loads((TRACES / name).read_text()) == json.loads(json.dumps(traces()[Path(name).stem]))


def test_every_trace_has_its_file():
    assert {path.stem for path in TRACES.glob("*.json")} == set(traces())
