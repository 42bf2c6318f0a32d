"""The course of training as a table and a small graph."""

from __future__ import annotations

import csv
from pathlib import Path

COLUMNS = ("seconds", "phase", "rate", "trace", "steps", "positions", "loss", "residual", "validation", "quantised")


def append(path: Path, row: dict[str, object]) -> None:
    new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if new:
            writer.writeheader()
        writer.writerow({column: row.get(column, "") for column in COLUMNS})


def draw(table: Path, picture: Path) -> None:
    """Error over seconds: the residual (one roll on against static), and the validation error if measured."""
    with table.open() as file:
        rows = list(csv.DictReader(file))
    lines = {"residual": "#888", "validation": "#06c", "quantised": "#c30"}
    points = {name: [(float(row["seconds"]), float(row[name])) for row in rows if row[name]] for name in lines}
    every = [point for series in points.values() for point in series]
    if not every:
        return
    width, height, left, bottom = 640, 320, 50, 30
    longest = max(x for x, _ in every) or 1.0
    highest = max(1e-3, min(0.12, max(y for _, y in every)))

    def place(x: float, y: float) -> str:
        across = left + (width - left - 10) * x / longest
        up = (height - bottom - 10) * min(y, highest) / highest
        return f"{across:.1f},{height - bottom - up:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="11"><rect width="{width}" height="{height}" fill="#fff"/>'
    ]
    for nth in range(5):
        y = highest * nth / 4
        begin, end = place(0, y), place(longest, y)
        parts.append(f'<polyline points="{begin} {end}" stroke="#ddd" fill="none"/>')
        parts.append(f'<text x="4" y="{begin.split(",")[1]}">{y:.3f}</text>')
    for nth, (name, colour) in enumerate(lines.items()):
        path = " ".join(place(x, y) for x, y in points[name])
        parts.append(f'<polyline points="{path}" stroke="{colour}" fill="none" stroke-width="1.5"/>')
        parts.append(f'<text x="{width - 110}" y="{20 + 14 * nth}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{left}" y="{height - 8}">0</text>')
    parts.append(f'<text x="{width - 60}" y="{height - 8}">{longest:.0f} s</text></svg>')
    picture.write_text("\n".join(parts) + "\n")
