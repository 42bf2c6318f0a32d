"""The server with pages on it: routes, static files, and errors that people can read."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware

from tavl.server import app as server
from tavl.server.settings import Settings
from tavl.server.wall_clock import Clock
from tavl.web.account import ROUTES as ACCOUNT
from tavl.web.administration import ROUTES as ADMINISTRATION
from tavl.web.analysis.routes import ROUTES as ANALYSIS
from tavl.web.companion.routes import ROUTES as COMPANION
from tavl.web.desk import ROUTES as DESK
from tavl.web.dice import ROUTES as DICE
from tavl.web.fair_play import ROUTES as FAIR_PLAY
from tavl.web.guide import ROUTES as GUIDE
from tavl.web.home.routes import ROUTES as HOME
from tavl.web.learn.routes import ROUTES as LEARN
from tavl.web.my_evening import ROUTES as MY_EVENING
from tavl.web.new_tournament import ROUTES as NEW_TOURNAMENT
from tavl.web.notifications import ROUTES as NOTIFICATIONS
from tavl.web.organisation import ROUTES as ORGANISATIONS
from tavl.web.players.routes import ROUTES as PLAYERS
from tavl.web.practice.routes import ROUTES as PRACTICE
from tavl.web.replay import ROUTES as REPLAY
from tavl.web.rules import ROUTES as RULEBOOK
from tavl.web.shared.error_pages import ErrorPages
from tavl.web.shared.language_choice import ROUTES as LANGUAGE
from tavl.web.shared.rendering import Pages
from tavl.web.shared.site_files import ROUTES as SITE_FILES
from tavl.web.shared.static_files import StaticFolder
from tavl.web.table.routes import ROUTES as TABLES
from tavl.web.table.tutor import ROUTES as TUTOR
from tavl.web.tournament.page_cache import PageCache
from tavl.web.tournament.routes import ROUTES as TOURNAMENTS
from tavl.web.transcribe import ROUTES as TRANSCRIBE
from tavl.web.venue import ROUTES as VENUE


def create_app(
    settings: Settings | None = None,
    clock: Clock | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> Starlette:
    """The server's application with every page mounted on it."""
    app = server.create_app(settings, clock, random_bytes)
    static = StaticFolder()
    app.state.pages = Pages(static)
    app.state.tournament_pages = PageCache()
    app.state.find_tournament = app.state.tournament_pages.find
    # "new" before any tournament's own id
    tournaments = (*GUIDE, *NEW_TOURNAMENT, *DESK, *MY_EVENING, *FAIR_PLAY, *TOURNAMENTS)
    site = (*HOME, *LANGUAGE, *SITE_FILES, *ACCOUNT, *ADMINISTRATION, *NOTIFICATIONS)
    play = (*TABLES, *REPLAY, *DICE, *TUTOR, *RULEBOOK, *PLAYERS, *LEARN, *COMPANION)
    pages = (*site, *play, *ANALYSIS, *TRANSCRIBE, *PRACTICE, *VENUE, *ORGANISATIONS, *tournaments)
    for path, handler, methods in pages:
        app.add_route(path, handler, methods=list(methods))
    app.mount(f"/static/{static.version}", static.cached, name="static-cached")
    app.mount("/static", static.plain, name="static")
    app.add_middleware(ErrorPages, pages=app.state.pages)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return app
