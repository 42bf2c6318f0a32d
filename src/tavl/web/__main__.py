"""`python -m tavl.web`: the server with its pages, configured by TAVL_* variables and a file."""

from __future__ import annotations

import sys

from tavl.server.run import main
from tavl.web.app import create_app

if __name__ == "__main__":
    sys.exit(main(create_app))
