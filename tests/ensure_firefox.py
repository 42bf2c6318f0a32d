"""Makes sure that there is a Firefox for tests/firefox: finds or installs it."""

from __future__ import annotations

import sys

from tests.debian_packages import brought, command
from tests.firefox.bidi import installed


def main() -> int:
    if brought(installed, ("firefox-esr",)):
        return 0
    print("These tests need Firefox. On Debian, before `make firefox` again:", file=sys.stderr)
    print(f"    sudo {command('firefox-esr')}", file=sys.stderr)
    print("elsewhere: any recent Firefox that can be started as `firefox`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
