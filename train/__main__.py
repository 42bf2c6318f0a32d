"""``python3 -m train check`` checks the kernels on a GPU; ``python3 -m train run`` trains, from the last state."""

from __future__ import annotations

import argparse
import dataclasses
import time
from pathlib import Path

import torch

from train import curve, export, plan, state, validate
from train.model import FloatNet, integers
from train.native import IntegerNet
from train.shape import TAIL_NAMES
from train.trainer import Options, Trainer, integer_net_of, write_ledger

HERE = Path(__file__).parent


def run(arguments: argparse.Namespace) -> None:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    chosen = plan.changed(plan.TINY if arguments.tiny else plan.PLANS[arguments.plan], arguments.set)
    options = Options(
        chosen, arguments.state, arguments.out or arguments.state, arguments.seconds, arguments.seed,
        arguments.validate_after, new_validation=arguments.new_validation, judge=arguments.judge, quick=arguments.quick,
        batch=arguments.batch, validation_positions=arguments.known,
    )  # fmt: skip
    if arguments.tiny:
        options = dataclasses.replace(options, validation_positions=2, validation_games=4, batch=256)
    began = time.monotonic()
    trainer = Trainer(options, device)
    last = trainer.run()
    finish(arguments, trainer, last, time.monotonic() - began)


def finish(arguments: argparse.Namespace, trainer: Trainer, last: dict[str, object], seconds: float) -> None:
    """Export the saved state, measure the exported integers, and write ledger, curve and table."""
    native, out, progress = trainer.native, trainer.options.out, trainer.progress
    saved = state.load(out)
    assert saved is not None
    arrays = integers(saved[0])
    export.write(out / "tavl.net", {name: array.numpy() for name, array in arrays.items()})
    net = IntegerNet({name: array.to(native.device) for name, array in arrays.items()})
    floating = FloatNet(native, saved[0].to(native.device))
    entry: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": state.commit(),
        "plan": arguments.plan, "seed": progress.seed, "run": progress.runs, "phase": last["phase"],
        "gpu_seconds": round(seconds, 1),
        "trained_seconds": round(progress.seconds, 1), "steps": progress.steps, "positions": progress.positions,
    }  # fmt: skip
    table = []
    sets = {"validation": trainer.known}
    if arguments.reported and arguments.reported.exists():
        sets["reported"] = validate.load_reported(arguments.reported, native)
    for name, known in sets.items():
        if known is None:
            continue
        judged = [
            ("float", floating.evaluate(known.positions)),
            ("quantised", native.evaluate(net, known.positions)[0]),
        ]
        if arguments.judge:
            judged.append(("judge", native.evaluate(integer_net_of(arguments.judge, native), known.positions)[0]))
        for kind, values in judged:
            error = validate.errors(values, known)
            entry[f"{name}_{kind}"] = round(error.rms if name == "reported" else error.rms_without_noise, 5)
            table.append((name, kind, len(known.positions), error))
    if arguments.note:
        entry["note"] = arguments.note
    write_ledger(out / "ledger.jsonl", entry)
    curve.draw(trainer.curve, out / "curve.svg")
    print(entry)
    print(f"{'set':11} {'net':10} {'n':>5} {'rms':>8} {'-noise':>8} {'mean':>8}  {', '.join(TAIL_NAMES)}")
    for name, kind, number, error in table:
        by_tail = " ".join(f"{x:.4f}" for x in error.by_tail)
        numbers = f"{error.rms:8.5f} {error.rms_without_noise:8.5f} {error.mean:8.5f}"
        print(f"{name:11} {kind:10} {number:5} {numbers}  {by_tail}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("run", help="train for some seconds, from the last state or from random weights")
    training.add_argument("--seconds", type=float, required=True)
    training.add_argument("--plan", choices=sorted(plan.PLANS), default="full")
    training.add_argument("--set", action="append", default=[], metavar="PHASE.FIELD=VALUE", help="another value")
    training.add_argument("--seed", type=int, default=1, help="for a start from random weights")
    training.add_argument("--state", type=Path, default=HERE / ".data", help="where the last state is")
    training.add_argument("--out", type=Path, help="where the new one goes (the same folder unless given)")
    training.add_argument("--reported", type=Path, help="third-party rollouts: measured at the end, never chosen by")
    training.add_argument("--validate-after", type=float, default=300.0)
    training.add_argument("--new-validation", action="store_true", help="make the validation set again first")
    training.add_argument(
        "--judge", type=Path, help="an exported network: makes the validation set, and is measured too"
    )
    training.add_argument(
        "--quick", type=Path, help="a quick network: in self-play only the plays it picks are looked at"
    )
    training.add_argument("--batch", type=int, default=plan.BATCH, help="positions a step learns from")
    training.add_argument("--known", type=int, default=2048, help="positions of the validation set, where it is made")
    training.add_argument("--note", help="a word for the ledger")
    training.add_argument("--tiny", action="store_true", help="sizes for a CPU, to see that it all holds together")
    checking = commands.add_parser("check", help="kernels against the plain C++ of host.cpp; speeds")
    checking.add_argument("--perft", type=Path, help="table of positions with their number of plays")
    checking.add_argument("--only-speeds", action="store_true")
    checking.add_argument("--net", type=Path, help="speeds of this exported network, on positions of its games")
    checking.add_argument("--quick", type=Path, help="a quick network: its picks are checked and timed too")
    judging = commands.add_parser("judge", help="roll positions out, luck taken out, each play one roll deep")
    judging.add_argument("--ids", type=Path, required=True, help="JSON lines with a GNU position ID as `id`")
    judging.add_argument("--out", type=Path, required=True, help="the same lines with five chances and `se`")
    judging.add_argument("--net", type=Path, default=HERE / ".data" / "tavl.net")
    judging.add_argument("--games", type=int, default=144)
    judging.add_argument("--keep", type=int, default=3, help="plays of a roll that are looked at one roll deep")
    judging.add_argument("--seconds", type=float, default=540.0, help="ends with what there is by then")
    judging.add_argument("--seed", type=int, default=1, help="of the dice: another one for another rollout of the same")
    aiming = commands.add_parser("targets", help="bias and noise of targets, by how far they look ahead")
    aiming.add_argument("--net", type=Path, default=HERE / ".data" / "tavl.net")
    aiming.add_argument(
        "--out", type=Path, required=True, help="a folder for the positions rolled out: `validation.npz`"
    )
    aiming.add_argument("--positions", type=int, default=2048)
    aiming.add_argument("--games", type=int, default=72, help="rollouts of each position")
    aiming.add_argument("--each", type=int, default=32, help="targets of each position")
    arguments = parser.parse_args()
    if arguments.command == "run":
        run(arguments)
    elif arguments.command == "targets":
        from train.targets import report

        report(arguments.net, arguments.out, arguments.positions, arguments.games, arguments.each)
    elif arguments.command == "judge":
        from train.judge import judge

        judge(
            arguments.ids, arguments.out, arguments.net, arguments.games, arguments.keep, arguments.seconds,
            arguments.seed,
        )  # fmt: skip
    else:
        from train.check import check

        check(arguments.perft, arguments.only_speeds, arguments.net, arguments.quick)


if __name__ == "__main__":
    main()
