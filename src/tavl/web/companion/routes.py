"""At a physical board: one page that a phone keeps, the worker that keeps it, and what makes it an app.

The page is the same for everybody who reads a language, so that it can be stored; who sits there, and what they play,
is known to the phone alone.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import LANGUAGES, language_of, later, words
from tavl.i18n.refusals import REFUSALS
from tavl.rules.clauses import clause, translated
from tavl.rules.profile import PROFILE_TITLES, PROFILES, DeadCube, Profile
from tavl.server.errors import ApiError
from tavl.web.companion.rule_questions import TOPICS, cited
from tavl.web.shared.clock_choices import COMPANION_CLOCKS, TOURNAMENT
from tavl.web.shared.rendering import Pages, language_for, pages_of
from tavl.web.shared.static_files import FOLDER

LENGTHS = (1, 3, 5, 7, 9, 11, 15)
STOP_REASONS = (
    ("invalid_roll", later("A roll that does not count"), "T4.3.v"),
    ("illegal_play", later("A wrong move is claimed"), "T4.2.iii.c"),
    ("dice_lifted_early", later("My dice were lifted before my turn was over"), "T4.1.v.b"),
    ("clock_started_early", later("The clock was pressed too early"), "T4.3.ii"),
    ("game_decided", later("I think the game is decided"), "T4.3.ii"),
    ("director", later("The director is called, or you both want it"), "T4.3.ii"),
)
# The refusals that the phone itself gives (static/companion/match/actions.js); a test holds that none is missing.
REASONS = (
    "already_beavered",
    "break_between_games_only",
    "clock_runs",
    "clock_stands",
    "clock_stopped",
    "crawford_game",
    "crawford_not_announced",
    "cube_is_opponents",
    "dead_cube",
    "delay_loss_open",
    "double_not_answered",
    "everything_waits",
    "game_not_begun",
    "game_over",
    "game_running",
    "match_must_be_played_out",
    "match_over",
    "next_is_not_crawford",
    "no_beavers",
    "no_breaks_left",
    "no_clock",
    "no_reason_to_stop",
    "no_such_size",
    "not_kept_here",
    "not_on_break",
    "not_your_time",
    "not_yours_to_answer",
    "nothing_asked",
    "nothing_offered",
    "opponent_on_break",
    "size_not_possible",
    "time_left",
    "wait_out_the_delay",
)
ICONS = (
    ("icons/companion-192.png", "192x192", "any"),
    ("icons/companion-512.png", "512x512", "any"),
    ("icons/companion-maskable-512.png", "512x512", "maskable"),
)
STORED = (
    "shared/base.css",
    "shared/components.css",
    "companion/companion.css",
    "companion/table.css",
    "companion/dialogs/dialogs.css",
    "companion/dialogs/rule-questions.css",
    "fonts/sans.woff2",
    "fonts/serif.woff2",
    "icons/tavl.svg",
    "icons/companion-180.png",
    "icons/companion-192.png",
    "shared/api.js",
    "shared/dates-and-numbers.js",
    "shared/dom.js",
    "shared/search-text.js",
    "shared/toast.js",
    "shared/translations.js",
)
WORKER = "companion/device/service-worker.js"  # served at /sw.js: a worker handles only what is below its own address
API_SCRIPT = "web/static/shared/api.js"


def device_terms(profile: Profile) -> dict[str, Any]:
    """What the phone needs to know of a profile, so that it knows none by name."""
    return {
        "play": profile.play,
        "choices": sorted(profile.choices),
        "crawford": profile.crawford,
        "crawford_from": profile.crawford_from,
        "gammons": profile.gammons,
        "jacoby": profile.jacoby,
        "beavers": profile.beavers,
        "automatic_doubles": profile.automatic_doubles,
        "dead_cube_barred": profile.dead_cube is DeadCube.CANNOT_DOUBLE,
        "breaks": msgspec.to_builtins(profile.breaks),
    }


def page_text(pages: Pages, request: Request, language: str) -> str:
    w = words(language)
    read = (translated(clause(id), language) for id in cited())
    clauses = {each.id: f"{each.title}. {each.rule}" for each in read}
    facts = {
        "profiles": {name: device_terms(profile) for name, profile in PROFILES.items()},
        "reasons": {code: w(REFUSALS[code]) for code in REASONS},
        "stops": {reason: [w(text), rule] for reason, text, rule in STOP_REASONS},
        "clauses": clauses,
    }
    return pages.text(
        request,
        "companion/companion.html",
        None,
        language,
        companion_words={} if language == "en" else {**w.catalogue("web/static/companion/"), **w.catalogue(API_SCRIPT)},
        facts=facts,
        lengths=LENGTHS,
        clocks=COMPANION_CLOCKS,
        usual_clock=TOURNAMENT,
        profiles=PROFILE_TITLES,
        stop_reasons=STOP_REASONS,
        topics=TOPICS,
    )


async def start(request: Request) -> Response:
    response = RedirectResponse(f"/companion/{language_for(request, None)}", 302)
    response.headers["Cache-Control"] = "no-store"
    return response


def _language(request: Request) -> str:
    given = request.path_params["language"]
    if language_of(given) != given:
        raise ApiError("not_found")
    return str(given)


async def page(request: Request) -> Response:
    text = page_text(pages_of(request), request, _language(request))
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-cache"})


async def manifest(request: Request) -> Response:
    language = _language(request)
    w = words(language)
    url = pages_of(request).static_url
    described = {
        "id": "/wood",  # its first address: a phone knows the installed app by it
        "name": w("tavl at a physical board"),
        "short_name": "tavl",
        "description": w("Clock, score and cube for two people at a physical board, online or offline."),
        "lang": language,
        "start_url": f"/companion/{language}",
        "scope": "/companion",
        "display": "standalone",
        "orientation": "any",
        "categories": ["games", "utilities"],
        "background_color": "#191512",
        "theme_color": "#191512",
        "icons": [
            {"src": url(path), "sizes": size, "type": "image/png", "purpose": purpose} for path, size, purpose in ICONS
        ],
    }
    return Response(json.dumps(described), media_type="application/manifest+json")


def stored(pages: Pages, request: Request) -> dict[str, Any]:
    """What a phone stores: the pages in all languages and their files, and a version, which is a hash of all that."""
    found = (path.relative_to(FOLDER).as_posix() for path in (FOLDER / "companion").rglob("*.js"))
    scripts = sorted(path for path in found if path != WORKER)
    digest = hashlib.sha256()
    for path in (*STORED, *scripts):
        digest.update(pages.static_url(path).encode() + b"\0" + (FOLDER / path).read_bytes())
    for language in LANGUAGES:
        digest.update(page_text(pages, request, language).encode())
    return {
        "version": digest.hexdigest()[:16],
        "pages": [f"/companion/{language}" for language in LANGUAGES],
        "files": [pages.static_url(path) for path in (*STORED, *scripts)],
    }


async def worker(request: Request) -> Response:
    """The service worker. It is served from the root, and handles the companion's paths and nothing else."""
    script = getattr(request.app.state, "companion_worker", None)
    if script is None:
        listed = json.dumps(stored(pages_of(request), request))
        script = f"self.stored = {listed};\n{(FOLDER / WORKER).read_text(encoding='utf-8')}"
        request.app.state.companion_worker = script
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


async def earlier_address(request: Request) -> Response:
    """The companion was at /wood once: links and home screens still lead there."""
    return RedirectResponse(request.url.path.replace("/wood", "/companion", 1), 301)


GET = ("GET",)
ROUTES = (
    ("/wood", earlier_address, GET),
    ("/wood/{language}", earlier_address, GET),
    ("/wood/{language}/app.webmanifest", earlier_address, GET),
    ("/companion", start, GET),
    ("/companion/{language}", page, GET),
    ("/companion/{language}/app.webmanifest", manifest, GET),
    ("/sw.js", worker, GET),
)
