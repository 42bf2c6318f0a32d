"""What a server can be told: by arguments, else the environment (TAVL_*), else a TOML file, else these defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

PREFIX = "TAVL_"


class SettingsError(ValueError):
    """A setting that is unknown or has a value it cannot have; the message names it."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "tavl.db"  # a file, or the URL of a PostgreSQL
    origins: tuple[str, ...] = ()  # further origins that pages may come from, "https://play.example"
    secure_cookies: bool = False  # true where people come by https
    behind_proxy: bool = False  # believe X-Forwarded-For of the proxy in front
    log_level: str = "info"
    log_json: bool = True

    session_days: int = 180  # a login that is not used for so long ends
    max_body_bytes: int = 65_536
    max_message_bytes: int = 8_192
    socket_queue: int = 64  # messages that may wait for one reader before it is let go
    socket_ping_s: float = 20.0
    rates: bool = True  # limits on how often one address or person may ask

    flag_grace_ms: int = 500  # for lag, before the server claims a flag by itself
    next_game_after_ms: int = 3_000
    heartbeat_ms: int = 1_000
    away_after_ms: int = 5_000  # without a heartbeat for so long the service was away: nobody is charged for it
    timer_poll_ms: int = 250
    timer_lease_ms: int = 3_500

    bot_delay_ms: int = 900  # before each of a bot's actions, so that a person can follow
    bot_threads: int = 2
    folds_kept: int = 4_096  # tables whose state is kept in memory

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
                raise ValueError(f"{name} cannot be below zero")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ValueError("log_level is one of debug, info, warning, error")
        if self.away_after_ms <= 2 * self.heartbeat_ms:
            raise ValueError("away_after_ms must be more than two heartbeats")


def load(file: Path | None = None, environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The settings in force. What is given wins over the environment, the environment over the file."""
    environ = os.environ if environ is None else environ
    file = file or (Path(environ[PREFIX + "CONFIG"]) if environ.get(PREFIX + "CONFIG") else None)
    fields = _from_file(file) if file else {}
    for name in Settings.__struct_fields__:
        text = environ.get(PREFIX + name.upper())
        if text is not None:
            fields[name] = [part.strip() for part in text.split(",") if part.strip()] if name == "origins" else text
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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: {error}") from None
