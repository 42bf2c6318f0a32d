"""What a request or a socket tells about its client: the address that limits count, the origin, the language."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tavl.i18n import from_accept_language, language_of
from tavl.server.settings import Settings

UNKNOWN = "unknown"
_ONE_HOME = 64  # bits of an IPv6 address that a household, or a rented machine, has to itself


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """The peer's; behind a proxy, whom it says it speaks for. Each proxy adds what it saw at the end, so that only the
    last is ours: all before it is what the client wrote."""
    if settings.behind_proxy:
        said = _last(connection, "x-forwarded-for")
        found = _counted(said)
        if found is not None:
            return found
    return _counted(connection.client.host if connection.client else "") or UNKNOWN


def scheme_of(connection: HTTPConnection, settings: Settings) -> str:
    """How people reach us: the proxy in front speaks TLS, we do not."""
    said = _last(connection, "x-forwarded-proto").lower() if settings.behind_proxy else ""
    return said if said in ("http", "https") else str(connection.scope["scheme"])


def _last(connection: HTTPConnection, header: str) -> str:
    return ",".join(connection.headers.getlist(header)).rpartition(",")[2].strip()


def _counted(said: str) -> str | None:
    """An IPv4 address, or the network of an IPv6 one; none if it is neither."""
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
    except ValueError:  # "http://[" is nobody's
        return False
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host", "")


def language(connection: HTTPConnection) -> str:
    """The account's language where one is known, else the browser's."""
    chosen = getattr(connection.state, "language", None)
    return language_of(chosen or "") or from_accept_language(connection.headers.get("accept-language"))
