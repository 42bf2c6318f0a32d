"""Links for other people: the address at which they reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from tavl.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


def lan_address() -> str | None:
    """This machine's address in its local network, if it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # an address reserved for documentation; only the route to it matters
            address = str(trial.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address


def is_loopback(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    try:
        address = ipaddress.ip_address(name)
        return address.is_loopback or address.is_unspecified
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def shareable(scheme: str, host: str, settings: Settings) -> str | None:
    """The beginning of links for other people, on a page opened at this host; None if nobody else can follow them:
    the page was opened on this machine, and the server listens only here."""
    if not is_loopback(host):
        return f"{scheme}://{host}"
    if settings.public_url:
        return settings.public_url.rstrip("/")
    address = lan_address() if settings.host in EVERYWHERE else None
    port = urlsplit(f"//{host}").port
    return f"{scheme}://{address}{f':{port}' if port else ''}" if address else None
