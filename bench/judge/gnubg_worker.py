"""Rolls out a list of positions with GNU Backgammon: plain Python 3.10 or later, which needs nothing of tavl.

`python gnubg_worker.py LIST RESULTS -p 4 -- gnubg` takes rows of LIST in their order, hands each to the next program
that is free, and appends one line of JSON a row to RESULTS. Rows whose `task` is there with all its positions are
passed over, so that it can be ended and started at any time.

A row has `task`, `ids` (GNU position IDs, whose player on roll is to roll), `games` and `seed`; all positions of a row
get the same dice. A row with `match` (GNU match IDs, one for each position) is of cube decisions: its answer has the
equities of no double and of double and take for each position, in points of the cube as it stands. `plies` (0) is how
deep plays and cubes are chosen, `truncate` (0) after how many rolls a game is evaluated, 0 being never.

The program prints the result of a rollout only to a terminal, so it gets a pseudo-terminal.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from typing import IO, Any

MAX_ROLLOUT_SECONDS = 900.0  # seconds of one rollout
FAILURES = 5  # of one program, before it is given up
MONEY = "cAkAAAAAAAAA"  # the cube in the middle at 1, no score
FIXED = (
    "set threads 1",
    "set confirm new off",
    "set confirm save off",
    "set output digits 6",
    "set output mwc off",
    "set rollout varredn on",
    "set rollout quasirandom on",
    "set rollout initial off",
    "set rollout jsd stop off",
    "set rollout limit enable off",
    "set rollout later enable off",
    "set rollout truncation chequerplay plies 0",
    "set rollout truncation cubedecision plies 0",
    "set player 0 human",
    "set player 1 human",
    "set jacoby off",
    "set beavers 0",
    "set display off",
)
SHORT = "AwAAAAYAAAAAAA"  # two checkers against two: over at once
FINAL = "Printing final results"
CUBELESS = re.compile(r"CL +([-+][0-9.]+)\s+\[[^\]]*CL +([0-9.]+)")
CUBEFUL = re.compile(r"CF +([-+][0-9.]+)\s+\[[^\]]*CF +([0-9.]+)")


class Program:
    def __init__(self, command: list[str], cubeful: bool = False) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="judge-")  # it writes settings below its home
        self._terminal, its_end = pty.openpty()
        self._process = subprocess.Popen(
            [*command, "-t", "-q", "-r"],
            stdin=its_end,
            stdout=its_end,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._home.name, "TERM": "dumb", "LC_ALL": "C"},
        )
        os.close(its_end)
        self._settings: dict[str, str] = {}
        try:
            self._prepare(cubeful)
        except (RuntimeError, OSError):
            self.close()
            raise

    def _prepare(self, cubeful: bool) -> None:
        for line in FIXED:
            self._type(line)
        self._set("set rollout cubeful", "on" if cubeful else "off")
        # The first rollout of a process has other dice than the same one has later.
        self._ready({"games": 36, "seed": 1})
        self._type(f"set gnubgid {SHORT}:{MONEY}")
        self._rolled_out("rollout", CUBELESS, 0)

    def equity(self, position: str, row: dict[str, Any]) -> tuple[float, float]:
        """For the player on roll, without the cube, and the standard error."""
        self._ready(row)
        self._type(f"set gnubgid {position}:{MONEY}")
        ((equity, error),) = self._rolled_out("rollout", CUBELESS, 1)
        return equity, error

    def cube_decision(self, position: str, match: str, row: dict[str, Any]) -> dict[str, float]:
        """Both equities and their standard errors. The program rolls out a double that somebody has made."""
        self._ready(row)
        self._type(f"set gnubgid {position}:{match}")
        self._type("double")
        self._type("previous")
        (none, none_error), (take, take_error) = self._rolled_out("analyse rollout cube", CUBEFUL, 2)
        return {"equity_nd": none, "equity_nd_se": none_error, "equity_dt": take, "equity_dt_se": take_error}

    def _ready(self, row: dict[str, Any]) -> None:
        plies, truncate = row.get("plies", 0), row.get("truncate", 0)
        self._set("set rollout chequerplay plies", plies)
        self._set("set rollout cubedecision plies", plies)
        self._set("set rollout truncation enable", "on" if truncate else "off")
        if truncate:
            self._set("set rollout truncation plies", truncate)
        self._set("set rollout trials", row["games"])
        self._seed(row["seed"], "")  # also after a rollout with the same one: each begins with the same dice

    def _rolled_out(self, command: str, pattern: re.Pattern[str], count: int) -> list[tuple[float, float]]:
        self._type(command)
        said = self._until(FINAL)
        said = self._seed(0, said).partition(FINAL)[2]
        found = [(float(equity), float(error)) for equity, error in pattern.findall(said)[:count]]
        if len(found) < count:
            raise RuntimeError("gnubg gave no result: " + said[-300:])
        return found

    def _seed(self, seed: int, said: str) -> str:
        """Sets it, and returns all that was printed before."""
        self._type(f"set rollout seed {seed}")
        return self._until(f"Rollout seed set to {seed}.", said)

    def _until(self, text: str, said: str = "") -> str:
        deadline = time.monotonic() + MAX_ROLLOUT_SECONDS
        while text not in said:
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("gnubg gave no answer: " + said[-300:])
            said += self._read(1.0)
        return said

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            os.close(self._terminal)
        self._home.cleanup()

    def _set(self, name: str, value: object) -> None:
        if self._settings.get(name) != str(value):
            self._settings[name] = str(value)
            self._type(f"{name} {value}")

    def _type(self, line: str) -> None:
        os.write(self._terminal, (line + "\n").encode())

    def _read(self, seconds: float) -> str:
        if not select.select([self._terminal], [], [], seconds)[0]:
            return ""
        return os.read(self._terminal, 65536).decode(errors="replace")


def rows(path: str) -> list[dict[str, Any]]:
    """What a file has; a last line that was cut off counts as not there."""
    found = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                if isinstance(row, dict) and "task" in row:
                    found.append(row)
    return found


def left(wanted: list[dict[str, Any]], done: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that have no result for each of their positions, in the order of the list."""
    there: dict[str, set[str]] = {}
    for row in done:
        there.setdefault(row["task"], set()).update(row["ids"])
    return [row for row in wanted if row["task"] not in there or not there[row["task"]].issuperset(row["ids"])]


