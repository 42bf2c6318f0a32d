"""Draws the home screen's icons from icon.svg: `python -m tests.web.companion.icons`."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from tavl.web.shared.static_files import FOLDER
from tests.ensure_chromium import browser_path

FRAME = '<rect width="64" height="64" rx="15" fill="#5a3520"/>'
ICONS = (("180", 180, True), ("192", 192, False), ("512", 512, False), ("maskable-512", 512, True))


def drawing(size: int, full: bool) -> str:
    """`full`: to the edges, with the drawing well inside, for phones that cut icons to a shape of their own."""
    svg = (FOLDER / "icons" / "tavl.svg").read_text(encoding="utf-8")
    mark = svg[svg.index("<rect") : svg.index("</symbol>")]
    if full:
        inside = mark.replace(FRAME, "")
        mark = f'<rect width="64" height="64" fill="#5a3520"/><g transform="translate(9.6 9.6) scale(.7)">{inside}</g>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 64 64">'
    return f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{head}{mark}</svg>"


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for name, size, full in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(drawing(size, full))
            (FOLDER / "icons" / f"companion-{name}.png").write_bytes(page.screenshot(omit_background=not full))
        browser.close()


if __name__ == "__main__":
    main()
