"""What a server can be told: by arguments, else the environment (TAVL_*), else a TOML file, else these defaults."""

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
# Those of the browsers' makers.
PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://*.notify.windows.com",
    "https://web.push.apple.com",
)
_PUSH_KEY = re.compile(r"[A-Za-z0-9_-]{43}=?")
_LISTS = ("origins", "push_services", "webhook_services")
_USUAL = Formula()


class SettingsError(ValueError):
    """A setting that is unknown or has a value it cannot have; the message names it."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "tavl.db"  # a file, or the URL of a PostgreSQL
    origins: tuple[str, ...] = ()  # further origins that pages may come from, "https://play.example"
    secure_cookies: bool = False  # true where people come by https
    passkey_domain: str = "localhost"  # where passkeys are at home: "play.example"; on other hosts they are not offered
    behind_proxy: bool = False  # believe the last X-Forwarded-For, which the proxy in front adds
    log_level: str = "info"
    log_json: bool = True  # a JSON object a line; on a terminal it is plain lines in any case

    session_days: int = 180  # a login that is not used for so long ends
    max_body_bytes: int = 65_536
    max_import_bytes: int = 64 * 1024 * 1024  # of a tournament's archive, from an administrator
    max_message_bytes: int = 8_192
    socket_queue: int = 64  # messages that may wait for one reader before it is let go
    socket_ping_s: float = 20.0
    patience_s: float = 20.0  # for a whole request to come in, and for a client to read on
    max_stream_events: int = 50_000  # of one table: ten times what a match to 25 points has
    rates: bool = True  # limits on how often one address or person may ask

    flag_grace_ms: int = 500  # for lag, before the server claims a flag by itself
    line_grace_ms: int = 5_000  # for a lost line, before a match that waits for it stops its clock
    line_wait_ms: int = 600_000  # how long in all a match waits for each player's line
    gone_wait_ms: int = 300_000  # without a clock: how long a player may be gone before the other may claim the win
    next_game_after_ms: int = 3_000
    heartbeat_ms: int = 1_000
    away_after_ms: int = 5_000  # without a heartbeat for so long the service was away: nobody is charged for it
    timer_poll_ms: int = 250
    timer_lease_ms: int = 3_500

    bot_delay_ms: int = 900  # before each of a bot's actions, so that a person can follow
    bot_threads: int = 2
    folds_kept: int = 4_096  # tables whose state is kept in memory

    rating_start: int = _USUAL.start  # these six: see docs/rating.md; changed, all ratings are computed again
    rating_spread: int = _USUAL.spread
    rating_step: float = _USUAL.step
    rating_ramp: float = _USUAL.ramp
    rating_ramp_length: int = _USUAL.ramp_length
    rating_listed_from: int = _USUAL.listed_from

    public_url: str = ""  # where people reach us, "https://play.example": for the links in mails
    smtp_host: str = ""  # the next nine: "your move" by mail and by push, see docs/notifications.md
    smtp_port: int = 587
    smtp_security: str = "starttls"  # or "tls" from the beginning, or "none"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # "tavl <tavl@play.example>"
    push_key: str = ""  # made by `tavl push-key`
    push_contact: str = ""  # "mailto:tavl@play.example": whom a push service writes to
    webhook_services: tuple[str, ...] = ()  # who may be told although not on the open internet: "http://host:port"
    push_services: tuple[str, ...] = PUSH_SERVICES  # who may be sent to: "https://host" or "https://*.host"
    notice_after_s: float = 120.0  # somebody who moves before that is told nothing

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
                raise ValueError(f"{name} cannot be below zero")
        if self.port > 65_535:
            raise ValueError("port is 0 to 65535")
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
    """The settings in force. What is given wins over the environment, the environment over the file."""
    environ = os.environ if environ is None else environ
    file = file or (Path(environ[PREFIX + "CONFIG"]) if environ.get(PREFIX + "CONFIG") else None)
    fields = _from_file(file) if file else {}
    for name in Settings.__struct_fields__:
        text = environ.get(PREFIX + name.upper())
        if text is not None:
            fields[name] = [part.strip() for part in text.split(",") if part.strip()] if name in _LISTS else text
    fields |= {name: value for name, value in given.items() if value is not None}
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
