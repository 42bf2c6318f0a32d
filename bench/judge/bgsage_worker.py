"""Rolls out a list of positions with bgsage: plain Python with bgsage on its path, which needs nothing of tavl.

`python bgsage_worker.py LIST RESULTS -p 4` takes and gives the same rows as gnubg_worker.py, which describes them. The
match IDs of a row are of cube decisions: its answer then has the equities of no double, of double and take, of double
and drop for each position.
"""

from __future__ import annotations

import argparse
import base64
import multiprocessing
import os
import sys
import threading
import time
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gnubg_worker import alone, append, left, rows, say

PROGRAMS: dict[tuple[Any, ...], Any] = {}  # made when first asked for: each reads its networks


def board_of(position: str) -> list[int]:
    """A GNU position ID as bgsage has it: the opponent's bar, the points of the player on roll, their bar.

    The 80 bits are the checkers of the opponent and then of the player on roll, each point a run of ones and a zero.
    """
    bits = int.from_bytes(base64.b64decode(position + "=="), "little")
    sides, at = [], 0
    for _ in range(2):
        points = []
        for _ in range(25):
            count = 0
            while bits >> at & 1:
                count, at = count + 1, at + 1
            at += 1
            points.append(count)
        sides.append(points)
    theirs, own = sides
    return [theirs[24], *(own[point] - theirs[23 - point] for point in range(24)), own[24]]


def mirrored(board: list[int]) -> list[int]:
    """As the other player sees it."""
    return [board[25], *(-board[25 - point] for point in range(1, 25)), board[0]]


def cube_of(match: str) -> dict[str, Any]:
    """A GNU match ID, for the player on roll: the cube, and how many points both need (0: money)."""
    bits = int.from_bytes(base64.b64decode(match), "little")

    def field(start: int, length: int) -> int:
        return bits >> start & (1 << length) - 1

    turn, owner, length, scores = field(11, 1), field(4, 2), field(21, 15), (field(36, 15), field(51, 15))
    return {
        "cube_value": 1 << field(0, 4),
        "owner": "centered" if owner == 3 else "player" if owner == turn else "opponent",
        "away1": length - scores[turn] if length else 0,
        "away2": length - scores[1 - turn] if length else 0,
        "is_crawford": bool(field(7, 1)),
    }


def program(games: int, plies: int, truncate: int) -> Any:
    from bgsage import BgBotAnalyzer

    if (games, plies, truncate) not in PROGRAMS:
        analyzer = BgBotAnalyzer(
            eval_level="rollout",
            cubeful=False,
            n_trials=games,
            truncation_depth=truncate,
            decision_ply=plies + 1,  # it counts the roll that is played
            parallel_threads=1,
            prefilter_threshold=0.0,
        )
        PROGRAMS[games, plies, truncate] = analyzer._analyzer._rollout_strategy
    return PROGRAMS[games, plies, truncate]


def answer(row: dict[str, Any]) -> dict[str, Any]:
    began = time.monotonic()
    rollout = program(row["games"], row.get("plies", 0), row.get("truncate", 0))
    found: dict[str, Any] = {"task": row["task"], "ids": row["ids"]}
    if row.get("match"):
        asked = zip(row["ids"], row["match"], strict=True)
        found["cube"] = [cube_decision(rollout, row["seed"], position, match) for position, match in asked]
    else:
        answers = [equity(rollout, row["seed"], position) for position in row["ids"]]
        found |= {"equity": [e for e, _ in answers], "se": [s for _, s in answers]}
    return {**found, "seconds": round(time.monotonic() - began, 2)}


def tried(row: dict[str, Any]) -> dict[str, Any]:
    try:
        return answer(row)
    except (RuntimeError, ValueError) as error:
        return {"task": row["task"], "error": repr(error)}


def shares(rows: list[dict[str, Any]], processes: int) -> list[tuple[list[dict[str, Any]], int]]:
    """Rows by how deep they are played, deep ones with a third of the processes together, and the others.

    What one rollout remembers can spoil another kind of rollout in the same process, so each process has one kind.
    """
    kinds: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        kinds.setdefault(row.get("plies", 0), []).append(row)
    if len(kinds) <= 1:
        return [(rows, processes)] if rows else []
    deep = sorted(depth for depth in kinds if depth)
    few = max(1, processes // (3 if 0 in kinds else 1) // len(deep))
    found = [(kinds[depth], few) for depth in deep]
    return [*found, (kinds[0], max(1, processes - few * len(deep)))] if 0 in kinds else found


def equity(rollout: Any, seed: int, position: str) -> tuple[float, float]:
    """For the player on roll, and the standard error; the program wants to know it of the one who has just played."""
    board = mirrored(board_of(position))
    rollout.set_seed(seed)
    said = rollout.evaluate_board(board, board)
    if not (abs(said["equity"]) <= 3 and said["std_error"] < 1):
        raise ValueError(f"no equity: {said['equity']} ± {said['std_error']}")
    return round(-said["equity"], 6), round(said["std_error"], 6)


def cube_decision(rollout: Any, seed: int, position: str, match: str) -> dict[str, float]:
    from bgsage.analyzer import resolve_owner

    cube = cube_of(match)
    owner = resolve_owner(cube.pop("owner"))
    rollout.set_seed(seed)
    said = rollout.cube_decision(board_of(position), owner=owner, jacoby=False, beaver=False, **cube)
    return {name: round(value, 6) for name, value in said.items() if isinstance(value, float)}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Roll out a list of positions with bgsage.")
    parser.add_argument("list")
    parser.add_argument("results")
    parser.add_argument("-p", "--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so many; 0: no end")
    asked = parser.parse_args(arguments)
    lock_file = alone(asked.results)
    if lock_file is None:
        sys.stderr.write(f"another run writes {asked.results}\n")
        return 2
    wanted = rows(asked.list)
    waiting = left(wanted, rows(asked.results))
    done, deadline = len(wanted) - len(waiting), time.monotonic() + asked.seconds
    failed: list[str] = []
    lock = threading.Lock()

    def work(rows: list[dict[str, Any]], processes: int) -> None:
        nonlocal done
        with multiprocessing.Pool(processes) as pool:
            for found in pool.imap_unordered(tried, rows):
                with lock:
                    if "error" in found:  # the row is left for the next start
                        failed.append(f"{found['task']}: {found['error']}")
                    else:
                        append(asked.results, found)
                        done += 1
                        say(f"bgsage has rolled out {done:,} of {len(wanted):,}")
                if asked.seconds and time.monotonic() > deadline:
                    break

    workers = [threading.Thread(target=work, args=share) for share in shares(waiting, asked.processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.stderr.write("\n" + "".join(f"{error}\n" for error in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
