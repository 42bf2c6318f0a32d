"""Links for other people: where they reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from tavl.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


def lan_address() -> str | None:
    """This machine's address in its own network, where it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # for documentation only: nobody's, but the way there is the way out
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
    """The beginning of links for other people, asked for by a page of this host; none if nobody else can follow one:
    the page was opened on this very machine and only this machine is listened to."""
    if not is_loopback(host):
        return f"{scheme}://{host}"
    if settings.public_url:
        return settings.public_url.rstrip("/")
    address = lan_address() if settings.host in EVERYWHERE else None
    port = urlsplit(f"//{host}").port
    return f"{scheme}://{address}{f':{port}' if port else ''}" if address else None
