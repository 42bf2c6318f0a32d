"""The real server, but for its clock, which the test drives, and its lots, which fall the same each time:
`python -m tests.web.evenings.server`. No setting of tavl does either."""

from __future__ import annotations

import hashlib
import itertools
import os
import sys
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tavl.server.run import run, say
from tavl.server.settings import load
from tavl.server.wall_clock import Clock
from tavl.web.app import create_app


class DrivenTime:
    """Stands still until it is told the time."""

    def __init__(self, at: int) -> None:
        self.at = at

    def wall(self) -> int:
        return self.at

    def monotonic(self) -> float:
        return self.at / 1000


def lots(seed: str) -> Callable[[int], bytes]:
    numbers = itertools.count()
    return lambda count: hashlib.sha256(f"{seed} {next(numbers)}".encode()).digest()[:count]


def create(at: int, seed: str) -> Starlette:
    time = DrivenTime(at)
    app = create_app(load(), Clock(time.wall, time.monotonic), lots(seed))

    async def tell(request: Request) -> Response:
        time.at = int(request.path_params["at"])
        return Response(status_code=204)

    app.add_route("/it-is/{at}", tell, methods=["GET"])
    return app


def main() -> int:
    app = create(int(os.environ["TAVL_TEST_CLOCK"]), os.environ.get("TAVL_TEST_LOTS", "lots"))
    return 0 if run(app.state.settings, app, ready=say) else 1


if __name__ == "__main__":
    sys.exit(main())
