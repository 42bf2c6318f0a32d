"""Push messages are encrypted for a browser (RFC 8291, one record of aes128gcm) and signed (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import os
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

RECORD = 4096
SIGNED_FOR_S = 12 * 3600


class Subscription(Struct, frozen=True):
    """A browser's subscription: the address, and the keys to encrypt with."""

    endpoint: str
    p256dh: str
    auth: str


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
