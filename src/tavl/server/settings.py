"""The server's settings: from arguments, the environment (TAVL_*), a TOML file, or these defaults, in this order."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tavl.rating import Formula

PREFIX = "TAVL_"
# The services of the browser makers.
PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://*.notify.windows.com",
    "https://web.push.apple.com",
)
_PUSH_KEY = re.compile(r"[A-Za-z0-9_-]{43}=?")
_LISTS = ("origins", "push_services", "webhook_services")
_USUAL = Formula()  # what ratings are computed with unless an operator says otherwise: the numbers are in rating/elo.py


class SettingsError(ValueError):
    """An unknown setting or an invalid value; the message names it."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "tavl.db"  # a file name, or a PostgreSQL URL
    origins: tuple[str, ...] = ()  # further allowed origins, such as "https://play.example"
    secure_cookies: bool = False  # true if the site is served over https
    passkey_domain: str = "localhost"  # the domain of passkeys, "play.example"; on other hosts they are not offered
    behind_proxy: bool = False  # trust the last X-Forwarded-For, which the proxy adds
    log_level: str = "info"
    log_json: bool = True  # a JSON object a line; on a terminal always plain lines

    session_days: int = 180  # a login that is unused for this long ends
    max_body_bytes: int = 65_536
    max_import_bytes: int = 64 * 1024 * 1024  # of a tournament's archive, from an administrator
    # of a member list or another server's report, from an organisation's officer
    max_list_bytes: int = 16 * 1024 * 1024
    max_message_bytes: int = 8_192
    socket_queue: int = 64  # messages that may wait for one reader before it is disconnected
    socket_ping_s: float = 20.0  # between pings, and for the answer to one
    patience_s: float = 20.0  # limit for a whole request to arrive, and for a client to continue reading
    max_stream_events: int = 50_000  # for one table: ten times as many as a match to 25 points has
    rates: bool = True  # turns the rate limits on

    flag_grace_ms: int = 500  # allowance for lag before the server claims a fallen flag by itself
    line_grace_ms: int = 5_000  # how long after a lost connection a match that waits stops its clock
    line_wait_ms: int = 600_000  # how long in total a match waits for each player's connection
    gone_wait_ms: int = 300_000  # without a clock: how long a player may be gone before the opponent may claim the win
    next_game_after_ms: int = 3_000
    heartbeat_ms: int = 1_000
    away_after_ms: int = 5_000  # without a heartbeat for this long the server was down, which costs nobody time
    timer_poll_ms: int = 250
    timer_lease_ms: int = 3_500

    bot_delay_ms: int = 900  # pause before each of a bot's actions, so that people can follow
    bot_threads: int = 2
    max_upload_bytes: int = 4_194_304  # of a match file, as it is sent
    analyses_each: int = 20  # of one person, waiting or under way
    analysis_days: int = 365  # how long an analysis is kept
    cards_each: int = 5_000  # of one person, to practise
    decks_each: int = 100  # of one person
    folds_kept: int = 4_096  # tables whose state is cached in memory; those with somebody connected always are

    rating_start: int = _USUAL.start  # these six: see docs/rating.md; after a change all ratings are computed again
    rating_spread: int = _USUAL.spread
    rating_step: float = _USUAL.step
    rating_ramp: float = _USUAL.ramp
    rating_ramp_length: int = _USUAL.ramp_length
    rating_listed_from: int = _USUAL.listed_from

    public_url: str = ""  # the public address, "https://play.example", for links in mails
    smtp_host: str = ""  # this and the next nine: notifications by mail and push, see docs/notifications.md
    smtp_port: int = 587
    smtp_security: str = "starttls"  # "starttls", "tls" or "none"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # "tavl <tavl@play.example>"
    push_key: str = ""  # made by `tavl push-key`
    push_contact: str = ""  # contact for push services, "mailto:tavl@play.example"
    push_services: tuple[str, ...] = PUSH_SERVICES  # hosts that may be sent to: "https://host" or "https://*.host"
    notice_after_s: float = 120.0  # a player who moves sooner is not notified
    webhook_services: tuple[str, ...] = ()  # may be called although not on the open internet: "http://host:port"

    venue: bool = False  # on a laptop at the venue: this and the next six, see docs/venue.md
    wifi: str = ""  # the name of the Wi-Fi, for the poster
    wifi_password: str = ""
    certificate: bool = False  # serve HTTPS with a certificate of its own; the plain port sends on
    https_port: int = 8443
    copy_to: str = ""  # another tavl server that shows the public pages, "https://play.example"
    copy_token: str = ""  # made there by `tavl admin copy-token`

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
                raise ValueError(f"{name} cannot be below zero")
        if self.port > 65_535 or self.https_port > 65_535:
            raise ValueError("port is 0 to 65535")
        if self.copy_to and not self.copy_to.startswith(("https://", "http://")):
            raise ValueError("copy_to begins with https://")
        if bool(self.copy_to) != bool(self.copy_token):
            raise ValueError("copy_to and copy_token belong together")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ValueError("log_level is one of debug, info, warning, error")
        if self.away_after_ms <= 2 * self.heartbeat_ms:
            raise ValueError("away_after_ms must be more than two heartbeats")
        if self.smtp_security not in ("starttls", "tls", "none"):
            raise ValueError("smtp_security is one of starttls, tls, none")
        if self.public_url and not self.public_url.startswith(("https://", "http://")):
            raise ValueError("public_url begins with https://")
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise ValueError("push_contact begins with mailto: or https://")
        if self.push_key and not _PUSH_KEY.fullmatch(self.push_key):
            raise ValueError("push_key is not one that `tavl push-key` made")
        assert self.formula  # a FormulaError is a ValueError too

    @property
    def formula(self) -> Formula:
        return Formula(
            start=self.rating_start,
            spread=self.rating_spread,
            step=self.rating_step,
            ramp=self.rating_ramp,
            ramp_length=self.rating_ramp_length,
            listed_from=self.rating_listed_from,
        )


def load(file: Path | None = None, environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Load the settings. Arguments take precedence over the environment, the environment over the file."""
    environ = os.environ if environ is None else environ
    file = file or (Path(environ[PREFIX + "CONFIG"]) if environ.get(PREFIX + "CONFIG") else None)
    fields = _from_file(file) if file else {}
    for name in Settings.__struct_fields__:
        text = environ.get(PREFIX + name.upper())
        if text is not None:
            fields[name] = [part.strip() for part in text.split(",") if part.strip()] if name in _LISTS else text
    fields |= {name: value for name, value in given.items() if value is not None}
    if fields.get("certificate") in (True, "true", "1"):
        fields.setdefault("secure_cookies", True)
    try:
        return msgspec.convert(fields, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(str(error)) from None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text())
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}") from None
    except RecursionError:
        raise SettingsError(f"{file}: nested too deeply") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: {error}") from None
