"""Renders pages: who asks, in which language and colours, and the templates."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tavl.i18n import LANGUAGES, Words, words
from tavl.server.accounts.identity import Identity
from tavl.server.accounts.login_names import MAX_LOGIN, MIN_LOGIN
from tavl.server.accounts.passwords import MIN_PASSWORD
from tavl.server.http.dependencies import service_of
from tavl.server.messages.chat import MAX_CHAT_LENGTH
from tavl.server.messages.moderation import MAX_NOTE
from tavl.server.messages.notifications import MAX_MAIL_ADDRESS
from tavl.server.validation.names import MAX_NAME
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.report_reasons import REPORT_REASONS
from tavl.web.shared.static_files import StaticFolder
from tavl.web.table.bot_names import bot_name

THEME_COOKIE = "tavl_theme"
THEMES = ("auto", "light", "dark")


def pages_of(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


def moment_of(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


class Pages:
    """All pages are rendered here. Templates know `w`, `plural` and `sense` in the reader's language."""

    def __init__(self, static: StaticFolder) -> None:
        self._static = static
        self.static_url = static.url
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("tavl.web"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals |= {
            "bot_name": bot_name,
            "report_reasons": REPORT_REASONS,
            # how much the pages let people type: what the server takes
            "max_chat": MAX_CHAT_LENGTH,
            "max_login": MAX_LOGIN,
            "max_mail_address": MAX_MAIL_ADDRESS,
            "max_name": MAX_NAME,
            "max_note": MAX_NOTE,
            "min_login": MIN_LOGIN,
            "min_password": MIN_PASSWORD,
        }

    async def page(self, request: Request, name: str, status: int = 200, **values: Any) -> Response:
        """Render a page for the person who asks."""
        who = await service_of(request).accounts.identify(request)
        return self.render(request, name, who, status, **values)

    def render(
        self, request: Request, name: str, who: Identity | None, status: int = 200, **values: Any
    ) -> HTMLResponse:
        text = self.text(request, name, who, **values)
        response = HTMLResponse(text, status)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Vary"] = "Cookie, Accept-Language"
        return response

    def text(
        self, request: Request, name: str, who: Identity | None, language: str | None = None, **values: Any
    ) -> str:
        language = language or language_for(request, who)
        w = words(language)
        theme = request.cookies.get(THEME_COOKIE, "auto")
        return self._templates.get_template(name).render(
            w=w,
            plural=w.plural,
            sense=w.sense,
            language=language,
            languages=LANGUAGES,
            me=who,
            theme=theme if theme in THEMES else "auto",
            path=request.url.path,
            origin=f"{request.url.scheme}://{request.url.netloc}",
            static=self._static.url,
            board_scripts=self._static.board_scripts,
            catalogue=partial(_catalogue, w),
            number=w.number,
            day=lambda at: w.date(moment_of(at).date(), "medium"),
            instant=lambda at: moment_of(at).isoformat(),
            **values,
        )


def _catalogue(w: Words) -> dict[str, str | list[str]]:
    """The scripts' words; English needs none, its texts are the keys."""
    return {} if w.language == "en" else w.catalogue("web/static/")
