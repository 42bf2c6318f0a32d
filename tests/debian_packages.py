"""Installs Debian packages that tests need, if that is possible without asking; otherwise says what to install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable


def command(package: str) -> str:
    return f"apt-get install --yes --no-install-recommends {package} fonts-dejavu-core"


def brought(there: Callable[[], object], packages: tuple[str, ...]) -> bool:
    """Whether it is there, or is after one of these packages has been installed, the first that can be had."""
    if there():
        return True
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return False
    print(f"installing {packages[0]} ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for line in ("apt-get update", *map(command, packages)):
        done = subprocess.run(line.split(), env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
        if there():
            return True
    return False
