"""A push service on this machine: it accepts messages, and checks who sent them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tavl.server.notifications.push_encryption import _derived, decoded, encoded


def signature_of(header: str, public: str) -> dict[str, Any]:
    """What a VAPID header claims, if it was signed with that key."""
    fields = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    signed, _, signature = fields["t"].rpartition(".")
    raw = decoded(signature)
    assert fields["k"]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
    return claims


class Browser:
    """The keys of one that has subscribed."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes ok"

    def subscription(self, endpoint: str) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "p256dh": encoded(point), "auth": encoded(self._auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        mine = decoded(self.subscription("")["p256dh"])
        secret = _derived(self._auth, shared, b"WebPush: info\x00" + mine + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
        shown: dict[str, Any] = json.loads(AESGCM(key).decrypt(nonce, sealed, None)[:-1])
        return shown


class PushService:
    def __init__(self) -> None:
        self.origin = ""
        self.sent: list[tuple[str, dict[str, str], bytes]] = []  # path, headers, body
        self.arrived = asyncio.Event()  # the first of them
        self.answers: list[int] = []  # statuses to be given first; then 201

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in rest if row)}
        body = await reader.readexactly(int(headers["content-length"]))
        status = self.answers.pop(0) if self.answers else 201
        if status < 300:
            self.sent.append((line.split()[1], headers, body))
            self.arrived.set()
        writer.write(f"HTTP/1.1 {status} so\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service._serve, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service
