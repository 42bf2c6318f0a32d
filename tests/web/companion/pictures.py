"""The pictures of the page for a physical board; alone: `python -m tests.web.companion.pictures`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from tests.ensure_chromium import browser_path
from tests.web.companion.companion_table import Phone
from tests.web.server_and_player import Server

if TYPE_CHECKING:
    from tests.web.pictures import Studio

PHONE, FLAT = (390, 844), (844, 390)


def at_a_physical_board(studio: Studio) -> None:
    for scheme in ("light", "dark"):
        touch = {"has_touch": True, "is_mobile": True, "color_scheme": scheme, "device_scale_factor": 1}
        freja = studio.somebody(PHONE, **touch)
        table = Phone(freja).open().stored()
        studio.keep(f"companion-start-{scheme}", freja)
        table.start("7", names=("Freja", "Nils"))
        table.tap(1)
        expect(table.page.locator(".delay b").filter(has_text=re.compile("^9$"))).to_be_visible()  # three seconds later
        studio.keep(f"companion-table-{scheme}", freja)
        table.doubles("Nils")
        studio.keep(f"companion-double-{scheme}", freja)
        table.answers(0, "take")
        table.page.locator(".strip .open-asking").tap()
        table.page.locator("#q-cocked summary").tap()
        studio.keep(f"companion-asking-{scheme}", freja)
        table.page.locator("#asking-dialog [data-close]").tap()
        table.page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
        studio.keep(f"companion-flat-{scheme}", freja)
        table.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        table.won(0, 2)
        studio.keep(f"companion-between-{scheme}", freja)
        freja.context.close()


def main() -> None:
    from tests.web.pictures import Studio

    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "t.db") as server,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        at_a_physical_board(Studio(browser, server))
        browser.close()


if __name__ == "__main__":
    main()
