"""The real server, but for its clock, which the test drives, and its lots, which fall the same each time:
`python -m tests.web.evenings.server`. No setting of tavl does either."""

from __future__ import annotations

import hashlib
import itertools
import os
import secrets
import sys
from types import SimpleNamespace

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tavl.server import wall_clock
from tavl.server.run import run, say
from tavl.server.settings import load
from tavl.server.tournaments import executor
from tavl.web.app import create_app


class DrivenClock:
    """Stands still until it is told the time."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


def lots(seed: str) -> SimpleNamespace:
    numbers = itertools.count()

    def token_bytes(count: int) -> bytes:
        return hashlib.sha256(f"{seed} {next(numbers)}".encode()).digest()[:count]

    return SimpleNamespace(token_bytes=token_bytes, token_hex=secrets.token_hex)


def create(at: int, seed: str) -> Starlette:
    wall_clock.PACE = 0.0  # else it goes on by itself while the wall clock stands
    executor.secrets = lots(seed)  # type: ignore[attr-defined]
    clock = DrivenClock(at)
    app = create_app(load(), clock)

    async def tell(request: Request) -> Response:
        clock.at = int(request.path_params["at"])
        return Response(status_code=204)

    app.add_route("/it-is/{at}", tell, methods=["GET"])
    return app


def main() -> int:
    app = create(int(os.environ["TAVL_TEST_CLOCK"]), os.environ.get("TAVL_TEST_LOTS", "lots"))
    return 0 if run(app.state.settings, app, ready=say) else 1


if __name__ == "__main__":
    sys.exit(main())
