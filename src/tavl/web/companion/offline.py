"""What a phone stores to work offline: the pages in all languages and their files; and the worker that stores them."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import LANGUAGES
from tavl.web.companion.page import page_text
from tavl.web.shared.rendering import Pages, pages_of
from tavl.web.shared.static_files import FOLDER

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


class StoredPages(Struct, frozen=True, kw_only=True):
    version: str
    pages: list[str]
    files: list[str]


def stored(pages: Pages, request: Request) -> StoredPages:
    """What a phone stores: the pages in all languages and their files, and a version, which is a hash of all that."""
    found = (path.relative_to(FOLDER).as_posix() for path in (FOLDER / "companion").rglob("*.js"))
    scripts = sorted(path for path in found if path != WORKER)
    digest = hashlib.sha256()
    for path in (*STORED, *scripts):
        digest.update(pages.static_url(path).encode() + b"\0" + (FOLDER / path).read_bytes())
    for language in LANGUAGES:
        digest.update(page_text(pages, request, language).encode())
    return StoredPages(
        version=digest.hexdigest()[:16],
        pages=[f"/companion/{language}" for language in LANGUAGES],
        files=[pages.static_url(path) for path in (*STORED, *scripts)],
    )


async def worker(request: Request) -> Response:
    """The service worker. It is served from the root, and handles the companion's paths and nothing else."""
    script = getattr(request.app.state, "companion_worker", None)
    if script is None:
        listed = msgspec.json.encode(stored(pages_of(request), request)).decode()
        script = f"self.stored = {listed};\n{(FOLDER / WORKER).read_text(encoding='utf-8')}"
        request.app.state.companion_worker = script
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


ROUTES = (("/sw.js", worker, ("GET",)),)
