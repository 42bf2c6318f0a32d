"""What a request or a socket says about its client: the address for rate limits, the origin, the language."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tavl.i18n import from_accept_language, language_of
from tavl.server.settings import Settings

UNKNOWN = "unknown"
_ONE_HOME = 64  # an IPv6 prefix that one household or rented machine has to itself


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """The client's address; behind a proxy, the one it reports. Each proxy appends what it saw, so only the last is
    from our own proxy: everything before it is what the client wrote."""
    if settings.behind_proxy:
        said = _last(connection, "x-forwarded-for")
        found = _counted(said)
        if found is not None:
            return found
    return _counted(connection.client.host if connection.client else "") or UNKNOWN


def scheme_of(connection: HTTPConnection, settings: Settings) -> str:
    """The scheme of the public address: the proxy does TLS, the server does not."""
    said = _last(connection, "x-forwarded-proto").lower() if settings.behind_proxy else ""
    return said if said in ("http", "https") else str(connection.scope["scheme"])


def _last(connection: HTTPConnection, header: str) -> str:
    return ",".join(connection.headers.getlist(header)).rpartition(",")[2].strip()


def _counted(said: str) -> str | None:
    """An IPv4 address, or the network of an IPv6 one; None if it is neither."""
    host = said.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]  # with a port
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.IPv6Network((address, _ONE_HOME), strict=False))
        address = address.ipv4_mapped
    return str(address)


def is_own_origin(origin: str, headers: Mapping[str, str], settings: Settings) -> bool:
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # "http://[" is not an address
        return False
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host", "")


def note_person(connection: HTTPConnection, person: str, language: str | None) -> None:
    """It was found who is asking, and in which language, if they have chosen one."""
    connection.state.person = person
    if language:
        connection.state.language = language


def language(connection: HTTPConnection) -> str:
    """The account's language if known, otherwise the browser's."""
    chosen = getattr(connection.state, "language", None)
    return language_of(chosen or "") or from_accept_language(connection.headers.get("accept-language"))
