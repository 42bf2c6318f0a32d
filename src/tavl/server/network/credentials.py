"""What a request or a socket shows to say who is asking: a login's cookie, or a token in a header."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import HTTPConnection

from tavl.server.settings import Settings


class Credentials(Struct, frozen=True):
    authorization: str = ""
    login: str | None = None


def credentials_of(connection: HTTPConnection, settings: Settings) -> Credentials:
    login = connection.cookies.get(login_cookie(settings))
    return Credentials(connection.headers.get("authorization", ""), login)


def device_of(connection: HTTPConnection, settings: Settings) -> str:
    """What this browser shows of a login with a password before this one; "" for nothing."""
    return connection.cookies.get(device_cookie(settings), "")


def login_cookie(settings: Settings) -> str:
    return "__Host-tavl" if settings.secure_cookies and not settings.venue else "tavl"


def device_cookie(settings: Settings) -> str:
    return f"{login_cookie(settings)}-device"
