"""`python -m tavl.server`: the server without the pages; settings come from TAVL_* and a file."""

from __future__ import annotations

import sys

from tavl.server.app import create_app
from tavl.server.run import run, say
from tavl.server.settings import SettingsError, load


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
