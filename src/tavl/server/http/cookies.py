"""The cookies that a response sets or drops: of a login, and of a device on which an account has logged in before. How
long a login's lasts: `session_days` in `server/settings.py`."""

from __future__ import annotations

from starlette.responses import Response

from tavl.server.network.credentials import device_cookie, login_cookie
from tavl.server.settings import Settings
from tavl.server.wall_clock import DAY

DEVICE_DAYS = 400  # as long as browsers keep a cookie


def set_login_cookie(response: Response, settings: Settings, token: str) -> None:
    response.set_cookie(
        login_cookie(settings),
        token,
        max_age=settings.session_days * DAY // 1000,
        path="/",
        secure=settings.secure_cookies,
        httponly=True,
        samesite="lax",
    )


def drop_login_cookie(response: Response, settings: Settings) -> None:
    secure = settings.secure_cookies
    response.delete_cookie(login_cookie(settings), path="/", secure=secure, httponly=True, samesite="lax")


def set_device_cookie(response: Response, settings: Settings, device: str) -> None:
    response.set_cookie(
        device_cookie(settings),
        device,
        max_age=DEVICE_DAYS * DAY // 1000,
        path="/",
        secure=settings.secure_cookies,
        httponly=True,
        samesite="strict",
    )


def drop_device_cookie(response: Response, settings: Settings) -> None:
    secure = settings.secure_cookies
    response.delete_cookie(device_cookie(settings), path="/", secure=secure, httponly=True, samesite="strict")
