"""Pictures of the lessons and of a first double; `tests.web.pictures` takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.learn.test_learn import by_mouse, take_a_turn
from tests.web.server_and_player import PATIENCE, TABLE, Player

if TYPE_CHECKING:
    from tests.web.pictures import Studio

PHONE = (390, 844)
PROGRESS = """localStorage.setItem("tavl.learn", JSON.stringify({done: ["way", "dice", "doubles"], at: "held"}))"""


def learning(studio: Studio) -> None:
    for name, pupil in (
        ("learn-light", studio.somebody(color_scheme="light")),
        ("learn-dark", studio.somebody(color_scheme="dark")),
        ("learn-phone-light", studio.somebody(PHONE, color_scheme="light", has_touch=True, is_mobile=True)),
        ("learn-phone-dark", studio.somebody(PHONE, color_scheme="dark", has_touch=True, is_mobile=True)),
    ):
        pupil.context.add_init_script(PROGRESS)
        pupil.go("/learn").ready()
        by_mouse(pupil, 24)
        by_mouse(pupil, 19)
        expect(pupil.page.locator("#reply.wrong")).to_be_visible()
        by_mouse(pupil, 24)
        studio.keep(name, pupil)
        pupil.context.close()
    for name, pupil in (
        ("first-double-light", studio.somebody(color_scheme="light")),
        ("first-double-phone-dark", studio.somebody(PHONE, color_scheme="dark", has_touch=True, is_mobile=True)),
    ):
        _until_doubled(pupil)
        studio.keep(name, pupil)
        pupil.context.close()


def _until_doubled(pupil: Player) -> None:
    pupil.go("/learn#finish").ready()
    pupil.button("A game with the cube").click()
    pupil.page.wait_for_url(TABLE)
    pupil.ready()
    while "take" not in pupil.wait_until_asked():
        assert not pupil.over, "nobody doubled: try again"
        take_a_turn(pupil)
    expect(pupil.page.locator(".coach h2")).to_have_text("You are doubled", timeout=PATIENCE)
