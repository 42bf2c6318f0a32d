"""Traces for a device's own clock and score card, made from `table/`: `python -m tests.table.make_traces`.

Each is a match as a device alone would keep it: terms, then steps with an action, its instant, and what the device must
show then. A device that replays them all alike knows what little it must know: delay, score, cube, Crawford.
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
from tavl.table import Detail, Sitting, Table, actions, acts, decide, evolve
from tests.table.helpers import ANNA, BO, ONE, PLAYERS, STANDARD, TWO, opened

TRACES = Path(__file__).parent / "traces"
AFTER = (0, 1, 11_999, 12_000, 12_001, 60_000)  # ms after a step at which the clock is read too


def shown(table: Table, at: int) -> dict[str, Any]:
    """What a device shows."""
    running = table.match.game
    cube = running.cube if running else game.Cube()
    doubled = running is not None and running.phase == "doubled"
    found: dict[str, Any] = {
        "score": table.match.score,
        "length": table.match.length,
        "cube": None if cube is None else {"value": cube.value, "owner": cube.owner},
        "offered": running.offered_value if running and doubled else None,
        "crawford": running.terms.crawford if running and table.game_running else table.match.next_is_crawford,
        "winner": table.match.result.winner if table.match.result else None,
    }
    if table.clock:
        times, delay_left = table.clock.reads(at)
        found["clock"] = {"times": times, "delay_left": delay_left, "running": table.clock.running}
    return found


class Tracing:
    def __init__(self, length: int, clock: bool = True) -> None:
        self.table = opened(length, Sitting.RECORDED, detail=Detail.CUBE, clock=STANDARD if clock else None)
        self.at = 0
        start = shown(self.table, 0)
        self.trace: dict[str, Any] = {"terms": self._terms(length, clock), "start": start, "steps": []}

    def _terms(self, length: int, clock: bool) -> dict[str, Any]:
        setting = {"minutes_per_point": 2, "delay_seconds": 12} if clock else None
        return {"length": length, "clock": setting, "crawford": True}

    def step(self, action: Any, after: int) -> None:
        self.at += after
        by = PLAYERS[action.seat]
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
    trace = Tracing(3, clock=False)
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
    made = {"delay": delay(), "cube": cube(), "crawford": crawford()}
    return {**made, **{f"random_{seed}": at_random(seed) for seed in (1, 2, 3)}}


def main() -> None:
    TRACES.mkdir(exist_ok=True)
    for name, trace in traces().items():
        steps = ",\n".join(json.dumps(step) for step in trace["steps"])  # a step a line: a change can be read
        head = json.dumps({"terms": trace["terms"], "start": trace["start"]})[:-1]
        (TRACES / f"{name}.json").write_text(f'{head}, "steps": [\n{steps}\n]}}\n')


if __name__ == "__main__":
    main()
