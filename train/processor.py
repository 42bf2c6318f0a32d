"""Goes on training the network that ships without a GPU: self-play and learning in C++ (``processor/``) on all cores.

``python3 -m train.processor --out polished.net --seconds 2800 --teacher other.net:0.3`` needs g++ and an installed
tavl, whose tables and quick network it uses. What is learned from, and what it gave: README.md.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tavl.engine.data_files import data_file
from train.library import BUILD
from train.shape import HIDDEN

ROOT = Path(__file__).parent.parent
SOURCES = Path(__file__).parent / "processor"
# The engine's own code plays and judges. The names are those of CMakeLists.txt; a machine that trains has AVX-512.
NATIVE = (
    "net", "net_sse41", "net_avx2", "net_avx512", "quick", "race", "judge", "bearoff", "search", "plays", "cube",
    "match_equity",
)  # fmt: skip
FLAGS = ("-O3", "-march=native", "-std=c++20", "-DTAVL_X86", f"-DTAVL_HIDDEN={HIDDEN}")
# Nothing the engine computes may change, so only our own files reorder sums.
OWN_FLAGS = ("-ffast-math", "-fopenmp", "-Wall", "-Wextra")


def build(folder: Path = BUILD) -> Path:
    """Compile the program, unless one of the same sources exists already."""
    native = [ROOT / "native" / f"{name}.cpp" for name in NATIVE]
    own = sorted(SOURCES.glob("*.cpp"))
    read = [*native, *own, *SOURCES.glob("*.hpp"), *(ROOT / "native").glob("*.hpp"), *(ROOT / "train/cuda").glob("*.h")]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(read))).hexdigest()[:12]
    program = folder / f"polish_{HIDDEN}_{digest}"
    if program.exists():
        return program
    objects = folder / f"objects_{HIDDEN}_{digest}"
    objects.mkdir(parents=True, exist_ok=True)

    def compile_one(source: Path) -> Path:
        made = objects / f"{source.parent.name}_{source.stem}.o"
        flags = FLAGS + (OWN_FLAGS if source in own else ())
        subprocess.run(["g++", *flags, "-c", str(source), "-o", str(made)], check=True)
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(compile_one, [*native, *own]))
    subprocess.run(["g++", "-fopenmp", "-o", str(program), *(str(path) for path in made), "-lpthread"], check=True)
    return program


def main() -> None:
    parser = argparse.ArgumentParser(description="Train on without a GPU, from an exported network.")
    parser.add_argument("--out", type=Path, required=True, help="where the network goes, every minute and at the end")
    parser.add_argument("--seconds", type=float, default=2800)
    parser.add_argument("--net", type=Path, default=data_file("tavl.net"), help="where it begins")
    parser.add_argument("--weight", type=float, default=0.5, help="its own share in the teachers' mean")
    parser.add_argument(
        "--teacher", action="append", default=[], metavar="NET:SHARE", help="another network and its share"
    )
    parser.add_argument("--rate", type=float, default=5e-5, help="of the rows at the begin; falls to a fiftieth")
    parser.add_argument("--tails", type=float, default=8.0, help="the rate of the layers behind, as a multiple")
    parser.add_argument("--trace", type=float, default=0.9, help="lambda")
    parser.add_argument("--asides", type=int, default=1, help="plays not made that are learned too, a position met")
    parser.add_argument("--passes", type=float, default=3.0, help="how often a position is learned from, on average")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--held", type=int, default=300_000, help="positions that measure and are never learned from")
    parser.add_argument("--odd", type=float, default=0.5, help="share of games that begin oddly")
    parser.add_argument(
        "--back", type=float, default=0.0, help="share of those that are back games, or have men held back"
    )
    parser.add_argument(
        "--unchanged",
        type=float,
        default=0.0,
        help="positions of ordinary games, for each one met, that keep their value",
    )
    parser.add_argument("--few", type=int, default=1_000_000, help="positions before learning begins")
    arguments = parser.parse_args()
    own = arguments.weight if arguments.teacher else 1.0
    command = [
        build(), arguments.out, arguments.seconds, arguments.rate, arguments.tails, arguments.trace,
        arguments.asides, arguments.passes, arguments.batch, arguments.held, arguments.few,
        arguments.odd, arguments.back, arguments.unchanged,
        data_file("bearoff.tables"), data_file("tavl.quick"), data_file("tavl.race"),
        f"{arguments.net}:{own}", *arguments.teacher,
    ]  # fmt: skip
    subprocess.run([str(word) for word in command], check=True)


if __name__ == "__main__":
    main()
