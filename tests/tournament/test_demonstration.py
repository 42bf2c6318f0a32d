"""The demonstration has something for every part of the desk, and is the same every time."""

from __future__ import annotations

from collections import Counter

from tavl.tournament import now, replay
from tavl.tournament.demonstration import NAMES, demonstration
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.rehearsed_evening import RehearsedEvening

AT = 1_800_000_000_000


def begun(at: int = AT) -> RehearsedEvening:
    made = demonstration("Demonstration", "ida", [f"p{n}" for n in range(len(NAMES))], at)
    assert isinstance(made, RehearsedEvening)
    return made


def test_there_is_a_dispute_a_late_player_a_result_to_confirm_and_a_round_to_draw():
    evening = begun()
    waiting = Counter(item.kind for item in now(evening.tournament, AT))
    assert {"dispute", "late", "confirm", "draw", "owes"} == waiting.keys()
    where = Counter(each.where for each in flow_of(evening.tournament).standings.values())
    assert where[Where.DONE] >= 15
    assert where[Where.PLAYING] >= 4
    (late,) = [item for item in now(evening.tournament, AT) if item.kind == "late"]
    assert 5 <= int(late.facts["late_ms"]) / 60_000 <= 14


def test_it_is_not_sanctioned_replays_and_is_the_same_at_any_hour():
    one, two = begun(), begun(AT + 12_345_678)
    assert not one.tournament.invitation.sanctioned
    assert [event.__class__ for event, _ in one.log] == [event.__class__ for event, _ in two.log]
    assert replay(one.log) == one.tournament
