"""Push messages are encrypted and signed by the standards."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from tavl.server.notifications.push_encryption import Key, Subscription, decoded, encoded, encrypt
from tests.server.notifications.push_service import signature_of

# RFC 8291, appendix A
THEIRS = Subscription(
    "https://push.example.net/",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_sealed_as_in_the_standards_example() -> None:
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        THEIRS,
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(number, ec.SECP256R1()),
    )
    assert encoded(sealed) == SEALED


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", THEIRS.auth), ("AAAA", THEIRS.auth), (THEIRS.p256dh, "AAAA"), ("é", "")]
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        encrypt(b"x", Subscription("https://push.example.net/", p256dh, auth))


def test_what_is_signed_is_for_one_service_and_one_half_day() -> None:
    key = Key(Key.new())
    header = key.authorization("https://push.example.net/abc?d=1", "mailto:tavl@play.example", 1_700_000_000)
    claims = signature_of(header, key.public)
    assert claims == {"aud": "https://push.example.net", "exp": 1_700_043_200, "sub": "mailto:tavl@play.example"}
    with pytest.raises(InvalidSignature):
        signature_of(header, Key(Key.new()).public)
