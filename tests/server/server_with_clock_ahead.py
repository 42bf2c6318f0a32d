"""`python -m tests.server.server_with_clock_ahead MS`: the server, its clock ahead by so much, as after a power cut."""

from __future__ import annotations

import sys

from tavl.server.app import create_app
from tavl.server.run import run, say
from tavl.server.settings import load
from tavl.server.wall_clock import Clock, now_ms

if __name__ == "__main__":
    ahead = int(sys.argv[1])
    settings = load()
    run(settings, create_app(settings, Clock(lambda: now_ms() + ahead)), ready=say)
