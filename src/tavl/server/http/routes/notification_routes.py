"""Routes for notifications."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import limit, service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.notifications import ChooseNotices, NoticesChosen, Subscribe, Unsubscribe
from tavl.server.network.clients import language
from tavl.server.notifications.mail_addresses import is_address
from tavl.server.notifications.notices import Notices
from tavl.server.notifications.push_encryption import Subscription, encrypt
from tavl.server.notifications.smtp import NotSent

api = Api()


@api.route("GET", "/me/notices", gives=NoticesChosen)
async def show_notices(request: Request) -> Response:
    """How I am notified that it is my move."""
    return await _chosen(service_of(request).notices, await _person(request))


@api.route("PATCH", "/me/notices", takes=ChooseNotices, gives=NoticesChosen)
async def choose_notices(request: Request) -> Response:
    """Turn notifications by mail and push on or off. A new address gets a link to confirm it."""
    notices, who = service_of(request).notices, await _person(request)
    wanted = await body(request, ChooseNotices)
    no_address = wanted.address == "" or (await notices.choices.of(who.person)).address is None
    if wanted.mail and no_address:  # first: a refused request must change nothing
        raise ApiError("bad_value", field="mail", problem="no address is confirmed")
    if wanted.address is not None:
        await _new_address(request, notices, who, wanted.address.strip())
    if wanted.mail is not None:
        await notices.choices.choose(who, mail=wanted.mail)
    if wanted.push is not None:
        await notices.choices.choose(who, push=wanted.push)
    return await _chosen(notices, who)


@api.route("POST", "/me/push", takes=Subscribe, gives=NoticesChosen, status=201)
async def subscribe(request: Request) -> Response:
    """Subscribe this browser to push notifications."""
    notices, who = service_of(request).notices, await _person(request)
    given = await body(request, Subscribe)
    pusher = notices.pusher
    if not pusher.set_up:
        raise ApiError("not_set_up")
    subscription = Subscription(given.endpoint, given.p256dh, given.auth)
    if not pusher.takes(given.endpoint):
        raise ApiError("bad_value", field="endpoint", problem="not a push service that is known here")
    try:
        encrypt(b"", subscription)
    except ValueError:
        raise ApiError("bad_value", field="p256dh", problem="not a browser's keys") from None
    await notices.browsers.subscribe(who, subscription)
    return await _chosen(notices, who, 201)


@api.route("DELETE", "/me/push", takes=Unsubscribe, gives=NoticesChosen)
async def unsubscribe(request: Request) -> Response:
    """Unsubscribe this browser."""
    notices, who = service_of(request).notices, await _person(request)
    await notices.browsers.unsubscribe(who, (await body(request, Unsubscribe)).endpoint)
    return await _chosen(notices, who)


async def _person(request: Request) -> Identity:
    who = await who_asks(request)
    who.need_person()
    return who


async def _new_address(request: Request, notices: Notices, who: Identity, address: str) -> None:
    if not address:
        await notices.addresses.drop(who)
        return
    if not notices.mailer.set_up:
        raise ApiError("not_set_up")
    if not is_address(address):
        raise ApiError("bad_value", field="address", problem="not an address")
    limit(request, "mail", who.person)
    limit(request, "mail")
    code = await notices.addresses.want(who, address)
    try:
        await notices.ask_to_confirm(address, code, language(request))
    except NotSent as error:
        raise ApiError("mail_failed" if error.later else "address_refused") from None


async def _chosen(notices: Notices, who: Identity, status: int = 200) -> Response:
    choice = await notices.choices.of(who.person)
    key = notices.pusher.key
    chosen = NoticesChosen(
        mail_possible=notices.mailer.set_up,
        mail=choice.mail,
        address=choice.address,
        unconfirmed=choice.wanted,
        push_possible=notices.pusher.set_up,
        push=choice.push,
        push_key=key.public if key and notices.pusher.set_up else None,
        browsers=len(await notices.browsers.of(who.person)),
    )
    return answer(chosen, status)
