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
from tavl.server.http.dependencies import identify
from tavl.web.shared.bot_names import bot_name
from tavl.web.shared.language_choice import PREFERENCE_KEPT_S, language_for
from tavl.web.shared.limits import LIMITS
from tavl.web.shared.report_reasons import REPORT_REASONS
from tavl.web.shared.static_files import StaticFolder

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
            "theme_cookie": THEME_COOKIE,
            "preference_kept_s": PREFERENCE_KEPT_S,
            "limits": LIMITS,
            **LIMITS,
        }

    async def page(self, request: Request, name: str, status: int = 200, **values: Any) -> Response:
        """Render a page for the person who asks."""
        who = await identify(request)
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
