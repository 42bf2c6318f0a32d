"""Web push: sent only to push services."""

from __future__ import annotations

import pytest

from tavl.server.network.outgoing_requests import is_of
from tavl.server.notifications.push_encryption import Key
from tavl.server.settings import PUSH_SERVICES, Settings, SettingsError, load


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