def append(path: str, row: dict[str, Any]) -> None:
    """On a line of its own, also after a line that was cut off."""
    with open(path, "ab+") as file:
        cut_off = b""
        if file.tell():
            file.seek(-1, os.SEEK_END)
            cut_off = b"" if file.read(1) == b"\n" else b"\n"
        file.write(cut_off + json.dumps(row).encode() + b"\n")


def alone(results: str) -> IO[str] | None:
    """A lock that two runs with the same results cannot both hold."""
    lock = open(results + ".lock", "w", encoding="utf-8")  # noqa: SIM115 - held until the end
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock


def say(text: str) -> None:
    sys.stderr.write(f"\r{text} ")
    sys.stderr.flush()


def answer(program: Program, row: dict[str, Any]) -> dict[str, Any]:
    began = time.monotonic()
    found: dict[str, Any] = {"task": row["task"], "ids": row["ids"]}
    if row.get("match"):
        asked = zip(row["ids"], row["match"], strict=True)
        found["cube"] = [program.cube_decision(position, match, row) for position, match in asked]
    else:
        answers = [program.equity(position, row) for position in row["ids"]]
        found |= {"equity": [equity for equity, _ in answers], "se": [error for _, error in answers]}
    return {**found, "seconds": round(time.monotonic() - began, 2)}


def main(arguments: list[str]) -> int:
    options, command = arguments, ["gnubg"]
    if "--" in arguments:
        cut = arguments.index("--")
        options, command = arguments[:cut], arguments[cut + 1 :]
    parser = argparse.ArgumentParser(description="Roll out a list of positions with GNU Backgammon.")
    parser.add_argument("list")
    parser.add_argument("results")
    parser.add_argument("-p", "--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="begin nothing after so many; 0: no end")
    asked = parser.parse_args(options)
    lock_file = alone(asked.results)
    if lock_file is None:
        sys.stderr.write(f"another run writes {asked.results}\n")
        return 2
    wanted = rows(asked.list)
    waiting = left(wanted, rows(asked.results))
    total, lock, deadline = len(wanted), threading.Lock(), time.monotonic() + asked.seconds
    done = total - len(waiting)
    waiting.reverse()
    failed: list[str] = []

    def work() -> None:
        nonlocal done
        programs: dict[bool, Program] = {}  # what one remembers without the cube is wrong with it
        failures = 0
        while failures < FAILURES and not (asked.seconds and time.monotonic() > deadline):
            with lock:
                row = waiting.pop() if waiting else None
            if row is None:
                break
            cubeful = bool(row.get("match"))
            try:
                if cubeful not in programs:
                    programs[cubeful] = Program(command, cubeful)
                found = answer(programs[cubeful], row)
            except (RuntimeError, OSError) as error:  # the row is left for the next start
                failed.append(f"{row['task']}: {error}")
                failures += 1
                if cubeful in programs:
                    programs.pop(cubeful).close()
                continue
            with lock:
                append(asked.results, found)
                done += 1
                say(f"gnubg has rolled out {done:,} of {total:,}")
        for program in programs.values():
            program.close()

    workers = [threading.Thread(target=work, daemon=True) for _ in range(asked.processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.stderr.write("\n" + "".join(f"{error}\n" for error in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
