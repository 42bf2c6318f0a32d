"""A certificate of the laptop's own: trusted by whoever trusts its authority, and good for nothing else."""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from cryptography import x509

from tavl.server.venue.certificates import certificate_for
from tests.server.harness import running

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def test_the_authority_stays_and_the_servers_certificate_follows_the_addresses(tmp_path: Path) -> None:
    first = certificate_for(tmp_path / "kept", ["192.168.1.7"], NOW)
    again = certificate_for(tmp_path / "kept", ["192.168.1.7"], NOW + timedelta(days=100))
    assert again == first
    chain = first.chain.read_bytes()
    moved = certificate_for(tmp_path / "kept", ["10.42.0.1"], NOW)
    assert moved.fingerprint == first.fingerprint
    assert "10.42.0.1" in moved.names
    assert moved.chain.read_bytes() != chain
    chain = moved.chain.read_bytes()
    certificate_for(tmp_path / "kept", ["10.42.0.1"], NOW + timedelta(days=370))
    assert moved.chain.read_bytes() != chain  # it would have ended soon


def test_its_authority_can_speak_for_private_networks_only(tmp_path: Path) -> None:
    made = certificate_for(tmp_path / "kept", ["192.168.1.7", "93.184.216.34"], NOW)
    assert "93.184.216.34" not in made.names
    authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert limits.value.permitted_subtrees is not None
    named = [each.value for each in limits.value.permitted_subtrees if isinstance(each, x509.DNSName)]
    assert named == ["localhost", "local", "lan", "home.arpa", "internal"]
    if os.name == "posix":
        assert {each.stat().st_mode & 0o077 for each in (tmp_path / "kept").iterdir()} == {0}


async def test_https_is_served_beside_a_plain_port_that_sends_on(sqlite_url: str, tmp_path: Path) -> None:
    settings = {"venue": True, "certificate": True, "https_port": 0, "secure_cookies": True}
    async with running(sqlite_url, **settings) as here:
        assert here.url.startswith("https://127.0.0.1:")
        plain = f"http://127.0.0.1:{here.app.state.door_port}"
        async with httpx.AsyncClient() as http:
            sent_on = await http.get(f"{plain}/tournaments/x?a=1")
            assert (sent_on.status_code, sent_on.headers["location"]) == (307, f"{here.url}/tournaments/x?a=1")
            authority = await http.get(f"{plain}/venue/authority.crt")
            assert authority.headers["content-type"] == "application/x-x509-ca-cert"
        trusting = ssl.create_default_context(cadata=authority.text)
        async with httpx.AsyncClient(verify=trusting) as http:
            answer = await http.get(f"{here.url}/healthz")
            assert answer.text == "ok\n"
            assert "strict-transport-security" not in answer.headers  # another port speaks plain HTTP
            made = await http.post(f"{here.url}/api/v1/session", headers={"X-Tavl": "1"}, json={})
            (cookie,) = [each for each in made.headers.get_list("set-cookie") if each.startswith("tavl=")]
            assert "Secure" in cookie  # by the name that it had without a certificate: a director stays one
