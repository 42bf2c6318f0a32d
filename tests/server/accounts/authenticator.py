"""An authenticator in software: makes passkeys and answers like a browser, or wrongly if asked to."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey. `counter` is sent with the next signature and goes up by itself."""

    def __init__(self, origin: str, domain: str = "localhost") -> None:
        self.origin, self.domain = origin, domain
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.counter = 1
        self.person = b""
        self.verified = True

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        self.person = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(HAS_KEY) + about
        self.counter += 1
        attested = {"fmt": "none", "attStmt": {}, "authData": data}
        said = {
            "clientDataJSON": bytes_to_base64url(self._said("webauthn.create", options["challenge"])),
            "attestationObject": bytes_to_base64url(cbor2.dumps(attested)),
        }
        return self._credential(said)

    def answer(self, options: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        said = self._said("webauthn.get", options["challenge"])
        data = self._data(0)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        self.counter += 1
        response = {
            "clientDataJSON": bytes_to_base64url(said),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
            "userHandle": bytes_to_base64url(self.person),
            **changes,
        }
        return self._credential(response)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _data(self, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verified else 0)
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _said(self, type: str, challenge: str) -> bytes:
        return json.dumps({"type": type, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()
