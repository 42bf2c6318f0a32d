"""Runs the tests in 18 processes, five at a time, and says how long each took.

A suite is a folder of tests/; those that take longest are dealt out to several processes and begun first, and what
takes a moment is one suite together. So no two suites share a browser, an event loop or a warning filter, and each
process imports only what it tests (each worker of pytest-xdist would import everything). Five on two cores: part of a
suite's time is waiting, for a browser, a disk, a clock. What they show of the rulebook is added up in a file and judged
at the end.

Where a few tests of a suite fail, those are run once more when everything else is done, and what then passes is named
as unsteady, with what it said: a test to mend, but no reason to believe that the product is broken.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
AT_ONCE = 5
# Into how many processes; the longest first, so that nothing long is left for one core alone at the end.
DEALT = {"server": 2, "web": 5, "store": 1, "board": 1, "cli": 1, "tournament": 1, "packaging": 1, "table": 1}
DEALT |= {"notation": 1, "rules": 1, "engine": 1, "analysis": 1}
LEFT_OUT = "firefox"  # `make firefox`: the stock browser of whoever runs this may be one that cannot be driven
MAX_UNSTEADY = 3  # tests of a suite that get a second try
IN_MEMORY = Path("/dev/shm")
ROOM = 4 << 30  # bytes that databases and environments need at most, with some to spare


def suites() -> dict[str, list[Path]]:
    """What to run under which name, the longest first."""
    found = {}
    for folder, processes in DEALT.items():
        for number, files in enumerate(dealt(sorted((HERE / folder).rglob("test_*.py")), processes)):
            found[f"{folder} {number + 1}/{processes}" if processes > 1 else folder] = files
    found["the rest"] = [
        path for path in sorted(HERE.rglob("test_*.py")) if path.relative_to(HERE).parts[0] not in {*DEALT, LEFT_OUT}
    ]
    return found


def dealt(files: list[Path], processes: int) -> list[list[Path]]:
    """To each process about as much: the larger a file the longer it takes, for want of a better measure."""
    shares: list[list[Path]] = [[] for _ in range(processes)]
    for path in sorted(files, key=lambda each: -each.stat().st_size):
        min(shares, key=lambda share: sum(each.stat().st_size for each in share)).append(path)
    return [sorted(share) for share in shares]


def run(paths: list[Path], surroundings: dict[str, str], memory: Path, *more: str) -> tuple[int, float, float, str]:
    """Exit code, seconds, seconds of processor time, output. `memory`: where pytest notes what failed."""
    began = time.monotonic()
    files = [str(path.relative_to(ROOT)) for path in paths]
    command = [sys.executable, "-m", "pytest", "--no-header", "-o", f"cache_dir={memory}", *more, *files]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        said.seek(0)
        output = said.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(status), time.monotonic() - began, used.ru_utime + used.ru_stime, output


def passes_alone(paths: list[Path], surroundings: dict[str, str], memory: Path) -> bool:
    """Whether the few tests that failed pass when nothing else runs."""
    noted = memory / "v/cache/lastfailed"
    failed = json.loads(noted.read_text()) if noted.exists() else {}
    if not 0 < len(failed) <= MAX_UNSTEADY:
        return False
    code, _, _, output = run(paths, surroundings, memory, "--last-failed", "--last-failed-no-failures", "none")
    print(f"{output}\nonce more, alone: {', '.join(failed)}: {'unsteady, to be mended' if not code else 'FAILED'}")
    return code == 0


def roomy_memory() -> Path | None:
    """Where databases are written without waiting for a disk, if there is such a place."""
    there = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM
    return IN_MEMORY if there else None


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tavl-", dir=roomy_memory()) as folder:
        evidence = Path(folder) / "evidence"
        surroundings = {**os.environ, "TAVL_EVIDENCE": str(evidence), "TMPDIR": folder}
        if sys.dont_write_bytecode:
            # Suites start hundreds of interpreters: what one of them has compiled the others read, here as elsewhere.
            surroundings |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        known = suites()
        memories = {name: Path(folder) / f"cache-{number}" for number, name in enumerate(known)}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            failed = []
            running = {pool.submit(run, paths, surroundings, memories[name]): name for name, paths in known.items()}
            for done in as_completed(running):
                name, (code, seconds, busy, output) = running[done], done.result()
                if code:
                    failed.append(name)
                    print(output)
                print(
                    f"{name:16} {'ok' if not code else 'FAILED':8} {seconds:6.1f} s, {busy:6.1f} s of processor",
                    flush=True,
                )
        failed = [name for name in failed if not passes_alone(known[name], surroundings, memories[name])]
        judged = subprocess.run([sys.executable, "-m", "tests.rulebook.evidence", str(evidence)], cwd=ROOT, check=False)
    failed += ["evidence by clause"] if judged.returncode else []
    print(
        f"\n{len(running)} suites in {time.monotonic() - began:.0f} s; "
        + (f"failed: {failed}" if failed else "all passed")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
