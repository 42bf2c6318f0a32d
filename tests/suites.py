"""Runs every suite, three at a time, and says how long each took.

A suite is a folder of tests/ or a test file beside this one; of the browser's tests each file is one, and the server's
are dealt out to two. What takes longest comes first, so nobody waits for it alone at the end. Three on two cores: about
half of a suite's time is waiting, for a browser, a disk, a clock. Suites are separate processes, so that a browser, a
database or a warning filter of one is none of another's business; what they show of the rulebook is added up in a file
and judged at the end.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
AT_ONCE = 3
SERVER, BROWSER = HERE / "server", HERE / "web"
FIREFOX = HERE / "firefox"  # `make firefox`: the stock browser of whoever runs this may be one that cannot be driven
LONGEST = (
    "server 1/2",
    "server 2/2",
    "web/test_playing.py",
    "web/test_accessibility.py",
    "rules",
    "board",
    "web/test_officiating.py",
    "web/test_companion.py",
    "web/test_pages.py",
    "cli",
    "store",
    "packaging",
)


def suites() -> dict[str, list[Path]]:
    """What to run under which name, the longest first."""
    folders = [folder for folder in sorted(HERE.iterdir()) if folder.is_dir() and any(folder.rglob("test_*.py"))]
    single = [*sorted(BROWSER.glob("test_*.py")), *folders, *sorted(HERE.glob("test_*.py"))]
    found = {str(path.relative_to(HERE)): [path] for path in single if path not in (SERVER, BROWSER, FIREFOX)}
    of_server = sorted(SERVER.rglob("test_*.py"))
    found |= {"server 1/2": of_server[::2], "server 2/2": of_server[1::2]}
    return {name: found[name] for name in (*LONGEST, *(name for name in found if name not in LONGEST))}


def run(paths: list[Path], evidence: Path) -> tuple[int, float, float, str]:
    """Exit code, seconds, seconds of processor time, output."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "--no-header", *(str(path.relative_to(ROOT)) for path in paths)]
    with tempfile.TemporaryFile() as said:
        environment = {**os.environ, "TAVL_EVIDENCE": str(evidence)}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        said.seek(0)
        output = said.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(status), time.monotonic() - began, used.ru_utime + used.ru_stime, output


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evidence = Path(folder) / "evidence"
        with ThreadPoolExecutor(AT_ONCE) as pool:
            rows = []
            running = {pool.submit(run, paths, evidence): name for name, paths in suites().items()}
            for done in as_completed(running):
                name, (code, seconds, busy, output) = running[done], done.result()
                rows.append((name, code, seconds))
                if code:
                    print(output)
                print(
                    f"{name:28} {'ok' if not code else 'FAILED':8} {seconds:6.1f} s, {busy:6.1f} s of processor",
                    flush=True,
                )
        judged = subprocess.run([sys.executable, "-m", "tests.rulebook.evidence", str(evidence)], cwd=ROOT, check=False)
    failed = [name for name, code, _ in rows if code] + (["evidence by clause"] if judged.returncode else [])
    print(
        f"\n{len(rows)} suites in {time.monotonic() - began:.0f} s; "
        + (f"failed: {failed}" if failed else "all passed")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
