"""docs/hosting.md: its nginx configuration, run by a real nginx in front of a real server; and its settings."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime
import os
import re
import shutil
import socket
import ssl
import subprocess
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
from tests.analysis.matches import ODD
from tests.polling import poll_async
from tests.server.harness import PATIENCE, ROOT, running

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOMAIN = "play.example"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


PLAIN, ENCRYPTED, UPSTREAM = blocks("nginx")
(SET,) = map(tomllib.loads, blocks("toml"))


def test_the_settings_are_ones_that_there_are() -> None:
    settings = Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in SET.items()})
    assert settings.behind_proxy
    assert settings.secure_cookies


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


@pytest.fixture(scope="module")
def nginx() -> str:
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        pytest.skip("nginx is not installed here (Debian: apt-get install nginx-light)")
    return found


def configured(folder: Path, *files: str, http: int, https: int) -> list[str]:
    """Writes a whole configuration of these files of the page, here and not on this machine's own ports; what nginx is
    called with to use it."""
    site = "".join(files)
    site = re.sub(r" *listen \[::\]:.*\n", "", site)  # there are machines without IPv6
    site = site.replace("listen 80;", f"listen 127.0.0.1:{http};")
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;")
    site = site.replace(f"/etc/letsencrypt/live/{DOMAIN}", str(folder)).replace("/var/www/tavl", f"{folder}/www")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    # As root, nginx would serve files as somebody who may not enter this folder.
    user = "user root;" if os.geteuid() == 0 else ""
    main = f"daemon off; {user} pid {folder}/pid; events {{}} http {{ access_log off; {temporary} {site} }}"
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    return ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def verdict(nginx: str, folder: Path, *files: str) -> str:
    """What `nginx -t` says of these files; nothing if they are valid."""
    http, https = free_ports(2)
    command = [nginx, "-t", "-q", *configured(folder, *files, http=http, https=https)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == bool(done.stderr), done.stderr
    return done.stderr


def test_before_there_is_a_certificate_the_plain_half_is_valid_and_the_other_is_not(nginx: str, tmp_path: Path) -> None:
    assert verdict(nginx, tmp_path, PLAIN) == ""
    assert "fullchain.pem" in verdict(nginx, tmp_path, PLAIN, ENCRYPTED)
    make_certificate(tmp_path)
    assert verdict(nginx, tmp_path, PLAIN, ENCRYPTED) == ""


def test_the_upstream_of_several_processes_takes_the_place_of_the_one(nginx: str, tmp_path: Path) -> None:
    make_certificate(tmp_path)
    several = re.sub(r"upstream tavl \{.*?\n\}\n", UPSTREAM, ENCRYPTED, flags=re.DOTALL)
    assert several.count("server 127.0.0.1:") == 2
    assert verdict(nginx, tmp_path, PLAIN, several) == ""


def test_the_certificate_is_fetched_between_the_two_halves() -> None:
    steps = ("/tavl-http /etc/nginx/sites-enabled/", "certbot certonly", "/tavl /etc/nginx/sites-enabled/")
    places = [PAGE.index(each) for each in steps]
    assert places == sorted(places)
    assert PAGE.count("nginx -t && systemctl reload nginx\n") == 2


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
            timeout=PATIENCE,
        )


async def _as_the_domain(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = DOMAIN


@pytest.fixture
async def site(nginx: str, sqlite_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    make_certificate(tmp_path)
    settings = {"origins": (f"https://{DOMAIN}",), "behind_proxy": True, "secure_cookies": True, "rates": True}
    async with running(sqlite_url, **settings) as server:
        http, https = free_ports(2)
        encrypted = ENCRYPTED.replace("127.0.0.1:8000", server.url.removeprefix("http://"))
        command = [nginx, *configured(tmp_path, PLAIN, encrypted, http=http, https=https)]
        with (tmp_path / "said").open("wb") as said:
            process = await asyncio.create_subprocess_exec(*command, stdout=said, stderr=said)
        try:

            def answers() -> bool:
                assert process.returncode is None, (tmp_path / "said").read_text()
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", https), 1):
                    return True
                return False

            await poll_async(answers, PATIENCE)
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


async def test_behind_nginx_files_as_large_as_the_server_takes_them_arrive(site: Site) -> None:
    async with site.client() as person:
        person.headers["Origin"] = f"https://{DOMAIN}"
        made = await person.post("/api/v1/session")
        person.headers["Cookie"] = made.headers["set-cookie"].partition(";")[0]
        large = ODD.encode() + b"\n" * 2_000_000
        match = {"file": base64.b64encode(large).decode(), "name": "a.mat", "depth": "instant"}
        taken = await person.post("/api/v1/analyses", json=match)
        assert taken.status_code == 201, taken.text
        # The largest is refused for what it is, a byte more for its size; an archive, which may be larger still, for
        # who sends it.
        longest = b"x" * Settings().max_upload_bytes
        refused = await person.post("/api/v1/tournaments/import", content=longest + b"x")
        assert refused.json()["error"]["code"] == "administrators_only"
        person.headers["Content-Type"] = "application/json"
        assert (await person.post("/api/v1/analyses", content=longest)).json()["error"]["code"] == "bad_message"
        assert (await person.post("/api/v1/analyses", content=longest + b"x")).status_code == 413


def test_the_sizes_that_nginx_lets_through_are_the_servers() -> None:
    usual = Settings()
    sizes = [int(size) << 20 for size in re.findall(r"client_max_body_size (\d+)m;", ENCRYPTED)]
    assert sizes == [usual.max_list_bytes, usual.max_import_bytes]


async def test_where_the_certificate_is_asked_for_the_answer_is_plain(site: Site, tmp_path: Path) -> None:
    path = ".well-known/acme-challenge/a-token"
    (tmp_path / "www" / path).parent.mkdir(parents=True)
    (tmp_path / "www" / path).write_text("a-token.a-key")
    async with site.client() as person:
        found = await person.get(f"http://127.0.0.1:{site.http}/{path}")
    assert (found.status_code, found.text) == (200, "a-token.a-key")
