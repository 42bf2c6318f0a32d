"""Runs every suite (a folder of tests/, or a test file beside this one), two at a time, and says how long each took.

What takes longest comes first, so nobody waits for it alone at the end; of the browser's tests each file is a suite.
Suites are separate processes, so that a browser, a database or a warning filter of one is none of another's
business; what they show of the rulebook is added up in a file and judged at the end.
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
AT_ONCE = 2
SERVER, BROWSER = HERE / "server", HERE / "web"


def suites() -> list[Path]:
    folders = [folder for folder in sorted(HERE.iterdir()) if folder.is_dir() and any(folder.rglob("test_*.py"))]
    others = [folder for folder in folders if folder not in (SERVER, BROWSER)]
    return [SERVER, *sorted(BROWSER.glob("test_*.py")), *others, *sorted(HERE.glob("test_*.py"))]


def run(suite: Path, evidence: Path) -> tuple[Path, int, float, str]:
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "--no-header", str(suite.relative_to(ROOT))]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "TAVL_EVIDENCE": str(evidence)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return suite, done.returncode, time.monotonic() - began, done.stdout


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evidence = Path(folder) / "evidence"
        with ThreadPoolExecutor(AT_ONCE) as pool:
            rows = []
            for done in as_completed([pool.submit(run, suite, evidence) for suite in suites()]):
                suite, code, seconds, output = done.result()
                name = str(suite.relative_to(HERE))
                rows.append((name, code, seconds))
                if code:
                    print(output)
                print(f"{name:28} {'ok' if not code else 'FAILED':8} {seconds:6.1f} s", flush=True)
        judged = subprocess.run([sys.executable, "-m", "tests.rulebook.evidence", str(evidence)], cwd=ROOT, check=False)
    failed = [name for name, code, _ in rows if code] + (["evidence by clause"] if judged.returncode else [])
    print(
        f"\n{len(rows)} suites in {time.monotonic() - began:.0f} s; "
        + (f"failed: {failed}" if failed else "all passed")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
