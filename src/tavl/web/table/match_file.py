"""The match at a table as a `.mat` file, to be downloaded: its name and its headings."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.notation.mat.writer import write_mat
from tavl.rules.acts import MatchEvent
from tavl.rules.match import Match
from tavl.server.http.dependencies import service_of
from tavl.server.live import visibility
from tavl.web.shared.rendering import moment_of
from tavl.web.table.visibility import seen


async def match_file(request: Request) -> Response:
    """The match as a file that other programs read."""
    state, by, raw = await seen(request)
    events = visibility.sent(raw, by)
    people = await service_of(request).accounts.names(state.table.seats)
    first, second = (people[who].name if who in people else str(seat) for seat, who in enumerate(state.table.seats, 1))
    played = [out.event for out in events if isinstance(out.event, MatchEvent)]
    match, began = Match(terms=state.table.terms.match), moment_of(events[0].at)
    text = write_mat(match, played, (first, second), site="tavl", date=f"{began:%Y-%m-%d}")
    name = f"tavl-{request.path_params['id']}.mat"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})
