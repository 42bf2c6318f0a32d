"""`python -m tavl.server`: the server without the pages; settings come from TAVL_* and a file."""

from __future__ import annotations

import sys

from tavl.server.app import create_app
from tavl.server.run import main

if __name__ == "__main__":
    sys.exit(main(create_app))
