"""HTTP and WebSocket, accounts, dice, wall clock, timers, bots; the pages are in `web`."""

from tavl.server.app import create_app
from tavl.server.run import run
from tavl.server.settings import Settings, SettingsError, load

__all__ = ["Settings", "SettingsError", "create_app", "load", "run"]
