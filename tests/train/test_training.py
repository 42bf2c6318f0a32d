"""Targets, quantised learning, and a whole run at the size of a CPU. Skipped where PyTorch is not installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from train.learner import Learner, Replay  # noqa: E402
from train.model import equity, integer_net, integers, random_parameters, tail_logits, view  # noqa: E402
from train.native import QUICK_KEPT, Native, QuickNet  # noqa: E402
from train.plan import Progress  # noqa: E402
from train.positions import ROLL_CODES, from_gnu_id, pack  # noqa: E402
from train.selfplay import Games, lambda_targets  # noqa: E402
from train.shape import HIDDEN, LATE_SUM_ONE, PARTS, ROW_ONE, ROWS  # noqa: E402

from train import export, plan, quick, state  # noqa: E402

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(torch.device("cpu"))


def positions_of_play(native: Native, number: int) -> torch.Tensor:
    games = Games(native, number, odd_share=0.6, seed=4)
    games.play(integer_net(random_parameters(torch.Generator().manual_seed(4))), 6)
    return games.positions


def test_what_a_later_ply_found_out_is_handed_back_from_the_other_side() -> None:
    first = torch.tensor([[[0.5, 0.1, 0.0, 0.2, 0.0]], [[0.6, 0.3, 0.1, 0.1, 0.0]]])
    after = torch.tensor([[[0.5, 0.2, 0.0, 0.1, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0]]])
    going_on = torch.tensor([[False], [True]])
    targets = lambda_targets(first, after, going_on, trace=0.5)
    assert torch.allclose(targets[1], first[1])
    # The second position turned out 0.1 better for its player, so 0.05 worse for the one before.
    assert torch.allclose(targets[0, 0], torch.tensor([0.45, 0.1, 0.0, 0.25, 0.05]))
    ended = torch.tensor([[True], [True]])
    assert torch.allclose(lambda_targets(first, after, ended, trace=0.5), first)


def test_quantised_learning_sees_exactly_the_integers(native: Native) -> None:
    positions = positions_of_play(native, 40)
    vector = random_parameters(torch.Generator().manual_seed(5))
    _, logits = native.evaluate(integer_net(vector), positions)
    table = ((view(vector, "rows") * ROW_ONE + 0.5).floor() / ROW_ONE).to(torch.bfloat16)
    bias = (view(vector, "bias") * ROW_ONE + 0.5).floor() / ROW_ONE
    sums, tails = torch.empty((40, HIDDEN)), torch.empty(40, dtype=torch.int32)
    native.forward(positions, table, bias, sums, tails)
    parts = {part.name: view(vector, part.name) for part in PARTS}
    shown = tail_logits(parts, sums, tails, quantised=True)
    assert torch.allclose(shown, logits / LATE_SUM_ONE, atol=1e-5)


@pytest.mark.parametrize("quantised", [False, True])
def test_a_few_positions_can_be_learned(native: Native, quantised: bool) -> None:
    positions = positions_of_play(native, 64)
    targets = torch.rand((64, 1)) * torch.tensor([1.0, 0.4, 0.1, 0.3, 0.1])
    replay = Replay(64, native.device)
    replay.add(positions, targets)
    learner = Learner(native, random_parameters(torch.Generator().manual_seed(6)), batch=64)
    before = learner.learn(replay, 4, 1e-2, 1e-8, 0.9, quantised)
    learner.learn(replay, 24, 1e-2, 1e-8, 0.9, quantised)
    assert learner.learn(replay, 4, 1e-2, 1e-8, 0.9, quantised) < before - 0.3
    assert float(view(learner.weights, "rows").abs().max()) <= 127 / 256


def test_the_tails_learn_at_a_rate_of_their_own(native: Native) -> None:
    replay = Replay(64, native.device)
    replay.add(positions_of_play(native, 64), torch.rand((64, 5)) * 0.1)
    before = random_parameters(torch.Generator().manual_seed(6))
    learner = Learner(native, before, batch=64)
    learner.learn(replay, 4, 1e-2, 1e-8, 0.9, quantised=False, tails=0.0)
    moved = {part.name for part in PARTS if not torch.equal(view(learner.weights, part.name), view(before, part.name))}
    assert moved == {"rows", "bias"}
    learner.learn(replay, 4, 1e-2, 1e-8, 0.9, quantised=False)
    assert not torch.equal(view(learner.weights, "second"), view(before, "second"))


def test_the_plan_goes_from_phase_to_phase() -> None:
    assert plan.moment(plan.FULL, 0.0).phase.name == "td"
    assert plan.moment(plan.FULL, 0.0).rate == pytest.approx(1e-3)
    assert plan.moment(plan.FULL, 80.0).phase.all_rolls
    end = plan.moment(plan.FULL, 1e6)
    assert end.rate == pytest.approx(plan.FULL[-1].rate[1])


def test_what_is_kept_in_16_bits_has_the_same_integers(tmp_path: Path) -> None:
    vector = random_parameters(torch.Generator().manual_seed(6)) * 0.9
    rows = view(vector, "rows")
    edges = (torch.arange(HIDDEN) % 64 - 32 + 0.5) / ROW_ONE  # where rounding turns, and a hair to either side
    rows[1], rows[2], rows[3] = edges - 1e-7, edges, edges + 1e-7
    state.save(tmp_path, vector, Progress(1))
    found = state.load(tmp_path)
    assert found is not None
    kept, wanted = integers(found[0]), integers(vector)
    assert all(torch.equal(kept[part.name], wanted[part.name]) for part in PARTS)
    assert float((found[0] - vector).abs().max()) < 1e-3


def test_weights_kept_the_first_way_are_still_read(tmp_path: Path) -> None:
    vector = random_parameters(torch.Generator().manual_seed(6))
    state.save(tmp_path, vector, Progress(1))
    for piece in tmp_path.glob("weights.*"):
        piece.unlink()
    (tmp_path / "weights.0").write_bytes(vector.numpy().astype("<f2").tobytes())
    found = state.load(tmp_path)
    assert found is not None
    assert torch.equal(found[0], vector.half().float())


def test_an_exported_network_and_its_progress_are_a_state(tmp_path: Path) -> None:
    arrays = integers(random_parameters(torch.Generator().manual_seed(6)) * 0.9)
    export.write(tmp_path / "tavl.net", {name: array.numpy() for name, array in arrays.items()})
    (tmp_path / "progress.json").write_text('{"seed": 4, "seconds": 1520.0}')
    found = state.load(tmp_path)
    assert found is not None
    assert found[1] == Progress(4, 1520.0)
    again = integers(found[0])
    assert all(torch.equal(again[name], arrays[name]) for name in arrays)


def test_a_run_can_be_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    for _ in range(2):
        command = ["run", "--tiny", "--seconds", "7", "--seed", "3", "--state", str(folder), "--validate-after", "2"]
        done = subprocess.run([sys.executable, "-m", "train", *command], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    found = state.load(folder)
    assert found is not None
    assert found[1].runs == 2
    assert found[1].steps > 0
    lines = [json.loads(line) for line in (folder / "ledger.jsonl").read_text().splitlines()]
    assert [line["run"] for line in lines] == [1, 2]
    assert lines[1]["trained_seconds"] > lines[0]["trained_seconds"]
    assert all((folder / name).exists() for name in ("tavl.net", "curve.csv", "curve.svg", "validation.npz"))


def test_a_quick_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    torch.manual_seed(4)
    net = quick.Quick()
    path = tmp_path / "tavl.quick"
    quick.write(net, path)
    again, rounded = quick.read(path), net.rounded()
    rows, tails = torch.tensor([[1, 500, 14000], [7, 27500, ROWS]]), torch.tensor([0, 9])
    assert torch.equal(again.rows.weight[:ROWS], rounded.rows.weight[:ROWS])
    assert torch.allclose(again(rows, tails), rounded(rows, tails), atol=1e-4)
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(ValueError, match="length"):
        quick.read(path)


def test_with_a_quick_network_the_best_of_its_picks_is_taken(native: Native) -> None:
    positions = positions_of_play(native, 12)
    net = integer_net(random_parameters(torch.Generator().manual_seed(6)))
    codes, quiet = torch.tensor(ROLL_CODES), torch.zeros(12)
    picks = QuickNet(ROOT / "src" / "tavl" / "engine" / "data" / "tavl.quick", native.device)
    every = native.choose(net, positions, codes, 21, quiet, 1)
    some = native.choose(net, positions, codes, 21, quiet, 1, picks)
    _, sizes = native.generate(positions, codes, 21)
    few = sizes <= QUICK_KEPT
    assert few.any()
    assert not few.all()
    assert torch.equal(every.picked[few], some.picked[few])
    assert bool((equity(some.best_value) <= equity(every.best_value) + 1e-6).all())
    assert bool(some.picked_best.all())


def test_noise_picks_among_all_plays_though_only_some_are_looked_at(native: Native) -> None:
    start = torch.tensor(pack(from_gnu_id("4HPwATDgc/ABMA")[None])).repeat(400, 1)
    net = integer_net(random_parameters(torch.Generator().manual_seed(6)))
    roll, heat = torch.full((400,), 2 * 8 + 1, dtype=torch.uint8), torch.full((400,), 5.0)
    picks = QuickNet(ROOT / "src" / "tavl" / "engine" / "data" / "tavl.quick", native.device)
    _, sizes = native.generate(start, roll, 1)
    assert int(sizes[0]) > QUICK_KEPT
    choice = native.choose(net, start, roll, 1, heat, 3, picks)
    assert len(choice.picked.unique(dim=0)) > QUICK_KEPT
