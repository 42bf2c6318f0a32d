"""Checks the kernels on a GPU against ``host.cpp`` on fresh random positions, and measures their speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.learner import Learner, Replay
from train.model import integer_net, random_parameters, view
from train.native import Native, QuickNet
from train.positions import ROLL_CODES, from_gnu_id, pack
from train.selfplay import MIXING, Games
from train.shape import HIDDEN, PARAMETERS
from train.trainer import integer_net_of


def restless_parameters(seed: int) -> Tensor:
    """Random weights everywhere, also in the windows, so that every row is tested."""
    generator = torch.Generator().manual_seed(seed)
    vector = random_parameters(generator)
    rows = view(vector, "rows")
    rows += torch.randn(rows.shape, generator=generator) * 0.03 * (rows.abs().sum(1, keepdim=True) == 0)
    rows[192] = 0.0  # the row that pads lists
    return vector


def mixed_positions(native: Native, number: int, seed: int) -> Tensor:
    """Positions of all kinds: from games with random weights, ordinary and odd starts, at many stages."""
    games = Games(native, number, odd_share=0.7, seed=seed)
    games.play(integer_net(random_parameters(torch.Generator().manual_seed(seed)).to(native.device)), 24)
    return games.positions


def check_perft(native: Native, path: Path) -> None:
    lines = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    positions = torch.tensor(pack(np.stack([from_gnu_id(line[0]) for line in lines]))).to(native.device)
    wide = Native(native.device, capacity=1024)
    _, sizes = wide.generate(positions, torch.tensor(ROLL_CODES).to(native.device), 21)
    known = torch.tensor([[int(number) for number in line[2:23]] for line in lines])
    wrong = int((sizes.view(-1, 21).cpu() != known).sum())
    print(f"perft: {len(lines)} positions x 21 rolls, {wrong} wrong")
    assert wrong == 0


def check_against_host(gpu: Native, host: Native, seed: int, quick: Path | None) -> None:
    positions = mixed_positions(gpu, 600, seed)
    there, here = positions, positions.cpu()
    vector = restless_parameters(seed)
    gpu_net, host_net = integer_net(vector.to(gpu.device)), integer_net(vector)

    values, logits = gpu.evaluate(gpu_net, there)
    host_values, host_logits = host.evaluate(host_net, here)
    print(f"logits: {int((logits.cpu() != host_logits).sum())} of {logits.numel()} differ")
    assert torch.equal(logits.cpu(), host_logits)
    assert torch.allclose(values.cpu(), host_values, atol=1e-5)

    codes = torch.tensor(ROLL_CODES)
    few = slice(0, 40)
    plays, sizes = gpu.generate(there[few].contiguous(), codes.to(gpu.device), 21)
    host_plays, host_sizes = host.generate(here[few].contiguous(), codes, 21)
    assert torch.equal(sizes.cpu(), host_sizes)
    used = torch.arange(gpu.capacity)[None, :] < host_sizes[:, None]
    shape = (len(host_sizes), gpu.capacity, 4)
    listed = plays[: used.numel() * 4].cpu().view(shape)[used]
    assert torch.equal(listed, host_plays[: used.numel() * 4].view(shape)[used])
    noise = torch.full((40,), 0.05)
    for named in (None, quick):
        quicks = [QuickNet(named, native.device) if named else None for native in (gpu, host)]
        asked = there[few].contiguous(), codes.to(gpu.device), 21, noise.to(gpu.device), seed
        choice = gpu.choose(gpu_net, *asked, quicks[0])
        host_choice = host.choose(host_net, here[few].contiguous(), codes, 21, noise, seed, quicks[1])
        assert torch.allclose(choice.best_value.cpu(), host_choice.best_value, atol=1e-4)
        same = (choice.picked.cpu() == host_choice.picked).all(1).float().mean()
        print(f"{'picks of the quick network' if named else 'plays'} alike; picked plays alike: {float(same):.4f}")
        assert same > 0.995  # near ties may differ: the GPU's exponential is a little less exact
        if quick is None:
            break

    gradient = torch.randn((600, HIDDEN)) * (torch.rand((600, HIDDEN)) < 0.5)
    results = []
    for native, where in ((gpu, there), (host, here)):
        device = native.device
        table = view(vector, "rows").to(torch.bfloat16).to(device)
        sums = torch.empty((600, HIDDEN), device=device)
        tails = torch.empty(600, dtype=torch.int32, device=device)
        native.forward(where, table, view(vector, "bias").to(device).contiguous(), sums, tails)
        back = torch.zeros(table.shape, device=device)
        native.backward(where, gradient.to(device), back)
        results.append((sums.cpu(), tails.cpu(), back.cpu()))
    assert torch.allclose(results[0][0], results[1][0], atol=1e-4)
    assert torch.equal(results[0][1], results[1][1])
    assert torch.allclose(results[0][2], results[1][2], atol=1e-3)
    check_adam(gpu, host)
    print("forward, backward and Adam agree; tails met:", torch.bincount(results[1][1], minlength=6).tolist())


def check_adam(gpu: Native, host: Native) -> None:
    size = 5003  # not a multiple of four
    vectors = [torch.randn(size) * 0.1, torch.randn(size), torch.randn(size), torch.rand(size), torch.randn(size)]
    rates = torch.tensor([1e-3, 0.9, 0.999, 1e-8, 0.99, 1.1, 1.3])
    results = []
    for native in (gpu, host):
        moved = [vector.clone().to(native.device) for vector in vectors]
        table = torch.zeros(size, dtype=torch.bfloat16, device=native.device)
        native.adam(
            moved[0], moved[1], moved[2], moved[3], moved[4], table, rates.to(native.device), 127 / 256, 0.05, 256.0
        )
        results.append([vector.cpu() for vector in (*moved, table.float())])
    for ours, theirs in zip(*results, strict=True):
        assert torch.allclose(ours, theirs, atol=1e-5)


def seconds_of(work: Callable[[], object], times: int) -> float:
    work()
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(times):
        work()
    torch.cuda.synchronize()
    return (time.perf_counter() - began) / times


def speeds(native: Native, exported: Path | None, quick: Path | None) -> None:
    """With an exported network the positions are of its own games, which share more rows than those of random play."""
    net = integer_net_of(exported, native) if exported else integer_net(restless_parameters(5).to(native.device))
    codes = torch.tensor(ROLL_CODES).to(native.device)
    many = mixed_positions(native, 131072, 6)
    if exported:
        played = Games(native, 131072, odd_share=0.6, seed=6)
        played.play(net, MIXING)
        many = played.positions
    spent = seconds_of(lambda: native.evaluate(net, many), 5)
    print(f"evaluate, unrelated positions: {len(many) / spent / 1e6:.1f} M/s")
    some = many[:32768].contiguous()
    quiet = torch.zeros(len(many), device=native.device)
    spent = seconds_of(lambda: native.generate(some, codes, 21), 3)
    _, sizes = native.generate(some, codes, 21)
    plays, most, cut = float(sizes.double().sum()), int(sizes.max()), int((sizes == native.capacity).sum())
    print(f"generate: {len(some) * 21 / spent / 1e6:.1f} M rolls/s")
    print(f"plays of a position: {plays / len(some):.0f}; of a roll at most {most}, cut short {cut}")
    both = seconds_of(lambda: native.choose(net, some, codes, 21, quiet[: len(some)], 1), 3)
    print(f"choose: {plays / (both - spent) / 1e6:.1f} M evaluations/s")
    print(f"one-roll targets: {len(some) / both / 1e3:.0f} k/s")
    if quick:
        picks = QuickNet(quick, native.device)
        both = seconds_of(lambda: native.choose(net, some, codes, 21, quiet[: len(some)], 1, picks), 3)
        print(f"one-roll targets of plays that the quick network picks: {len(some) / both / 1e3:.0f} k/s")
    games = Games(native, 131072, 0.4, 7)
    spent = seconds_of(lambda: games.play(net, 4), 2) / 4
    print(f"self-play: {131072 / spent / 1e6:.2f} M moves/s")
    learner = Learner(native, restless_parameters(8), 16384)
    replay = Replay(131072, native.device)
    replay.add(many, torch.rand((len(many), 5), device=native.device))
    for quantised in (False, True):
        work = partial(learner.learn, replay, 100, 1e-4, 1e-7, 0.999, quantised)
        print(f"learning step of 16,384, quantised {quantised}: {seconds_of(work, 1) * 10:.2f} ms")
    sums, back = learner.sums, view(learner.gradient, "rows")
    batch, bias = many[:16384].contiguous(), view(learner.weights, "bias")
    forward = seconds_of(lambda: native.forward(batch, learner.table, bias, sums, learner.tails), 20)
    gradient = torch.randn_like(sums) * (torch.rand_like(sums) < 0.2)
    backward = seconds_of(lambda: native.backward(batch, gradient, back), 20)
    one, two, three, four, five = (torch.rand(PARAMETERS, device=native.device) for _ in range(5))
    adam = seconds_of(lambda: native.adam(one, two, three, four, five, None, learner.rates, 1.0, 0.0, 0.0), 20)
    print(f"of which forward {forward * 1e3:.2f}, backward {backward * 1e3:.2f}, Adam {adam * 1e3:.2f} ms")
    print(f"parameters: {PARAMETERS:,}; memory {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")


def check(perft: Path | None, only_speeds: bool, net: Path | None, quick: Path | None) -> None:
    gpu = Native(torch.device("cuda"))
    torch.backends.cuda.matmul.allow_tf32 = True
    if only_speeds:
        speeds(gpu, net, quick)
        return
    host = Native(torch.device("cpu"))
    if perft is not None:
        check_perft(gpu, perft)
    for seed in (1, 2):
        check_against_host(gpu, host, seed, quick)
    speeds(gpu, net, quick)
