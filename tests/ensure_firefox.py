"""Sees to it that there is a Firefox for tests/firefox: found, or installed where nobody need be asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.firefox.bidi import installed

INSTALL = "apt-get install --yes --no-install-recommends firefox-esr fonts-dejavu-core"


def main() -> int:
    if installed():
        return 0
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing Firefox ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in ("apt-get update", INSTALL):
            done = subprocess.run(command.split(), env=quiet, capture_output=True, text=True, check=False)
            if done.returncode:
                print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
        if installed():
            return 0
    print("These tests need Firefox. On Debian, before `make firefox` again:", file=sys.stderr)
    print(f"    sudo {INSTALL}", file=sys.stderr)
    print("elsewhere: any recent Firefox that can be started as `firefox`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
