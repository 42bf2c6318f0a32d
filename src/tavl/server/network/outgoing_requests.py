"""What the server sends to other servers, from a thread: only where it may, and only as far as the address says.

Addresses come from browsers or people. So each must be one that the settings name, or lead to the open internet:
the name is looked up once, and that result is used, so that a second lookup cannot give another one.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from urllib.parse import SplitResult, urlsplit

PATIENCE_S = 15.0
MAX_ADDRESS = 1000
MAX_ANSWER = 4 * 1024 * 1024


class NotSent(Exception):
    """It could not be sent. `later`: it may succeed if tried again."""

    def __init__(self, problem: str, later: bool) -> None:
        self.later = later
        super().__init__(problem)


def parts_of(address: str) -> SplitResult | None:
    """None: nothing may be sent to this address."""
    if len(address) > MAX_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        return None
    try:
        parts = urlsplit(address)
        known = parts.hostname and parts.port != 0
    except ValueError:
        return None
    return parts if known and "@" not in parts.netloc and parts.scheme in ("http", "https") else None


def is_of(address: str, services: tuple[str, ...]) -> bool:
    """Whether an address is one of a service that the settings name: `https://host` or `https://*.host`."""
    parts = parts_of(address)
    if parts is None:
        return False
    origin = (parts.scheme, parts.hostname or "", parts.port)
    return any(_is_of(origin, urlsplit(service)) for service in services)


def _is_of(origin: tuple[str, str, int | None], service: SplitResult) -> bool:
    scheme, host, port = origin
    named = (service.hostname or "").removeprefix("*")
    fits = host.endswith(named) and host != named if named.startswith(".") else host == named
    return bool(named) and fits and (scheme, port) == (service.scheme, service.port)


def public_address(host: str, port: int) -> str:
    """The addresses of a name, if all of them are on the open internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent(str(error), later=True) from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(_is_public(address) for address in addresses):
        raise NotSent("not an address on the open internet", later=False)
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    return ip.is_global and not ip.is_multicast and (mapped is None or mapped.is_global)


class _Pinned(http.client.HTTPSConnection):
    """Connects to an address that was looked up before; the certificate must be the name's."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._secured = ssl.create_default_context()
        super().__init__(host, port, timeout=PATIENCE_S, context=self._secured)
        self._address = address

    def connect(self) -> None:
        line = socket.create_connection((self._address, self.port), PATIENCE_S)
        self.sock = self._secured.wrap_socket(line, server_hostname=self.host)


def ask(method: str, address: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """Status and answer of a server that the settings name."""
    parts = parts_of(address)
    if parts is None:
        raise NotSent("not an address", later=False)
    line = _line(parts, public_only=False)
    try:
        line.request(method, parts.path or "/", body or None, headers)
        answer = line.getresponse()
        return answer.status, answer.read(MAX_ANSWER)
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(f"{parts.hostname}: {error or type(error).__name__}", later=True) from None
    finally:
        line.close()


def post(address: str, body: bytes, headers: dict[str, str], public_only: bool = False) -> int:
    """The status of the response; redirects are not followed."""
    parts = parts_of(address)
    if parts is None or (public_only and parts.scheme != "https"):
        raise NotSent("not an address", later=False)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host, line = parts.hostname or "", _line(parts, public_only)
    try:
        line.request("POST", path, body, {"Host": parts.netloc, **headers} if public_only else headers)
        return line.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(f"{host}: {error or type(error).__name__}", later=True) from None
    finally:
        line.close()


def _line(parts: SplitResult, public_only: bool) -> http.client.HTTPConnection:
    if public_only:
        port = parts.port or 443
        return _Pinned(parts.hostname or "", port, public_address(parts.hostname or "", port))
    if parts.scheme == "https":
        return http.client.HTTPSConnection(parts.netloc, timeout=PATIENCE_S, context=ssl.create_default_context())
    return http.client.HTTPConnection(parts.netloc, timeout=PATIENCE_S)
