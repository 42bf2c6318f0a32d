"""Legal plays: (position, roll) pairs a second, every resulting position read."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.table import Table, rate
from tavl import Dice, Position
from tavl.rules import legal_results

PERFT = Path(__file__).parents[1] / "tests" / "data" / "perft.tsv"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def run() -> Table:
    lines = [line.split("\t") for line in PERFT.read_text().splitlines()[1:]]
    positions = [Position.from_gnu_id(line[0]) for line in lines]
    table = Table(
        "Legal plays, (position, roll) pairs a second",
        ("program", "call", "threads", "a second", "against bgsage"),
        notes=[
            f"{len(positions)} positions x 21 rolls of tests/data/perft.tsv, every resulting position read in Python "
            "(bulk: the array of them is summed). OpenSpiel and pgx cannot be given a position: they are measured on "
            "positions of their own random games. OpenSpiel lists ordered actions, pgx single-die moves; neither plays."
        ],
    )
    rival = attempt(bgsage, [xgid_board(line[1]) for line in lines])
    measured = [
        ("bgsage 2.0", "possible_moves", 1, rival),
        ("OpenSpiel", "legal_actions", 1, attempt(open_spiel)),
        ("pgx", "legal_action_mask, batch of 1,024", "all", attempt(pgx_batch)),
        ("tavl", "Position.plays", 1, single(positions)),
        ("tavl", "legal_results (bulk)", 1, bulk(positions, 1)),
        ("tavl", "legal_results (bulk)", 2, bulk(positions, 2)),
    ]
    for program, call, threads, speed in measured:
        ratio = f"{speed / rival:.1f}" if speed and rival else "-"
        table.add(program, call, threads, speed if speed else "not installed", ratio)
    return table


def attempt(measure: Callable[..., float], *arguments: object) -> float | None:
    try:
        return measure(*arguments)
    except ImportError:
        return None


def single(positions: list[Position]) -> float:
    rolls = [Dice(a, b) for a, b in ROLLS]

    def work() -> int:
        for position in positions:
            for dice in rolls:
                for play in position.plays(dice):
                    bytes(play.result)
        return len(positions) * len(rolls)

    return rate(work)


def bulk(positions: list[Position], threads: int) -> float:
    pairs = [(bytes(position), roll) for position in positions for roll in ROLLS]
    boards = np.frombuffer(b"".join(board for board, _ in pairs), np.int8).reshape(-1, 52)
    dice = np.array([roll for _, roll in pairs], np.int8)

    def work() -> int:
        _, results = legal_results(boards, dice, threads)
        results.sum(dtype=np.int64)
        return len(boards)

    return rate(work)


def xgid_board(xgid: str) -> list[int]:
    text = xgid.removeprefix("XGID=").split(":")[0]
    board = [0 if c == "-" else ord(c) - 64 if c.isupper() else 96 - ord(c) for c in text]
    board[0] = abs(board[0])  # bgsage counts the opponent's bar upwards
    return board


def bgsage(boards: list[list[int]]) -> float:
    from bgsage import possible_moves

    def work() -> int:
        for board in boards:
            for a, b in ROLLS:
                for result in possible_moves(board, a, b):
                    tuple(result)
        return len(boards) * len(ROLLS)

    return rate(work)


def open_spiel() -> float:
    import pyspiel

    game = pyspiel.load_game("backgammon")
    chance = random.Random(1)
    states = []
    while len(states) < 2000:
        state = game.new_initial_state()
        while not state.is_terminal() and len(states) < 2000:
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                states.append(state.clone())
                state.apply_action(chance.choice(state.legal_actions()))

    def work() -> int:
        for state in states:
            state.legal_actions()
        return len(states)

    return rate(work)


def pgx_batch() -> float:
    import jax
    import pgx

    env = pgx.make("backgammon")
    batch = 1024
    step = jax.jit(jax.vmap(env.step))
    keys = jax.random.split(jax.random.PRNGKey(1), batch)
    state = jax.jit(jax.vmap(env.init))(keys)

    def choose(mask: jax.Array, key: jax.Array) -> jax.Array:
        return jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1)

    def one(state: object, key: jax.Array) -> object:
        return step(state, choose(state.legal_action_mask, key), jax.random.split(key, batch))

    state = one(state, jax.random.PRNGKey(2))
    jax.block_until_ready(state.legal_action_mask)

    def work() -> int:
        nonlocal state
        for i in range(20):
            state = one(state, jax.random.PRNGKey(i))
        np.asarray(state.legal_action_mask)
        return 20 * batch

    return rate(work)
