"""docs/hosting.md: its configurations of nginx and Caddy, run by a real one in front of a real server; its settings;
its systemd units, which systemd reads."""

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
import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from tavl.server.rate_limits import RATES
from tavl.server.run import server_for
from tavl.server.settings import Settings, load
from tests.analysis.matches import ODD
from tests.polling import poll_async, stays_so
from tests.server.harness import PATIENCE, ROOT, running

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOMAIN = "play.example"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


PLAIN, ENCRYPTED, UPSTREAM = blocks("nginx")
UNITS = dict(zip(("tavl.service", "tavl-backup.service", "tavl-backup.timer"), blocks("ini"), strict=True))
(CADDY,) = (block for block in blocks("text") if block.startswith(DOMAIN))
(SET,) = map(tomllib.loads, blocks("toml"))


def test_the_settings_are_ones_that_there_are() -> None:
    settings = Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in SET.items()})
    assert settings.behind_proxy
    assert settings.secure_cookies


def test_a_container_has_the_same_settings_but_for_where_it_listens_and_writes() -> None:
    (block,) = (block for block in blocks("text") if block.startswith("TAVL_"))
    environ = dict(line.split("=", 1) for line in block.splitlines())
    in_image = {"host": "0.0.0.0", "port": 8000, "database": "/data/tavl.db"}
    assert load(environ=environ, **in_image) == load(environ={}, **(SET | in_image))


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


def installed(command: str, package: str) -> str:
    found = shutil.which(command, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        pytest.skip(f"{command} is not installed here (Debian: apt-get install {package})")
    return found


@pytest.fixture(scope="module")
def nginx() -> str:
    return installed("nginx", "nginx-light")


@pytest.fixture(scope="module")
def caddy() -> str:
    return installed("caddy", "caddy")


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
    def __init__(self, authority: Path, http: int, https: int, elsewhere: tuple[int, str]) -> None:
        self.http, self.https = http, https
        self.elsewhere = elsewhere  # what plain HTTP is answered with: a status, and where to go
        self.tls = ssl.create_default_context(cafile=str(authority))

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


SETTINGS = {"origins": (f"https://{DOMAIN}",), "behind_proxy": True, "secure_cookies": True}


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@asynccontextmanager
async def started(command: list[str], folder: Path, https: int, ready: Path) -> AsyncIterator[None]:
    """A proxy that listens, and has its certificate."""
    environ = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "said").open("wb") as said:
        process = await asyncio.create_subprocess_exec(*command, stdout=said, stderr=said, env=environ)
    try:

        def answers() -> bool:
            assert process.returncode is None, (folder / "said").read_text()
            return listens(https) and ready.exists()

        await poll_async(answers, PATIENCE)
        yield
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def behind_nginx(nginx: str, folder: Path, upstream: str) -> AsyncIterator[Site]:
    make_certificate(folder)
    http, https = free_ports(2)
    encrypted = ENCRYPTED.replace("127.0.0.1:8000", upstream)
    command = [nginx, *configured(folder, PLAIN, encrypted, http=http, https=https)]
    authority = folder / "fullchain.pem"
    async with started(command, folder, https, authority):
        yield Site(authority, http, https, (301, f"https://{DOMAIN}"))


@asynccontextmanager
async def behind_caddy(caddy: str, folder: Path, upstream: str) -> AsyncIterator[Site]:
    """The page's own site, with a certificate that Caddy makes by itself instead of asking for one outside."""
    http, https = free_ports(2)
    here = f"admin off\nhttp_port {http}\nhttps_port {https}\ndefault_bind 127.0.0.1\n"
    own = f"local_certs\nskip_install_trust\nstorage file_system {folder}/store\n"
    file = folder / "Caddyfile"
    file.write_text(f"{{\n{here}{own}}}\n{CADDY.replace('127.0.0.1:8000', upstream)}", encoding="utf-8")
    command = [caddy, "run", "--config", str(file), "--adapter", "caddyfile"]
    made = folder / "store/certificates/local" / DOMAIN / f"{DOMAIN}.crt"
    async with started(command, folder, https, made):
        yield Site(folder / "store/pki/authorities/local/root.crt", http, https, (308, f"https://{DOMAIN}"))


PROXIES = {"nginx": behind_nginx, "caddy": behind_caddy}


@pytest.fixture(params=PROXIES)
async def site(request: pytest.FixtureRequest, sqlite_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    proxy = request.getfixturevalue(request.param)
    async with (
        running(sqlite_url, rates=True, **SETTINGS) as server,
        PROXIES[request.param](proxy, tmp_path, server.url.removeprefix("http://")) as here,
    ):
        yield here


async def test_behind_a_proxy_people_come_by_https_and_play_over_the_socket(site: Site) -> None:
    async with site.client() as person:
        plain = await person.get(f"http://127.0.0.1:{site.http}/rules?q=cube")
        status, origin = site.elsewhere
        assert (plain.status_code, plain.headers["location"]) == (status, f"{origin}/rules?q=cube")
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


async def test_behind_a_proxy_nobody_evades_the_limits_with_an_address_they_made_up(
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


async def test_behind_a_proxy_files_as_large_as_the_server_takes_them_arrive(site: Site) -> None:
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
    assert usual.max_upload_bytes < usual.max_list_bytes


@pytest.mark.parametrize("site", ["nginx"], indirect=True)  # Caddy does all of this itself
async def test_where_the_certificate_is_asked_for_the_answer_is_plain(site: Site, tmp_path: Path) -> None:
    path = ".well-known/acme-challenge/a-token"
    (tmp_path / "www" / path).parent.mkdir(parents=True)
    (tmp_path / "www" / path).write_text("a-token.a-key")
    async with site.client() as person:
        found = await person.get(f"http://127.0.0.1:{site.http}/{path}")
    assert (found.status_code, found.text) == (200, "a-token.a-key")


async def test_behind_caddy_a_request_waits_while_the_server_starts(
    caddy: str, sqlite_url: str, tmp_path: Path
) -> None:
    (port,) = free_ports(1)
    async with behind_caddy(caddy, tmp_path, f"127.0.0.1:{port}") as site, site.client() as person:
        asked = asyncio.create_task(person.get("/healthz"))
        assert await stays_so(lambda: not asked.done(), 8)
        async with running(sqlite_url, **SETTINGS, port=port):
            assert (await asked).text == "ok\n"


def test_caddy_lets_go_of_an_idle_connection_before_the_server_does() -> None:
    (kept,) = re.findall(r"keepalive (\d+)s", CADDY)
    assert int(kept) < server_for(Settings()).config.timeout_keep_alive


def verified(folder: Path, units: dict[str, str]) -> str:
    """What systemd says about these units; nothing if they are sound."""
    analyze = installed("systemd-analyze", "systemd")
    for name, text in units.items():
        (folder / name).write_text(text.replace("/opt/tavl/bin/tavl serve", f"{sys.executable} serve"))
    done = subprocess.run(
        [analyze, "verify", *(str(folder / name) for name in units)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 or done.stderr
    return "\n".join(line for line in done.stderr.splitlines() if "tavl" in line)


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    (several,) = re.findall(r"sed '(.*?)' /etc/systemd/system/tavl.service > /etc/systemd/system/tavl@.service", PAGE)
    service = UNITS["tavl.service"]
    made = subprocess.run(["sed", several], input=service, capture_output=True, text=True, check=True).stdout
    assert "\nEnvironment=TAVL_PORT=%i\n" in made
    assert verified(tmp_path, {**UNITS, "tavl@8000.service": made}) == ""
    assert "UMusk" in verified(tmp_path, {"tavl.service": service.replace("UMask", "UMusk")})
