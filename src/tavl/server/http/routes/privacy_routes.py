"""Routes to download and erase one's own data, and to say what it may be used for."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.cookies import drop_device_cookie, drop_login_cookie
from tavl.server.http.dependencies import limit, service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.accounts import ChooseDumps, DumpsChosen, EraseMe

api = Api()


@api.route("GET", "/me/data")
async def export_me(request: Request) -> Response:
    """Everything that is stored about me, as a file."""
    who = await who_asks(request, suspended_too=True)
    limit(request, "data", who.person)
    response = answer(await service_of(request).privacy.export(who))
    response.headers["Content-Disposition"] = 'attachment; filename="tavl-my-data.json"'
    return response


@api.route("GET", "/me/dumps", gives=DumpsChosen)
async def show_dumps(request: Request) -> Response:
    """Whether my matches may be in dumps for programmers."""
    who = await who_asks(request, suspended_too=True)
    return answer(await service_of(request).privacy.dumps(who))


@api.route("PATCH", "/me/dumps", takes=ChooseDumps, gives=DumpsChosen)
async def choose_dumps(request: Request) -> Response:
    """Allow my matches to be in dumps for programmers, under a pseudonym, or take that back."""
    who = await who_asks(request, suspended_too=True)
    asked = await body(request, ChooseDumps)
    return answer(await service_of(request).privacy.choose_dumps(who, asked.allowed))


@api.route("DELETE", "/me", takes=EraseMe, status=204)
async def erase_me(request: Request) -> Response:
    """Erase everything that is stored about me. The games stay, without my name."""
    service, who = service_of(request), await who_asks(request, suspended_too=True)
    asked = await body(request, EraseMe)
    limit(request, "data", who.person)
    for person in await service.privacy.erase(who, asked.confirm):
        await service.changes.person_changed(person)
    response = Response(status_code=204)
    drop_login_cookie(response, service.settings)
    drop_device_cookie(response, service.settings)
    return response
