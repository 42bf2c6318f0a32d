"""Browsers of people who have gone, for those who come after them.

A new context starts a process, fetches every script again and compiles it: four times as much work as a page that was
shown before. So one is used again by the next with the same options, without what its owner left in it. Where a test
has changed what outlasts a document (a clock, a route, the network), nobody else gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.server_and_player import Player

EITHER = "add_init_script clock expose_binding expose_function on once route set_extra_http_headers"
LASTING = {
    Page: f"{EITHER} close context emulate_media",
    BrowserContext: f"{EITHER} add_cookies grant_permissions new_cdp_session new_page request set_offline",
}
# What the document has, while it is there; all else the browser itself knows by the address.
FORGET = "() => { try { sessionStorage.clear(); } catch { /* an empty page has none */ } window.name = ''; }"


class Visitors:
    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch) -> None:
        self._browser = browser
        self._gone: dict[str, list[Player]] = {}
        self._here: list[tuple[str, Player]] = []
        self._changed: set[BrowserContext] = set()
        for kind, names in LASTING.items():
            for name in names.split():
                patch.setattr(kind, name, self._noting(getattr(kind, name)))

    def _noting(self, member: Any) -> Any:
        """The same method or property, which notes on whom it was called."""

        def note(on: Page | BrowserContext) -> None:
            self._changed.add(on if isinstance(on, BrowserContext) else context_of(on))

        if isinstance(member, property):
            assert member.fget is not None
            return property(_after(note, member.fget))
        return _after(note, member)

    def arrive(
        self, url: str, size: tuple[int, int], expects: tuple[str, ...], quickly: bool, options: dict[str, Any]
    ) -> Player:
        kind = repr((url, quickly, sorted(options.items())))
        gone = self._gone.setdefault(kind, [])
        viewport = {"width": size[0], "height": size[1]}
        if gone:
            player = gone.pop()
            player.page.set_viewport_size(viewport)  # type: ignore[arg-type]
            player.complaints.expects = expects
        else:
            player = Player(self._browser.new_context(viewport=viewport, **options), url, expects, quickly=quickly)
            self._changed.discard(player.context)
        self._here.append((kind, player))
        return player

    def leave(self, usual: str) -> list[str]:
        """Everybody leaves; what their pages complained about. Only at the usual address will anybody come again."""
        complaints = [complaint for _, player in self._here for complaint in player.complaints.take()]
        for kind, player in self._here:
            if player.context in self._changed or player.url != usual or len(player.context.pages) != 1:
                self._changed.discard(player.context)
                player.context.close()
            else:
                self._forget(player)
                self._gone[kind].append(player)
        self._here.clear()
        return complaints

    def _forget(self, player: Player) -> None:
        player.page.evaluate(FORGET)
        player.page.mouse.move(0, 0)
        player.page.goto("about:blank")
        player.context.clear_cookies()
        inspector = inspect(player.context, player.page)
        inspector.send("Storage.clearDataForOrigin", {"origin": player.url, "storageTypes": "all"})
        inspector.detach()


# These two as they are, noting nothing.
context_of: Callable[[Page], BrowserContext] = Page.context.fget  # type: ignore[attr-defined]
inspect = BrowserContext.new_cdp_session


def _after(note: Callable[[Any], None], usual: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(usual)
    def noted(on: Any, *arguments: Any, **named: Any) -> Any:
        note(on)
        return usual(on, *arguments, **named)

    return noted
