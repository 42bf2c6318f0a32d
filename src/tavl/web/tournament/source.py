"""Where the pages have a tournament from: what whoever asks may see of it, and people's names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct
from starlette.requests import Request

from tavl.tournament.state import Tournament
from tavl.tournament.view import View


class Shown(Struct, frozen=True, kw_only=True):
    """A tournament for whoever asks."""

    id: str
    view: View
    names: Mapping[str, str]
    version: int
    at: int
    public: bool = True  # as everybody sees it: such pages are made once for all
    tournament: Tournament | None = None  # to staff: what receipts and the report are made from
    codes: Mapping[str, str] = {}  # of the tables, to staff


Find = Callable[[Request], Awaitable[Shown]]
