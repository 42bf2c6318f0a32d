"""Web push: encrypted and signed by the standards, and sent only to push services."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from tavl.server.network.outgoing_requests import is_of
from tavl.server.notifications.push_protocol import Key, Subscription, decoded, encoded, encrypt
from tavl.server.settings import PUSH_SERVICES, Settings, SettingsError, load
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


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://db5p.notify.windows.com/w/?token=x", True),
        ("https://notify.windows.com/w/", False),
        ("https://evilnotify.windows.com/", False),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/", False),
        ("https://fcm.googleapis.com@127.0.0.1/", False),
        ("https://fcm.googleapis.com.evil.example/", False),
        ("https://127.0.0.1/", False),
        ("https://[::1", False),
        ("file:///etc/passwd", False),
        ("https://fcm.googleapis.com/ x", False),
        ("https://fcm.googleapis.com/" + "x" * 2000, False),
        ("", False),
    ],
)
def test_only_push_services_are_sent_to(endpoint: str, allowed: bool) -> None:
    assert is_of(endpoint, PUSH_SERVICES) is allowed


def test_settings_of_notices_that_make_no_sense_are_named() -> None:
    for name, value in (("push_key", "short"), ("smtp_security", "ssl3"), ("public_url", "play.example")):
        with pytest.raises(SettingsError, match=name):
            load(environ={f"TAVL_{name.upper()}": value})
    assert (
        load(environ={"TAVL_PUSH_SERVICES": "https://a.example, https://b.example"})
        .push_services[1]
        .endswith("b.example")
    )
    assert load(environ={"TAVL_PUSH_KEY": Key.new()}).push_key
    with pytest.raises(SettingsError, match="spread"):
        load(rating_spread=0)
    assert Settings(rating_start=1000).formula.start == 1000
