"""`python -m tavl.web`: the server with its pages, told what to do by TAVL_* and a file."""

from __future__ import annotations

import sys

from tavl.server.run import run, say
from tavl.server.settings import SettingsError, load
from tavl.web.app import create_app


def main() -> int:
    try:
        settings = load()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if run(settings, create_app(settings), ready=say) else 1


if __name__ == "__main__":
    sys.exit(main())
