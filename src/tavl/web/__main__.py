"""`python -m tavl.web`: the server with its pages, configured by TAVL_* variables and a file."""

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
    app = create_app(settings)
    if run(settings, app, ready=say):
        return 0
    print(f"cannot start: {app.state.failed or 'see above'}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
