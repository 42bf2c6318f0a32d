"""Links for other people: the address at which they reach this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from tavl.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
# network cards that no phone can reach
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "utun")


def lan_address() -> str | None:
    """This machine's address in its local network, if it has one. Nothing is sent."""
    return next(iter(lan_addresses()), None)


def lan_addresses() -> list[str]:
    """The likeliest first: the one on the route to the internet, then those of the network cards. A laptop that is a
    hotspot, or in a network without internet, has only the latter."""
    found = list(dict.fromkeys((*_routed(), *_of_cards(), *_of_name())))
    usable = [each for each in found if not ipaddress.ip_address(each).is_loopback]
    return sorted(usable, key=lambda each: ipaddress.ip_address(each).is_link_local)


def _routed() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial, suppress(OSError):
        trial.connect(("192.0.2.1", 9))  # an address reserved for documentation; only the route to it matters
        yield str(trial.getsockname()[0])


def _of_cards() -> Iterator[str]:
    if sys.platform == "win32":
        return
    import fcntl

    ask = 0x8915 if sys.platform == "linux" else 0xC0206921  # SIOCGIFADDR
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            with suppress(OSError):
                answer = fcntl.ioctl(trial.fileno(), ask, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


def _of_name() -> Iterator[str]:
    """On Windows this gives all of them."""
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


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
