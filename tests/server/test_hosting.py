"""docs/hosting.md: its nginx configuration, run by a real nginx in front of a real server; and its settings."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import re
import shutil
import socket
import ssl
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from tavl.server.rate_limits import RATES
from tavl.server.settings import Settings
from tests.server.harness import ROOT, running

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOMAIN = "play.example"


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_settings_are_ones_that_there_are() -> None:
    settings = Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in SET.items()})
    assert settings.behind_proxy
    assert settings.secure_cookies


SET = tomllib.loads(block("toml"))


def free_ports(number: int) -> list[int]:
    with contextlib.ExitStack() as held:
        made = [held.enter_context(socket.socket()) for _ in range(number)]
        for each in made:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in made]


def make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, DOMAIN)])
    begins = datetime.datetime(2026, 1, 1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(begins + datetime.timedelta(days=36_500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(DOMAIN)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(*form))


class Site:
    def __init__(self, folder: Path, http: int, https: int) -> None:
        self.http, self.https = http, https
        self.tls = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))

    def client(self) -> httpx.AsyncClient:
        address = httpx.AsyncHTTPTransport(verify=self.tls)
        return httpx.AsyncClient(
            transport=address,
            base_url=f"https://127.0.0.1:{self.https}",
            headers={"Host": DOMAIN, "X-Tavl": "1"},
            event_hooks={"request": [_as_the_domain]},
        )


async def _as_the_domain(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = DOMAIN


@pytest.fixture
async def site(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if nginx is None:
        pytest.skip("nginx is not installed here (Debian: apt-get install nginx-light)")
    make_certificate(tmp_path)
    settings = {"origins": (f"https://{DOMAIN}",), "behind_proxy": True, "secure_cookies": True, "rates": True}
    async with running(sqlite_url, **settings) as server:
        http, https = free_ports(2)
        site = block("nginx").replace("http://127.0.0.1:8000", server.url)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{http};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;")
        site = site.replace(f"/etc/letsencrypt/live/{DOMAIN}", str(tmp_path))
        temporary = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        main = f"daemon off; pid {tmp_path}/pid; events {{}} http {{ access_log off; {temporary} {site} }}"
        (tmp_path / "nginx.conf").write_text(main, encoding="utf-8")
        command = [nginx, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-e", "stderr"]
        with (tmp_path / "said").open("wb") as said:
            process = await asyncio.create_subprocess_exec(*command, stdout=said, stderr=said)
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", https), 1):
                    break
                assert process.returncode is None, (tmp_path / "said").read_text()
                await asyncio.sleep(0.05)
            yield Site(tmp_path, http, https)
        finally:
            process.terminate()
            await process.wait()


async def test_behind_nginx_people_come_by_https_and_play_over_the_socket(site: Site) -> None:
    async with site.client() as person:
        plain = await person.get(f"http://127.0.0.1:{site.http}/rules?q=cube")
        assert (plain.status_code, plain.headers["location"]) == (301, f"https://{DOMAIN}/rules?q=cube")
        made = await person.post("/api/v1/session", headers={"Origin": f"https://{DOMAIN}"})
        assert made.status_code == 200, made.text
        assert "secure" in made.headers["set-cookie"].lower()
        cookie = made.headers["set-cookie"].partition(";")[0]
        headers = {"Origin": f"https://{DOMAIN}", "Cookie": cookie}
        opened = await person.post("/api/v1/tables", json={"opponent": "bot:casual", "length": 1}, headers=headers)
        assert opened.status_code == 201, opened.text
    table = opened.json()["id"]
    async with connect(
        f"wss://{DOMAIN}/api/v1/tables/{table}/socket",
        host="127.0.0.1",
        port=site.https,
        ssl=site.tls,
        additional_headers={"Cookie": cookie},
        origin=f"https://{DOMAIN}",
        subprotocols=["tavl.v1"],
    ) as line:
        await line.send('{"hello": {}}')
        assert '"type":"state"' in str(await line.recv())


async def test_behind_nginx_nobody_evades_the_limits_with_an_address_they_made_up(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = int(RATES["login"][0])
    monkeypatch.setitem(RATES, "login", (tries, 0.0))  # nothing comes back on a slow machine
    async with site.client() as person:
        seen = []
        for n in range(tries + 1):
            body = {"login": f"somebody-{n}", "password": "wrong horse"}
            headers = {"Origin": f"https://{DOMAIN}", "X-Forwarded-For": f"192.0.2.{n}"}
            seen.append((await person.post("/api/v1/login", json=body, headers=headers)).status_code)
    assert seen == [401] * tries + [429]
