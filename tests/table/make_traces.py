"""Traces for a device's own clock and score card, made from `table/`: `python -m tests.table.make_traces`.

Each is a match as a device alone would keep it: terms, then steps with an action, its instant, and what the device must
show then. A device that replays them all alike knows what little it must know: delay, score, cube, Crawford, money
options, stops, flags, breaks. The phone's page does (`static/js/wood`, tests/web/companion/test_companion_rules.py).
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tavl.rules import Refused, Seat
from tavl.rules import acts as game
from tavl.rules.codec import encode_hook
from tavl.rules.game import cube_is_dead
from tavl.rules.profile import DBF_TOURNAMENT, LONG_MATCH, NO_HJEMME, SV_GRUND, ClockSetting, DeadCube, Profile
from tavl.rules.seat import SEATS
from tavl.table import Detail, Ruler, Sitting, Table, actions, acts, decide, evolve
from tavl.table.preparation.breaks_and_lateness import breaks_left
from tests.table.helpers import ANNA, BO, ONE, PLAYERS, STANDARD, TWO, opened

TRACES = Path(__file__).parent / "traces"
AFTER = (0, 1, 11_999, 12_000, 12_001, 60_000)  # ms after a step at which the clock is read too


def shown(table: Table, at: int) -> dict[str, Any]:
    """What a device shows."""
    running = table.match.game
    cube = running.cube if running else game.Cube()
    doubled = running is not None and running.phase in ("doubled", "beavered")
    on_break = table.conduct.on_break
    found: dict[str, Any] = {
        "score": table.match.score,
        "length": table.match.length,
        "cube": None if cube is None else {"value": cube.value, "owner": cube.owner},
        "offered": running.offered_value if running and doubled else None,
        "crawford": running.terms.crawford if running and table.game_running else table.match.next_is_crawford,
        "post_crawford": table.match.post_crawford,
        "stake": running.stake if running else 1,
        "worth": [running.worth(size) for size in (1, 2, 3)] if running and table.game_running else None,
        "dead": [bool(running and table.game_running and cube_is_dead(running, seat)) for seat in SEATS],
        "winner": table.match.result.winner if table.match.result else None,
        "ended": table.match.result.reason if table.match.result else None,
        "stand": table.stand.reason,
        "asked": table.stand.asked,
        "frozen": table.frozen,
        "breaks_left": [breaks_left(table, seat) for seat in SEATS],
        "break": {"seats": sorted(on_break.seats), "until": on_break.until} if on_break else None,
    }
    if table.clock:
        times, delay_left = table.clock.reads(at)
        found["clock"] = {
            "times": times,
            "delay_left": delay_left,
            "running": table.clock.running,
            "held": sorted(table.clock.held),
            "out": table.clock.out(at),
            "first_out": table.clock.stopped(at).first_out,
        }
    return found


def device_terms(profile: Profile, length: int | None, clock: ClockSetting | None, director: bool) -> dict[str, Any]:
    """All that a device is told of a profile."""
    return {
        "length": length,
        "clock": msgspec.to_builtins(clock),
        "crawford": profile.crawford and length is not None and length >= profile.crawford_from,
        "gammons": profile.gammons,
        "jacoby": profile.jacoby,
        "beavers": profile.beavers,
        "automatic_doubles": profile.automatic_doubles,
        "dead_cube_barred": profile.dead_cube is DeadCube.CANNOT_DOUBLE,
        "breaks": {**msgspec.to_builtins(profile.breaks), "long_match": LONG_MATCH} if profile.breaks else None,
        "director": director,
    }


class Tracing:
    def __init__(
        self,
        length: int | None,
        clock: ClockSetting | None = STANDARD,
        profile: Profile = DBF_TOURNAMENT,
        ruler: Ruler = Ruler.NOBODY,
    ) -> None:
        self.table = opened(length, Sitting.RECORDED, profile, detail=Detail.CUBE, clock=clock, ruler=ruler)
        self.at = 0
        terms = device_terms(profile, length, clock, ruler is not Ruler.NOBODY)
        self.trace: dict[str, Any] = {"terms": terms, "start": shown(self.table, 0), "steps": []}

    def step(self, action: Any, after: int) -> None:
        self.at += after
        by = PLAYERS[1 - action.against if isinstance(action, acts.ClaimFlag) else action.seat]
        answer = decide(self.table, action, by, self.at)
        line: dict[str, Any] = {"at": self.at, "action": msgspec.to_builtins(action, enc_hook=encode_hook)}
        if isinstance(answer, Refused):
            line["refused"] = {"code": answer.code, "rule": answer.rule}
        else:
            for event in answer:
                self.table = evolve(self.table, event, self.at)
        line["shows"] = shown(self.table, self.at)
        if self.table.clock and self.table.clock.is_running:
            line["later"] = [[wait, shown(self.table, self.at + wait)["clock"]] for wait in AFTER]
        self.trace["steps"].append(line)

    def result(self, winner: Seat, size: int) -> None:
        for seat in (ONE, TWO):
            self.step(acts.RecordResult(seat, winner, size), 1000)


def delay() -> dict[str, Any]:
    """Turns of 11.9, 12 and 15 seconds; a stop in the delay and one beyond it."""
    trace = Tracing(7)
    trace.step(game.StartGame(ONE), 0)
    for number, used in enumerate((0, 11_900, 12_000, 15_000, 1, 47_123)):
        trace.step(acts.PressClock(Seat(1 - number % 2)), used)
    trace.step(acts.PressClock(ONE), 5000)  # not hers to press
    for used in (4000, 9000):
        trace.step(acts.StopClock(acts.StopReason.INVALID_ROLL, TWO), used)
        trace.step(acts.ResumeClock(TWO), 20_000)
    trace.step(acts.RestartDelay(ONE), 3000)
    trace.result(ONE, 1)
    return trace.trace


def cube() -> dict[str, Any]:
    """Doubles, takes, drops, redoubles, and what the clock does with each."""
    trace = Tracing(9)
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.PressClock(TWO), 0)
    for action in (game.Double(ONE), game.Take(TWO), game.Double(ONE), game.Double(TWO), game.Take(ONE)):
        trace.step(action, 14_000)
    trace.result(TWO, 2)
    trace.step(game.StartGame(TWO), 30_000)
    trace.step(acts.PressClock(ONE), 100)
    trace.step(game.Double(TWO), 5000)
    trace.step(game.Drop(ONE), 20_000)
    return trace.trace


def crawford() -> dict[str, Any]:
    """To 3: within one point, the Crawford game without a cube, the game after it with one again."""
    trace = Tracing(3, clock=None)
    trace.step(game.StartGame(ONE), 0)
    trace.result(ONE, 2)
    trace.step(game.StartGame(ONE), 1000)  # not announced
    trace.step(acts.AnnounceCrawford(TWO), 1000)
    trace.step(game.StartGame(ONE), 1000)
    trace.step(game.Double(TWO), 1000)
    trace.result(TWO, 1)
    trace.step(game.StartGame(ONE), 1000)
    trace.step(game.Double(TWO), 1000)
    trace.step(game.Take(ONE), 1000)
    trace.result(TWO, 1)
    return trace.trace


def money() -> dict[str, Any]:
    """Jacoby, beavers, automatic doubles; the session ended."""
    profile = SV_GRUND.vary(jacoby=True, beavers=True, automatic_doubles=True)
    trace = Tracing(None, clock=None, profile=profile)
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.RecordOpening(ONE, 4, 4), 1000)
    trace.step(acts.RecordOpening(TWO, 2, 2), 1000)
    trace.result(ONE, 3)  # counts single: the cube was not turned
    for after_the_beaver in (game.Take(TWO), game.Drop(TWO)):
        trace.step(game.StartGame(TWO), 1000)
        trace.step(game.Double(TWO), 1000)
        trace.step(game.Beaver(TWO), 1000)  # the doubler cannot
        trace.step(game.Beaver(ONE), 1000)
        trace.step(game.Beaver(TWO), 1000)
        trace.step(game.Double(ONE), 1000)
        trace.step(acts.RecordResult(ONE, ONE, 1), 1000)  # the beaver is to be answered first
        trace.step(after_the_beaver, 1000)
        if isinstance(after_the_beaver, game.Take):
            trace.step(acts.RecordOpening(TWO, 2, 2), 1000)  # too late
            trace.step(game.Double(TWO), 1000)
            trace.step(game.EndSession(ONE), 1000)
            trace.result(ONE, 2)
    trace.step(acts.TakeBreak(ONE), 1000)  # no such rule
    trace.step(game.EndSession(ONE), 1000)
    trace.step(game.StartGame(ONE), 1000)
    trace.step(game.Double(ONE), 1000)
    return trace.trace


def home_rules() -> dict[str, Any]:
    """No gammons, no Crawford, a dead cube may be turned."""
    trace = Tracing(3, clock=None, profile=NO_HJEMME)
    trace.step(game.Double(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.result(ONE, 3)
    trace.result(ONE, 1)
    trace.step(acts.AnnounceCrawford(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(game.Take(ONE), 0)
    trace.result(ONE, 2)
    trace.result(ONE, 1)
    trace.step(game.StartGame(ONE), 0)
    for action in (game.Double(TWO), game.Beaver(ONE), game.Take(TWO), game.Take(ONE), game.Double(ONE)):
        trace.step(action, 1000)
    trace.step(game.Take(TWO), 1000)
    trace.result(TWO, 1)
    trace.result(TWO, 1)
    return trace.trace


def one_point_with_cube() -> dict[str, Any]:
    """By the Swedish rules a match to one point has no Crawford game."""
    trace = Tracing(1, clock=None, profile=SV_GRUND)
    trace.step(acts.AnnounceCrawford(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(game.Double(ONE), 0)
    trace.step(game.Take(TWO), 0)
    trace.result(TWO, 1)
    return trace.trace


def one_point() -> dict[str, Any]:
    trace = Tracing(1, ClockSetting(0.5, 8))
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.AnnounceCrawford(ONE), 0)
    trace.step(acts.AnnounceCrawford(TWO), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(game.Double(ONE), 0)
    trace.step(acts.PressClock(ONE), 0)
    trace.step(acts.RecordResult(ONE, ONE, 1), 5000)
    trace.step(acts.RecordResult(TWO, TWO, 1), 5000)  # they do not say the same
    trace.step(acts.RecordResult(TWO, ONE, 4), 5000)
    trace.step(acts.RecordResult(TWO, ONE, 1), 5000)
    trace.step(acts.PressClock(ONE), 1000)
    trace.step(game.EndSession(ONE), 1000)
    return trace.trace


def stops() -> dict[str, Any]:
    """Every reason for stopping a clock, and what may be done meanwhile; a delay that is waited out."""
    trace = Tracing(11, ruler=Ruler.DIRECTOR)
    trace.step(acts.PressClock(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.StopClock(acts.StopReason.DIRECTOR, ONE), 0)
    trace.step(acts.RestartDelay(ONE), 0)
    trace.step(acts.PressClock(ONE), 100)
    for reason in acts.StopReason:
        trace.step(acts.StopClock(reason, TWO), 15_000)
        trace.step(acts.PressClock(TWO), 1000)
        trace.step(game.Double(TWO), 1000)
        trace.step(game.Take(ONE), 1000)
        trace.step(acts.AnswerDelayLoss(TWO, True), 1000)
        trace.step(acts.AnswerDelayLoss(ONE, True), 1000)
        trace.step(acts.ResumeClock(ONE), 3000)
        trace.step(acts.PressClock(ONE), 4000)
        trace.step(acts.PressClock(TWO), 4000)
        trace.step(acts.PressClock(ONE), 4000)
    trace.step(acts.StopClock(acts.StopReason.DICE_LIFTED_EARLY, TWO), 100)
    trace.step(acts.AnswerDelayLoss(ONE, True), 100)
    trace.step(acts.ResumeClock(TWO, TWO), 100)
    trace.step(acts.PressClock(TWO), 2000)
    trace.step(acts.PressClock(ONE), 11_999)  # waits out his delay
    trace.step(game.Double(ONE), 0)
    trace.step(acts.RecordResult(ONE, ONE, 1), 0)
    trace.step(acts.PressClock(ONE), 1)
    trace.step(acts.StopClock(acts.StopReason.GAME_DECIDED, TWO), 1)
    trace.result(TWO, 2)
    return trace.trace


def flags() -> dict[str, Any]:
    """Time is out when somebody says so; both out is for whoever rules."""
    trace = Tracing(3, ClockSetting(0.5, 10))
    trace.step(acts.ClaimFlag(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.PressClock(TWO), 0)
    trace.step(acts.ClaimFlag(ONE), 100_000 - 1)
    trace.step(acts.ClaimFlag(TWO), 1)
    trace.step(acts.ClaimFlag(ONE), 0)
    trace.step(acts.ClaimFlag(ONE), 0)
    return trace.trace


def both_flags() -> dict[str, Any]:
    trace = Tracing(1, ClockSetting(0.5, 10))
    for action in (acts.AnnounceCrawford(ONE), game.StartGame(ONE), acts.PressClock(TWO)):
        trace.step(action, 0)
    trace.step(acts.PressClock(ONE), 50_000)
    trace.step(acts.PressClock(TWO), 60_000)
    trace.step(acts.ClaimFlag(TWO), 1000)
    trace.step(acts.PressClock(ONE), 1000)
    trace.step(acts.RecordResult(ONE, ONE, 1), 1000)
    return trace.trace


def breaks() -> dict[str, Any]:
    """One each to 15 points, two above it; joined, and come back from."""
    trace = Tracing(17, clock=None)
    trace.step(acts.TakeBreak(ONE), 0)
    trace.step(game.StartGame(ONE), 0)
    trace.step(acts.TakeBreak(ONE), 1000)
    trace.result(ONE, 1)
    trace.step(acts.TakeBreak(ONE), 0)
    trace.step(acts.TakeBreak(TWO, 2), 60_000)
    trace.step(acts.TakeBreak(TWO), 0)
    trace.step(game.StartGame(ONE), 1000)
    trace.step(acts.ReturnFromBreak(TWO), 1000)
    trace.step(acts.ReturnFromBreak(TWO), 0)
    trace.step(game.StartGame(TWO), 0)  # the other's break goes on
    trace.step(game.StartGame(ONE), 0)
    trace.result(TWO, 1)
    trace.step(acts.TakeBreak(ONE), 0)
    trace.step(game.StartGame(TWO), 5 * 60_000 - 1)
    trace.step(game.StartGame(TWO), 1)
    return trace.trace


def dead_cube() -> dict[str, Any]:
    """At 3-0 to 7 a cube of 4 is enough for the player ahead, and not for the other."""
    trace = Tracing(7, clock=None)
    trace.step(game.StartGame(ONE), 0)
    trace.result(ONE, 3)
    trace.step(game.StartGame(ONE), 0)
    for action in (game.Double(ONE), game.Take(TWO), game.Double(TWO), game.Take(ONE), game.Double(TWO)):
        trace.step(action, 0)
    trace.step(game.Double(ONE), 0)
    trace.result(TWO, 2)
    return trace.trace


def at_random(seed: int) -> dict[str, Any]:
    """A match to 5 of presses, stops, doubles and results."""
    rng = Random(seed)
    trace = Tracing(5)
    wanted = (
        game.StartGame
        | game.Double
        | game.Take
        | game.Drop
        | acts.PressClock
        | acts.RestartDelay
        | acts.StopClock
        | acts.ResumeClock
        | acts.AnnounceCrawford
    )
    for _ in range(120):
        if trace.table.match.result:
            break
        by = rng.choice([ANNA, BO])
        found = [action for action in actions(trace.table, by, trace.at) if isinstance(action, wanted)]
        chosen = next((a for a in found if isinstance(a, acts.PressClock)), None) if rng.random() < 0.6 else None
        if rng.random() < 0.06 and trace.table.game_running and trace.table.match.game.phase != "doubled":  # type: ignore[union-attr]
            trace.result(rng.choice([ONE, TWO]), rng.choice([1, 1, 2]))
        elif found:
            trace.step(chosen or rng.choice(found), rng.choice([0, 500, 3000, 12_000, 12_345, 40_000]))
    return trace.trace


def traces() -> dict[str, dict[str, Any]]:
    made = {
        "delay": delay(),
        "cube": cube(),
        "crawford": crawford(),
        "money": money(),
        "home_rules": home_rules(),
        "one_point": one_point(),
        "one_point_with_cube": one_point_with_cube(),
        "stops": stops(),
        "flags": flags(),
        "both_flags": both_flags(),
        "breaks": breaks(),
        "dead_cube": dead_cube(),
    }
    return {**made, **{f"random_{seed}": at_random(seed) for seed in (1, 2, 3)}}


def main() -> None:
    TRACES.mkdir(exist_ok=True)
    for name, trace in traces().items():
        steps = ",\n".join(json.dumps(step) for step in trace["steps"])  # a step a line: a change can be read
        head = json.dumps({"terms": trace["terms"], "start": trace["start"]})[:-1]
        (TRACES / f"{name}.json").write_text(f'{head}, "steps": [\n{steps}\n]}}\n')


if __name__ == "__main__":
    main()
