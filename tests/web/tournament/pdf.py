"""As much of PDF as it takes to say how many pages there are, and how large the letters on each."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

Matrix = tuple[float, float, float, float]
OPERATION = re.compile(rb"(?P<numbers>(?:-?[\d.]+\s+)*)(?:/\w+\s+(?P<size>-?[\d.]+)\s+)?(?P<name>cm|Tf|Tm|Tj|TJ|q|Q)\b")


class Page(NamedTuple):
    width: float
    height: float
    sizes: tuple[float, ...]  # of the letters, in points


def pages_of(data: bytes) -> list[Page]:
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s(.*?)endobj", data, re.DOTALL)}
    found = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", body)
            contents = re.search(rb"/Contents\s+(\d+)", body)
            assert box
            assert contents
            _, _, width, height = map(float, box[1].split())
            found.append(Page(width, height, tuple(sorted(set(_sizes(_stream(objects[int(contents[1])])))))))
    return found


def _stream(body: bytes) -> bytes:
    length, begin = re.search(rb"/Length\s+(\d+)", body), re.search(rb"stream\r?\n", body)
    assert length
    assert begin
    raw = body[begin.end() : begin.end() + int(length[1])]
    return zlib.decompress(raw) if b"FlateDecode" in body else raw


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d = one
    e, f, g, h = two
    return (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)


def _sizes(content: bytes) -> list[float]:
    now: Matrix = (1, 0, 0, 1)
    text: Matrix = now
    kept: list[Matrix] = []
    size = 0.0
    found = []
    content = re.sub(rb"<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\)])*\)", b"0", content)  # the letters themselves
    for operation in OPERATION.finditer(content):
        name, numbers = operation["name"], [float(n) for n in operation["numbers"].split()]
        if name == b"q":
            kept.append(now)
        elif name == b"Q":
            now = kept.pop() if kept else now
        elif name == b"cm":
            a, b, c, d = numbers[-6:-2]
            now = _times((a, b, c, d), now)
        elif name == b"Tm":
            a, b, c, d = numbers[-6:-2]
            text = (a, b, c, d)
        elif name == b"Tf":
            size = float(operation["size"])
        elif size:
            a, b, c, d = _times(text, now)
            found.append(round(size * abs(a * d - b * c) ** 0.5, 2))
    return found
