"""Addresses as QR codes."""

from __future__ import annotations

import io
from itertools import groupby

import segno
from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import service_of
from tavl.server.network.clients import scheme_of
from tavl.server.network.own_addresses import shareable


def address_of(request: Request, path: str) -> str:
    """As other devices reach it."""
    settings = service_of(request).settings
    scheme = scheme_of(request, settings)
    here = f"{scheme}://{request.url.netloc}"
    return f"{shareable(scheme, request.url.netloc, settings) or here}{path}"


def wifi_text(name: str, password: str) -> str:
    """What a phone's camera joins a Wi-Fi by. The library leaves the comma as it is; phones want it escaped too."""
    said = [("T", "WPA" if password else "nopass"), ("S", name), *([("P", password)] if password else [])]
    fields = "".join(f"{field}:{_escaped(value)};" for field, value in said)
    return f"WIFI:{fields};"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in text)


def svg_code(text: str) -> Response:
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", scale=1, border=2, xmldecl=False, svgns=True, dark="#000000", light="#ffffff", omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"})


def code_path(text: str) -> tuple[int, str]:
    """A code to be drawn within a page: how many modules wide it is with its border, and the dark ones as a path."""
    made = segno.make(text, error="m", micro=False)
    rows = list(made.matrix_iter(scale=1, border=2))
    dark = []
    for y, row in enumerate(rows):
        x = 0
        for cell, run in groupby(row, bool):
            length = len(list(run))
            dark += [f"M{x} {y}h{length}v1h-{length}z"] if cell else []
            x += length
    return len(rows), "".join(dark)


def code_in_blocks(text: str) -> str:
    """For a terminal."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()
