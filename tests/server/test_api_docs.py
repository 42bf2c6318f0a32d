"""docs/api.md documents every route, message, action, code, limit and setting."""

from __future__ import annotations

import re
from typing import get_args

from tavl.server.accounts.login_attempts import ATTEMPTS
from tavl.server.app import APIS
from tavl.server.error_texts import TEXTS
from tavl.server.messages import socket
from tavl.server.rate_limits import RATES
from tavl.server.settings import Settings
from tavl.server.tables.stream.stream_state import ClientAction
from tests.server.harness import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text()
VOCABULARY = (ROOT / "docs" / "table.md").read_text()


def test_every_route_is_documented() -> None:
    routes = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for api in APIS
        for path, operations in api.paths.items()
        for method in operations
    }
    assert len(routes) > 15
    assert {route for route in routes if f"`{route}`" not in PAGE} == set()


def test_every_code_limit_and_setting_is_documented() -> None:
    assert {code for code in TEXTS if f"| `{code}` | {TEXTS[code][0]} | {TEXTS[code][1]} |" not in PAGE} == set()
    assert {what for what in (*RATES, *ATTEMPTS) if f"| {what} |" not in PAGE} == set()
    assert {name for name in Settings.__struct_fields__ if f"| `{name}` |" not in PAGE} == set()
    documented = set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Settings")[2], re.MULTILINE))
    assert documented == set(Settings.__struct_fields__)


def test_limits_and_settings_have_the_values_that_the_page_gives() -> None:
    rows = [f"| {what} | {burst} | {rate:.3g} |" for what, (burst, rate) in (RATES | ATTEMPTS).items()]
    assert [row for row in rows if row not in PAGE] == []
    usual = {name: getattr(Settings(), name) for name in Settings.__struct_fields__}
    written = dict(re.findall(r"^\| `(\w+)` \| (.*?) ?\|", PAGE.partition("## Settings")[2], re.MULTILINE))
    assert list(written) == list(usual)
    shown = {name: "" if value == () else str(value).lower() for name, value in usual.items()}
    assert written == shown | {"push_services": "those of the browser makers"}


def test_every_code_is_used() -> None:
    files = [path for path in (ROOT / "src").rglob("*.py") if path.name != "error_texts.py"]
    used = {word for path in files for word in re.findall(r'"([a-z_]+)"', path.read_text())}
    assert set(TEXTS) - used == set()


def test_every_action_and_message_is_documented() -> None:
    actions = {kind.__struct_config__.tag for kind in get_args(ClientAction)}
    assert {action for action in actions if f"`{action}`" not in PAGE + VOCABULARY} == set()
    said = {kind.__struct_config__.tag for kind in get_args(socket.ToClient)}
    assert {kind for kind in said if f"| `{kind}` |" not in PAGE} == set()
