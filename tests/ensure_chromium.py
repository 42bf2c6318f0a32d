"""Makes sure that there is a Chromium for the browser tests: finds or installs it."""

from __future__ import annotations

import shutil
import sys

from tests.debian_packages import brought, command

# The shell is Chromium without its windows: what there is to test, at less work for the machine.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> int:
    if brought(browser_path, NAMES[:2]):
        return 0
    print("The browser tests need Chromium. On Debian or Ubuntu, before `make test` again:", file=sys.stderr)
    print(f"    sudo {command('chromium')}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
