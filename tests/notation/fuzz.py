"""Files that are broken in every way: `python -m tests.notation.fuzz --inputs 1000000`, or `make fuzz`.

Each input is one of the seeds with some of its bytes changed, cut, doubled or taken from another. It is read, or
refused with a FileError: nothing else may come out of `read`, within a second and 100 MB for each megabyte.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from tavl.notation import NotationError
from tavl.notation.decisions import decisions_of
from tavl.notation.file_formats import read
from tavl.notation.mat.writer import write_record
from tavl.notation.problems import FileError
from tavl.notation.sgf.writer import write_sgf
from tavl.notation.tavl_format import write_records
from tavl.notation.xg.writer import write_xg
from tests.notation.random_matches import record_at_random
from tests.notation.small_binary_files import WAYS

SECONDS = 1.0
MEGABYTES_PER_MEGABYTE = 100
ROOM = 64  # megabytes that a process may grow by whatever it reads
GOLDEN = Path(__file__).parents[1] / "store" / "golden" / "match-0.1.0.jsonl"
POSITIONS = """XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
X:Anna   O:Bo
Score is X:0 O:0 7 pt.(s) match.
    1. XG Roller++ 8/5 6/5                      eq:+0.159
      Player:   55.34% (G:17.34% B:0.94%)
      Opponent: 44.66% (G:12.52% B:0.58%)
 Position-ID: b9sBCIC5bYDQAA    Match-ID: QYnoAGAAGAAE
11ccccchhhjjjjj:66666888dddddoo:N0N:52:B::0:0:7:0
       No double:     +0.523
       Double/Take:   +0.612 (+0.089)
"""
GNUBG = """Move number 1:  Anna to play 31
 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : MAHmAAAAAAAE
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Anna (Cube: 1)
* Anna moves 8/5 6/5

Rolled 31 (+0.090):
*    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.095
       0.522 0.167 0.013 - 0.478 0.147 0.007
Move number 2:  Bo on roll, cube decision?
 GNU Backgammon  Position ID: sGfwATDgc/ABMA
                 Match ID   : cAngAAAAAAAE
* Bo doubles
 GNU Backgammon  Position ID: sGfwATDgc/ABMA
                 Match ID   : cBHgAAAAAAAE
* Anna rejects
"""
PIECES = [
    *(
        b"Game 1\n",
        b" 7 point match\n",
        b"Wins 99999 points",
        b"Doubles => 1000000",
        b"99) ",
        b"66:",
        b"????",
        b"Losses 3",
    ),
    *(
        b"13/7(2)",
        b"bar/off",
        b"(;",
        b"(;W[31hefe])(;B[41lpab];W[take])",
        b";W[",
        b"AE[a:y]",
        b"CV[99999999]",
        b"MI[length:9999999]",
        b"]",
        b"\\",
        b"XGID=",
    ),
    *(b'{"tavl_match":', b'{"tavl_log":1}\n', b"\xff\xfe", b"\xef\xbb\xbf", b"\x00" * 8, b" " * 200, b"\n" * 50, b"-1"),
]


def seeds() -> list[bytes]:
    """Files of every format, of our own making."""
    records = [record_at_random(seed) for seed in (1, 2, 5)]
    texts = [write(record) for record in records for write in (write_record, write_sgf) if record.games]
    texts += [write_records(records[:1]), POSITIONS, GNUBG]
    return [*(text.encode() for text in texts), GOLDEN.read_bytes()]


def mutated(data: bytes, rng: Random, others: list[bytes]) -> bytes:
    """A file of which some is left."""
    changed = bytearray(data)
    if rng.random() < 0.95 and len(changed) > 1500:  # most inputs are small: a million of them is many
        start = rng.randrange(len(changed) - 1000) if rng.random() < 0.3 else 0
        changed = changed[start : start + rng.randrange(100, 1500)]
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at = rng.randrange(len(changed) + 1)
        kind = rng.random()
        if kind < 0.25:
            del changed[at : at + rng.choice((1, 1, 3, 40))]
        elif kind < 0.5:
            changed[at : at + rng.choice((0, 1))] = bytes([rng.randrange(256)])
        elif kind < 0.75:
            changed[at:at] = rng.choice(PIECES)
        elif kind < 0.9:
            changed[at:at] = changed[max(0, at - rng.randrange(60)) : at] * rng.choice((1, 2, 20))
        else:
            other = rng.choice(others)
            begin = rng.randrange(len(other))
            changed[at:at] = other[begin : begin + rng.randrange(200)]
    return bytes(changed)


def try_one(data: bytes, writing: bool = True) -> str | None:
    """What went wrong, if something did. What can be read can be written too, or it is said why not."""
    began = time.process_time()  # of ours alone, however busy the machine is
    try:
        records = read(data)
    except FileError:
        records = []
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - began
    if took > SECONDS * max(1.0, len(data) / 1e6):
        return f"{took:.1f} seconds for {len(data)} bytes"
    try:
        for record in records[: int(writing)]:
            write_records([record])
            write_xg(record)
            for write in (write_record, write_sgf):
                try:
                    write(record)
                except NotationError:
                    continue
            for number, _ in enumerate(decisions_of(record)):
                if number > 20:
                    break
    except Exception as error:
        return f"in writing: {type(error).__name__}: {error}"
    return None


def run(inputs: int, first: int, folder: str | None) -> list[str]:
    files = seeds()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    problems = []
    largest = 0
    for number in range(first, first + inputs):
        rng = Random(number)
        # One in eight is of a binary format, damaged inside what is packed.
        data = WAYS[number // 8 % len(WAYS)](number) if number % 8 == 1 else mutated(rng.choice(files), rng, files)
        largest = max(largest, len(data))
        problem = try_one(data, writing=number % 8 < 2)
        if problem:
            problems.append(f"input {number}: {problem}")
            if folder:
                (Path(folder) / f"{number}.bin").write_bytes(data)
        if len(problems) > 20:
            break
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    if grown > ROOM + MEGABYTES_PER_MEGABYTE * largest / 1e6:
        problems.append(f"{grown:.0f} MB more for inputs of at most {largest} bytes")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", help="a folder for the inputs that went wrong")
    chosen = parser.parse_args()
    began, share = time.perf_counter(), 10_000
    problems: list[str] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        starts = range(chosen.first, chosen.first + chosen.inputs, share)
        sizes = [min(share, chosen.first + chosen.inputs - start) for start in starts]
        for done, found in enumerate(pool.map(run, sizes, starts, [chosen.keep] * len(sizes)), start=1):
            problems += found
            print(f"{min(done * share, chosen.inputs)} inputs, {len(problems)} problems", flush=True)
    print(f"{chosen.inputs} inputs in {time.perf_counter() - began:.0f} s")
    print("\n".join(problems[:50]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
