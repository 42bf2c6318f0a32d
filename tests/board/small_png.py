"""A screenshot with at most 256 colours, so that pictures weigh little in the repository."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def small(png: bytes) -> bytes:
    """The same picture by a palette. Takes what Chromium writes: 8 bits a channel, not interlaced."""
    pixels = _pixels(png)
    height, width, _ = pixels.shape
    coarse = pixels.astype(np.int32) >> 1
    keys = (coarse[..., 0] << 14 | coarse[..., 1] << 7 | coarse[..., 2]).ravel()
    found, index, counts = np.unique(keys, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 14, found >> 7 & 127, found & 127], axis=1) * 2 + 1
    palette = colours[np.argsort(-counts)[:256]]
    for _ in range(12):  # k-means, weighted by how often a colour occurs
        nearest = _nearest(colours, palette)
        weight = np.bincount(nearest, counts, len(palette))
        sums = np.stack([np.bincount(nearest, counts * colours[:, c], len(palette)) for c in range(3)], axis=1)
        palette = np.where(weight[:, None] > 0, sums / np.maximum(weight, 1)[:, None], palette)
    rows = _nearest(colours, palette)[index].reshape(height, width).astype(np.uint8)
    data = b"".join(b"\0" + row.tobytes() for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", palette.round().astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(data, 9)),
    )
    return SIGNATURE + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _nearest(colours: NDArray[np.int32], palette: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.array([((palette - colour) ** 2).sum(axis=1).argmin() for colour in colours])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _pixels(png: bytes) -> NDArray[np.uint8]:
    at, data, header = len(SIGNATURE), b"", b""
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            data += body
        at += 12 + length
    width, height, _, kind_of_colour = struct.unpack_from(">IIBB", header)
    channels = {2: 3, 6: 4}[kind_of_colour]
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    out = np.zeros((height + 1, width + 1, channels), np.int32)  # a border of nothing above and to the left
    for y, row in enumerate(raw):
        line, above, here = row[1:].reshape(width, channels).astype(np.int32), out[y], out[y + 1]
        for x in range(width):
            a, b, c = here[x], above[x + 1], above[x]
            here[x + 1] = (line[x] + _predicted(int(row[0]), a, b, c)) & 255
    return out[1:, 1:, :3].astype(np.uint8)


def _predicted(
    method: int, a: NDArray[np.int32], b: NDArray[np.int32], c: NDArray[np.int32]
) -> NDArray[np.int32] | int:
    if method == 0:
        return 0
    if method == 1:
        return a
    if method == 2:
        return b
    if method == 3:
        return (a + b) // 2
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return np.where((pa <= pb) & (pa <= pc), a, np.where(pb <= pc, b, c))
