"""The ten things that a director does most, each in the keys, clicks and taps that the desk promises; on a clock that
the test drives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from playwright.sync_api import expect

from tests.web.companion import companion_table
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import Laptop

NAMES = tuple(f"{name} Vang" for name in ("Anna", "Bo", "Carl", "Dan", "Eva", "Freja"))


@contextmanager
def keys(desk: Laptop, most: int) -> Iterator[None]:
    before = desk.keys
    yield
    assert desk.keys - before <= most
    desk.quiet()


def found(desk: Laptop, text: str) -> None:
    expect(desk.page.locator("#line-choices li").first).to_contain_text(text)


def test_ten_actions_by_their_keys(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 21, 18, 30))
    desk = hall.laptop()
    desk.new("elimination", NAMES, fee="150")
    with keys(desk, 6):  # check in and pay: three letters, Enter, Enter
        desk.press("c").type("ann")
        found(desk, "owes 150.00 DKK")
        desk.press("Enter")
        expect(desk.page.locator("#line-said")).to_contain_text("Enter: paid")
        desk.press("Enter")
        expect(desk.page.locator("#line-said")).to_have_text("Anna Vang has paid.")
    with keys(desk, 3):  # draw: D, look, Enter
        desk.draw_and_announce()
    hall.at("18:40")
    with keys(desk, 2):  # call the next match to a free table: Space
        for called in (1, 2):
            desk.press("Space")
            expect(desk.page.locator(".tile.called")).to_have_count(called)
    one, two = (desk.tile(1).locator(".names span").nth(n).inner_text() for n in (0, 1))
    with keys(desk, 5):  # find anyone: / and three letters and Enter
        desk.press("/").type(one[:3].lower())
        found(desk, one)
        desk.press("Enter")
        expect(desk.pane).to_contain_text(one)
    # not there: one tap by the opponent, one press by the director
    code = fetched(desk.player, f"/api/v1/tournaments/{desk.id}/places")["places"]["1"]
    phone = hall.phone(expects=companion_table.CUT).sit(desk.id, "1", code, one)
    hall.at("18:47")
    phone.tap(f"{two} is not here")
    assert phone.taps == 1
    late = desk.items.filter(has_text=f"{two} is not there")
    expect(late).to_contain_text("1 penalty point to give")
    with keys(desk, 1):
        desk.click(late.get_by_role("button", name="Give"))
    expect(late).to_contain_text("Nothing to give yet")
    phone.says("1–0: penalty points")
    # the score card starts there too, on a device that the desk has laid there
    (there,) = [match for match in desk.matches() if match["place"] == "1"]
    desk.act("provide_device", match=there["id"], on=True)
    card = companion_table.Phone(phone.player)
    phone.tap("Score card and clock")
    phone.player.ready()
    expect(phone.page.locator("#lead")).to_contain_text("The match starts at 1–0: penalty points. T2.2.iv")
    phone.page.locator("#choice button[type=submit]").tap()
    card.score(1, 0)
    phone.player.go(f"/tournaments/{desk.id}/me")
    # result by phone: two taps, also where nobody hears it: then it is handed in later; at the desk one key
    phone.headline("Table 1, now").taps = 0
    phone.player.context.set_offline(True)
    phone.won(3).says("It will be handed in when the server is back.")
    assert phone.taps == 2
    phone.player.context.set_offline(False)
    hall.at("18:48")
    phone.says("You reported 7–3.")
    desk.first("7–3")
    with keys(desk, 1):
        desk.press("Space")
        expect(desk.tile(1)).to_contain_text("free")
    phone.says("Played")
    with keys(desk, 5):  # result at the desk: R once, then table, side, loser's points, Enter
        desk.press("r").result("2a5", "7–5")
    with keys(desk, 6):  # check it: typed again it stands, and the line waits for the next
        winner = next(name for name in NAMES if desk.won(name) == [5])
        desk.press("r").type(f"{winner[:2].lower()} 5")
        found(desk, "already entered like this")
        desk.press("Enter")
        expect(desk.page.locator("#line-said")).to_contain_text("✓")
    with keys(desk, 8):  # correct an old result: a look at what follows, Enter
        loser = next(name for name in NAMES if desk.lost(name) == [5])
        desk.press("r").type(f"{loser[:2].lower()} 5")
        found(desk, "differs: ")
        desk.press("Enter")
        expect(desk.pane.get_by_role("button", name="Correct it")).to_be_focused()
        desk.press("Enter")
        expect(desk.pane).to_be_hidden()
    assert desk.lost(winner) == [5]
    offered = desk.state()["view"]["divisions"][0]["late_places"]
    with keys(desk, 7):  # late entry: name, the place offered, Enter
        desk.press("c").type("kim")
        found(desk, "Enter Kim")
        desk.press("Enter")
        expect(desk.pane.get_by_role("button", name="Place")).to_be_focused()
        desk.press("Enter")
        expect(desk.pane).to_be_hidden()
    kim = desk.entry_of("Kim")
    assert [match["id"] for match in desk.matches() if kim in match["players"]] == offered[:1]
    with keys(desk, 7):  # withdrawal
        desk.press("/").type("kim-")
        found(desk, "Kim leaves")
        desk.press("Enter")
        expect(desk.pane.get_by_role("button", name="Withdraw")).to_be_focused()
        desk.press("Enter")
        expect(desk.pane).to_be_hidden()
    assert next(each["status"] for each in desk.state()["view"]["entries"] if each["id"] == kim) == "withdrawn"
    with keys(desk, 2):  # undo
        desk.press("z")
        expect(desk.pane.get_by_role("button", name="Undo")).to_be_focused()
        desk.press("Enter")
        expect(desk.pane).to_be_hidden()
    # draw the next round: D, look, Enter
    desk.new("swiss", NAMES[:4]).draw_and_announce()
    for match in desk.matches():
        desk.act("report_result", match=match["id"], players=match["players"], score=[7, 4], confirms=True)
    desk.first("Draw round 2")
    with keys(desk, 2):
        desk.press("d")
        expect(desk.page.get_by_role("button", name="Announce", exact=True)).to_be_focused()
        expect(desk.page.locator("#page")).to_contain_text("round 2 · 2 matches")
        desk.press("Enter")
        expect(desk.page.locator("#room")).to_be_visible()
