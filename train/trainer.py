"""One run: resumes the last state, follows the plan for the time it is given, saves, measures, reports."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch

from train import curve, export, rollout, state, validate
from train.learner import Learner, Replay
from train.model import FloatNet, random_parameters
from train.native import IntegerNet, Native, QuickNet
from train.plan import BATCH, Moment, Phase, Progress, moment
from train.selfplay import MIXING, Games

KEPT_ALWAYS = 0.3  # share of positions kept whatever their residual
KEPT_FULLY = 0.04  # residual from which all are kept
REPORT_EVERY = 15.0  # seconds
SAVE_EVERY = 120.0
WARMING = 25.0  # seconds over which a run that resumes comes up to its rate: Adam's moments begin empty
RESERVE = 1.0  # seconds kept back for the last block


@dataclass(frozen=True)
class Options:
    plan: tuple[Phase, ...]
    folder: Path  # the state to resume from
    out: Path  # where the new state goes
    seconds: float  # of training in this run
    seed: int
    validate_after: float  # seconds of training after which the validation set is made, if there is none yet
    validation_positions: int = 2048
    validation_games: int = rollout.GAMES_EACH
    batch: int = BATCH
    new_validation: bool = False  # made by the network as it is at the begin of this run
    judge: Path | None = None  # an exported network that makes the validation set instead, at the begin
    quick: Path | None = None  # a quick network that picks which plays are looked at in self-play


class Trainer:
    def __init__(self, options: Options, device: torch.device) -> None:
        self.options = options
        self.native = Native(device)
        self.quick = QuickNet(options.quick, device) if options.quick else None
        found = state.load(options.folder)
        if found is None:
            generator = torch.Generator().manual_seed(options.seed)
            parameters, self.progress = random_parameters(generator), Progress(options.seed)
        else:
            parameters, self.progress = found
        torch.manual_seed(self.progress.seed * 1000 + self.progress.runs)
        self.learner = Learner(self.native, parameters, options.batch)
        self.before = self.progress.seconds
        self.steps_before = self.progress.steps
        self.games: Games | None = None
        self.replay: Replay | None = None
        self.phase = -1
        known = options.folder / "validation.npz"
        keep = known.exists() and not options.new_validation
        self.known = validate.load(known, device) if keep else None
        options.out.mkdir(parents=True, exist_ok=True)
        old_curve = options.folder / "curve.csv"
        self.curve = options.out / "curve.csv"
        if old_curve.exists() and old_curve != self.curve:
            self.curve.write_text(old_curve.read_text())

    def _enter(self, now: Moment) -> None:
        """Games and buffer for a new phase."""
        phase = now.phase
        if self.games is None or self.games.number != phase.games:
            seed = self.progress.seed + 97 * self.progress.runs
            self.games = Games(self.native, phase.games, phase.odd_share, seed, phase.calm_share, self.quick)
            self.games.play(self.learner.teacher(), MIXING)
        self.games.odd_share, self.games.calm_share = phase.odd_share, phase.calm_share
        if self.replay is None or self.replay.capacity != phase.buffer:
            self.replay = Replay(phase.buffer, self.native.device)
        self.phase = now.index

    def _block(self, now: Moment) -> tuple[float, float]:
        """Some plies of self-play, then learning from them; returns the loss and the residual."""
        assert self.games is not None
        assert self.replay is not None
        phase = now.phase
        block = self.games.block(self.learner.teacher(), phase.plies, phase.all_rolls, now.trace)
        self.progress.positions += len(block.positions)
        positions, targets = block.positions, block.targets
        if phase.all_rolls:  # what the network already judges as one roll on says is met less often
            chance = KEPT_ALWAYS + (1.0 - KEPT_ALWAYS) * block.residual.abs() / KEPT_FULLY
            kept = torch.rand_like(chance) < chance
            positions, targets = positions[kept], targets[kept]
        self.replay.add(positions, targets)
        residual = float(block.residual.square().mean().sqrt())
        if self.replay.size < self.replay.capacity // 4:  # few enough to be learned by heart
            return 0.0, residual
        steps = max(1, round(phase.passes * len(positions) / self.learner.batch))
        warm = min(1.0, (self.progress.seconds - self.before) / WARMING) if self.before else 1.0
        loss = self.learner.learn(
            self.replay, steps, now.rate * warm, phase.epsilon, phase.decay, phase.quantised, now.equity, phase.beta2,
            phase.tails,
        )  # fmt: skip
        return loss, residual

    def _error(self) -> dict[str, object]:
        if self.known is None:
            return {}
        floating = FloatNet(self.native, self.learner.average).evaluate(self.known.positions)
        integer, _ = self.native.evaluate(self.learner.teacher(), self.known.positions)
        return {
            "validation": f"{validate.errors(floating, self.known).rms_without_noise:.5f}",
            "quantised": f"{validate.errors(integer, self.known).rms_without_noise:.5f}",
        }

    def _make_validation(self) -> None:
        """Positions of all kinds, rolled out by the network as it is now, or by the judge in games of its own."""
        began = time.monotonic()
        number = self.options.validation_positions
        if self.options.judge is None:
            assert self.games is not None
            net, games = self.learner.teacher(), self.games
        else:
            net = integer_net_of(self.options.judge, self.native)
            games = rollout.fresh_games(self.native, net, number)
        self.known = rollout.known_positions(self.native, net, games, number, self.options.validation_games)
        self.known.save(self.options.out / "validation.npz")
        error = float(self.known.standard_error.square().mean().sqrt())
        spent = time.monotonic() - began
        print(f"validation set: {number} positions, standard error {error:.4f}, {spent:.1f} s")

    def _save(self) -> None:
        self.progress.steps = self.steps_before + self.learner.steps
        state.save(self.options.out, self.learner.average, self.progress)
        if self.known is not None:
            self.known.save(self.options.out / "validation.npz")

    def run(self) -> dict[str, object]:
        progress, options = self.progress, self.options
        began = last_report = last_save = time.monotonic()
        aside = 0.0  # time spent on the validation set, which the plan does not count
        while True:
            spent = time.monotonic() - began - aside
            progress.seconds = self.before + spent
            if spent >= options.seconds - RESERVE:
                break
            now = moment(options.plan, progress.seconds)
            if now.index != self.phase:
                self._enter(now)
            due = options.new_validation or options.judge or progress.seconds >= options.validate_after
            if self.known is None and due:
                start = time.monotonic()
                self._make_validation()
                aside += time.monotonic() - start
            loss, residual = self._block(now)
            if time.monotonic() - last_report >= REPORT_EVERY:
                last_report = time.monotonic()
                self._report(now, loss, residual)
            if time.monotonic() - last_save >= SAVE_EVERY:
                last_save = time.monotonic()
                self._save()
        progress.runs += 1
        self._save()
        return self._report(moment(options.plan, progress.seconds), loss, residual)

    def _report(self, now: Moment, loss: float, residual: float) -> dict[str, object]:
        row: dict[str, object] = {
            "seconds": f"{self.progress.seconds:.1f}", "phase": now.phase.name, "rate": f"{now.rate:.2e}",
            "trace": f"{now.trace:.2f}", "steps": self.steps_before + self.learner.steps,
            "positions": self.progress.positions, "loss": f"{loss:.5f}",
            "residual": f"{residual:.5f}" if now.phase.all_rolls else "", **self._error(),
        }  # fmt: skip
        curve.append(self.curve, row)
        print(" ".join(f"{name} {value}" for name, value in row.items() if value != ""), flush=True)
        return row


def integer_net_of(path: Path, native: Native) -> IntegerNet:
    """An exported network on the device."""
    return IntegerNet(
        {name: torch.from_numpy(array.copy()).to(native.device) for name, array in export.read(path).items()}
    )


def write_ledger(path: Path, entry: dict[str, object]) -> None:
    with path.open("a") as file:
        file.write(json.dumps(entry) + "\n")
