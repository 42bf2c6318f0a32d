"""Web push: messages to closed browsers, through the push service of the browser's maker.

The message is encrypted for that browser (RFC 8291, one record of aes128gcm) and signed by the server (VAPID, RFC
8292). Only services in the settings are contacted: the address comes from a browser, and must not lead elsewhere.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from tavl.server.network.outgoing_requests import NotSent, is_of, post
from tavl.server.settings import Settings

AT_ONCE = 4
RECORD = 4096
MAX_PAYLOAD = 3000
SIGNED_FOR_S = 12 * 3600
KEPT_FOR_S = 3 * 24 * 3600  # how long the push service keeps a message for a browser that is off


class Subscription(Struct, frozen=True):
    """A browser's subscription: the address, and the keys to encrypt with."""

    endpoint: str
    p256dh: str
    auth: str


class Gone(Exception):
    """The browser has cancelled the subscription."""


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Key:
    """The server's key, by which push services and browsers recognise it: 32 bytes in base64url."""

    def __init__(self, text: str) -> None:
        secret = decoded(text)
        if len(secret) != 32:
            raise ValueError("a push key has 32 bytes")
        self._key = ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())
        self.public = encoded(_point(self._key.public_key()))

    @staticmethod
    def new() -> str:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return encoded(number.to_bytes(32, "big"))

    def authorization(self, endpoint: str, contact: str, now_s: int) -> str:
        """VAPID: a token that only this service accepts, signed with ES256."""
        parts = urlsplit(endpoint)
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_s + SIGNED_FOR_S, "sub": contact}
        signed = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    payload: bytes,
    to: Subscription,
    salt: bytes | None = None,
    ephemeral: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt for one browser. Raises ValueError for a subscription with invalid keys."""
    salt = salt or os.urandom(16)  # noqa: TID251 - the server may draw by chance
    ephemeral = ephemeral or ec.generate_private_key(ec.SECP256R1())
    theirs, auth = decoded(to.p256dh), decoded(to.auth)
    if len(auth) != 16:
        raise ValueError("auth has 16 bytes")
    shared = ephemeral.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    ours = _point(ephemeral.public_key())
    secret = _derived(auth, shared, b"WebPush: info\x00" + theirs + ours, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(key).encrypt(nonce, payload + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


class Pusher:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.key = Key(settings.push_key) if settings.push_key else None
        self._threads = ThreadPoolExecutor(AT_ONCE, "tavl-push")

    @property
    def set_up(self) -> bool:
        return self.key is not None and bool(self._settings.push_contact)

    def takes(self, endpoint: str) -> bool:
        return is_of(endpoint, self._settings.push_services)

    async def send(self, to: Subscription, payload: bytes, topic: str, now_s: int) -> None:
        """Raises Gone or NotSent. For a browser that is off, a push service keeps only the last message of a topic."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._send, to, payload, topic, now_s)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, to: Subscription, payload: bytes, topic: str, now_s: int) -> None:
        assert self.key is not None
        if not self.takes(to.endpoint):
            raise Gone
        try:
            body = encrypt(payload[:MAX_PAYLOAD], to)
        except ValueError:
            raise Gone from None
        headers = {
            "Authorization": self.key.authorization(to.endpoint, self._settings.push_contact, now_s),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR_S),
            "Topic": encoded(hashlib.sha256(topic.encode()).digest())[:32],
            "Urgency": "normal",
        }
        status = post(to.endpoint, body, headers)
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            raise NotSent(f"answered {status}", later=status == 429 or status >= 500)
