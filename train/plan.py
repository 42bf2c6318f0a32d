"""What is done when: phases, their lengths in seconds of training, so that a run fits the time there is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Phase:
    name: str
    seconds: float
    all_rolls: bool  # exact one-roll targets, or the one roll that was played
    games: int
    plies: int  # a block is games x plies positions
    odd_share: float  # of games that start from an odd position
    calm_share: float  # of games without noise: a play that is not the best ends what later plies can teach
    trace: tuple[float, float]  # lambda, from the phase's begin to its end
    rate: tuple[float, float]  # learning rate, likewise, along half a cosine
    passes: float  # how often a position is learned from, on average
    buffer: int
    epsilon: float  # Adam's: as large as the gradient of a row met once in a hundred batches; rarer ones move less
    decay: float  # of the running average, per step
    quantised: bool
    beta2: float = 0.999  # Adam's memory of how large gradients are; rows that are met rarely need a long one
    tails: float = 1.0  # the rate of the layers behind the first, as a multiple
    equity: tuple[float, float] = (3.0, 3.0)  # weight of the squared error of the equity in the loss, begin to end


@dataclass
class Progress:
    seed: int
    seconds: float = 0.0  # of training, by which the plan goes
    steps: int = 0
    positions: int = 0  # positions given a target
    runs: int = 0


@dataclass(frozen=True)
class Moment:
    """Where a plan stands: the phase and its values now."""

    phase: Phase
    index: int
    trace: float
    rate: float
    equity: float


BATCH = 16384

TD = Phase(
    name="td", seconds=75, all_rolls=False, games=131072, plies=32, odd_share=0.4, calm_share=0.4, trace=(0.9, 0.6),
    rate=(1e-3, 5e-4), passes=1.0, buffer=131072 * 32, epsilon=6e-7, decay=0.999, quantised=False,
)  # fmt: skip
ROLL = Phase(
    name="roll", seconds=628, all_rolls=True, games=32768, plies=16, odd_share=0.5, calm_share=0.4, trace=(0.9, 0.85),
    rate=(6e-4, 2e-4), passes=8.0, buffer=16_000_000, epsilon=6e-8, decay=0.9997, quantised=False,
)  # fmt: skip
SETTLE = replace(ROLL, name="settle", seconds=562, trace=(0.85, 0.85), rate=(2e-4, 1e-5), decay=0.9999, quantised=True)
# For what time there is after that: up once more and down again.
AGAIN = replace(SETTLE, name="again", seconds=1092, trace=(0.95, 0.95), rate=(2e-4, 5e-6), odd_share=0.6)

# And again from the network that ships, for which the rows for pips and men behind are new.
ON = replace(AGAIN, name="on", seconds=1360)

# The same with more of a game behind each target: in blocks of 16 plies, most games with noise, it saw some five plies.
FAR = replace(
    ON, name="far", seconds=1380, games=8192, plies=64, calm_share=0.75, trace=(0.97, 0.97), rate=(1.5e-4, 4e-6)
)

# And again with a wider first layer (``TAVL_HIDDEN``), whose new sums begin unheard.
WIDE = replace(ON, name="wide", seconds=1400, passes=12.0, equity=(3.0, 12.0))

# And again with steps so small that their noise is less than what is learned; the tails, which every position moves,
# take larger ones.
FINE = replace(ON, name="fine", seconds=1450, rate=(2e-5, 1e-6), decay=0.99997, beta2=0.9999, tails=5.0)

# Two networks side by side as one with twice the sums (``join.py``): first the tails learn to hear both, while the rows
# stay as they are; then all learns on as in `fine`.
JOIN = replace(ON, name="join", seconds=120, rate=(2e-6, 2e-6), decay=0.9995, tails=200.0)
JOINED = replace(FINE, name="joined", seconds=1330, rate=(3e-5, 1e-6))

# And on from there, patiently: what was learned came in at the low rates. Its plan counts from the 4,982 s of `joined`.
PATIENT = replace(JOINED, name="patient", seconds=520, rate=(1.5e-5, 4e-7), trace=(0.95, 0.9), decay=0.99995)

# And on from there, more slowly still: back games and anchors first, and a longer look at how each game goes on.
STEADY = replace(
    PATIENT, name="steady", seconds=400, games=16384, plies=32, odd_share=0.7, calm_share=0.5, rate=(2e-5, 3e-7),
    trace=(0.95, 0.92), decay=0.99997,
)  # fmt: skip

FULL = (TD, ROLL, SETTLE, AGAIN, ON, FINE)
# What one uninterrupted hour gives, from random weights.
HOUR = (TD, replace(ROLL, seconds=1500, trace=(0.9, 0.9)), replace(SETTLE, seconds=1950, trace=(0.95, 0.95)))
# The same in three pieces of 25 minutes without a break, each of which ends with a network that can be used.
LONG = (
    replace(TD, seconds=70), replace(ROLL, seconds=800, trace=(0.9, 0.95)),
    replace(SETTLE, seconds=650, trace=(0.95, 0.95), rate=(2e-4, 1e-5)),
    replace(AGAIN, seconds=1520, odd_share=0.5),
    replace(AGAIN, name="further", seconds=1434, rate=(1.5e-4, 5e-6), odd_share=0.7),
)  # fmt: skip
PLANS = {
    "full": FULL, "far": (*FULL[:-1], FAR), "wide": (*FULL[:-1], WIDE), "joined": (*FULL[:-1], JOIN, JOINED),
    "patient": (*FULL[:-1], JOIN, replace(JOINED, seconds=1145), PATIENT),
    "steady": (*FULL[:-1], JOIN, replace(JOINED, seconds=1145), replace(PATIENT, seconds=518), STEADY),
    "hour": HOUR, "long": LONG,
}  # fmt: skip
# The same at a size a CPU can do in a test.
TINY = tuple(
    replace(phase, seconds=4.0, games=24, plies=4, buffer=512, passes=1.0)
    for phase in (TD, ROLL, SETTLE, AGAIN, LONG[-1], ON, FAR, WIDE, JOIN, JOINED, PATIENT, STEADY, FINE)
)


def changed(plan: tuple[Phase, ...], settings: list[str]) -> tuple[Phase, ...]:
    """A plan with other values, for a comparison: ``again.trace=0.95,0.95`` or ``again.seconds=250``."""
    for setting in settings:
        place, _, text = setting.partition("=")
        name, _, field = place.partition(".")
        phase = next((phase for phase in plan if phase.name == name), None)
        if phase is None or field not in (
            "seconds",
            "trace",
            "rate",
            "equity",
            "odd_share",
            "calm_share",
            "passes",
            "quantised",
            "decay",
            "beta2",
            "tails",
        ):
            raise ValueError(f"no such setting: {setting}")
        value: object = (
            tuple(float(part) for part in text.split(","))
            if field in ("trace", "rate", "equity")
            else text == "yes"
            if field == "quantised"
            else float(text)
        )
        plan = tuple(replace(p, **{field: value}) if p is phase else p for p in plan)  # type: ignore[arg-type]
    return plan


def moment(plan: tuple[Phase, ...], seconds: float) -> Moment:
    """The phase after so many seconds of training, and its values; past the end, those of the last one's end."""
    begin = 0.0
    for index, phase in enumerate(plan):
        last = index == len(plan) - 1
        if seconds < begin + phase.seconds or last:
            part = min(1.0, (seconds - begin) / phase.seconds)
            fall = 0.5 + 0.5 * math.cos(math.pi * part)
            rate = phase.rate[1] + (phase.rate[0] - phase.rate[1]) * fall
            trace = phase.trace[0] + (phase.trace[1] - phase.trace[0]) * part
            equity = phase.equity[0] + (phase.equity[1] - phase.equity[0]) * part
            return Moment(phase, index, trace, rate, equity)
        begin += phase.seconds
    raise ValueError("a plan needs a phase")
