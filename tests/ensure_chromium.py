"""Sees to it that there is a Chromium for the browser tests: found, or installed where nobody need be asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# The shell is Chromium without its windows: what there is to test, at less work for the machine.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
INSTALL = tuple(
    f"apt-get install --yes --no-install-recommends {name} fonts-dejavu-core" for name in NAMES[:2]
)  # the first that can be had


def browser_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> int:
    if browser_path():
        return 0
    root_on_debian = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None
    if root_on_debian:
        print("installing Chromium for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in ("apt-get update", *INSTALL):
            done = subprocess.run(command.split(), env=quiet, capture_output=True, text=True, check=False)
            if done.returncode:
                print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
            if browser_path():
                return 0
    print("The browser tests need Chromium. On Debian or Ubuntu, before `make test` again:", file=sys.stderr)
    print(f"    sudo {INSTALL[1]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
