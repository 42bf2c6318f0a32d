"""Players' pages and rankings, being told of a move, and the links that come by mail."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tavl.server.messages.players import RatedMatch
from tavl.server.notifications.push_encryption import Key
from tavl.web import create_app
from tavl.web.players.rating_graph import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, graph_of
from tests.server.harness import Player as Client
from tests.server.harness import Running, running
from tests.server.notifications.mail_server import mail_server, settings_for
from tests.server.tables.test_rated_matches import lost_on_time, registered
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.server_and_player import Server, poll_page
from tests.web.two_players import in_turn


def match(at: int, rating: float, change: float) -> RatedMatch:
    return RatedMatch(
        table="t", at=at, pool="people", opponent="bo", length=1, won=change > 0, rating=rating, change=change
    )


def test_a_graph_has_every_match_inside_and_in_order() -> None:
    matches = [match(0, 1510, 10), match(1000, 1495, -15), match(9000, 1560, 65)]
    drawn = graph_of(matches)
    assert drawn is not None
    across = [dot.x for dot in drawn.dots]
    assert across == sorted(across)
    assert across[-1] == WIDTH - RIGHT
    assert all(LEFT <= dot.x <= WIDTH - RIGHT and TOP <= dot.y <= HEIGHT - BOTTOM for dot in drawn.dots)
    assert drawn.dots[2].y < drawn.dots[0].y < drawn.dots[1].y, "better is higher"
    assert [level.rating for level in drawn.levels] == [1480, 1500, 1520, 1540, 1560, 1580]
    assert (drawn.low, drawn.high) == (1495, 1560)
    assert [day.at for day in drawn.days] == [0, 9000]


@pytest.mark.parametrize("count", [1, 2, 500])
def test_few_and_many_matches_can_be_drawn(count: int) -> None:
    drawn = graph_of([match(5, 1500 + n % 7, 1 if n % 7 else -6) for n in range(count)])
    assert drawn is not None
    assert 1 <= len(drawn.dots) <= 60
    assert drawn.line.count("L") == count
    assert 2 <= len(drawn.levels) <= 6
    assert graph_of([]) is None


async def page(player: Client, path: str) -> str:
    answer = await player.http.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


async def seated(server: Running) -> tuple[Client, Client]:
    return await registered(server, "Anna"), await registered(server, "Bo")


async def test_a_players_page_has_rating_graph_games_and_head_to_head(tmp_path: Path) -> None:
    async with running(f"sqlite:///{tmp_path / 't.db'}", create_app, rating_listed_from=0) as server:
        anna, bo = await seated(server)
        async with anna, bo:
            table = await lost_on_time(anna, bo)
            me = (await anna.ask("GET", "/me"))["id"]
            shown = await page(bo, f"/p/{me}")
            assert "<b>1510</b>" in shown
            assert "place 1 of 2" in shown
            assert 'class="rating-graph"' in shown
            assert f"/t/{table}/replay" in shown
            assert "+10.0" in shown
            assert "Head to head" in shown
            listed = await page(anna, "/players")
            assert listed.index("Anna</a>") < listed.index("Bo</a>")
            assert 'class="me"' in listed
            swedish = await bo.http.get("/players", headers={"Accept-Language": "sv", "Cookie": "tavl_language=sv"})
            assert "Så beräknas ratingen" in swedish.text
            nobody = await bo.http.get("/p/nobody", headers={"Accept": "text/html"})
            assert nobody.status_code == 404


async def test_the_links_of_a_mail_do_what_they_say_and_a_look_does_nothing(tmp_path: Path) -> None:
    async with (
        mail_server() as mail,
        running(f"sqlite:///{tmp_path / 't.db'}", create_app, **settings_for(mail)) as server,
        Client(server.url) as anna,
    ):
        await anna.me()
        await anna.ask("PATCH", "/me/notices", 200, address="anna@example.org")
        text = (await mail.until(1))[0].get_content()
        confirm = re.search(r"http://tavl.test(/notices/confirm/\S+)", text)
        assert confirm
        assert "Yes, it is mine" in await page(anna, confirm[1])
        assert (await anna.ask("GET", "/me/notices"))["address"] is None
        own = {"Origin": server.url}
        assert (await anna.http.post(confirm[1], headers=own)).status_code == 200
        chosen = await anna.ask("GET", "/me/notices")
        assert (chosen["address"], chosen["mail"], chosen["unconfirmed"]) == ("anna@example.org", True, None)
        assert (await anna.http.post(confirm[1], headers=own)).status_code == 404, "it works once"
        stop = (await server.service.notices.choices.of((await anna.ask("GET", "/me"))["id"])).stop
        async with Client(server.url) as program:  # a mail program: no cookie, no origin, no header of ours
            del program.http.headers["X-Tavl"]
            assert "Stop mail" in await page(program, f"/notices/stop/{stop}")
            assert (await anna.ask("GET", "/me/notices"))["mail"] is True
            done = await program.http.post(f"/notices/stop/{stop}", data={"List-Unsubscribe": "One-Click"})
            assert done.status_code == 200
            assert (await program.http.post("/notices/stop/nobodys")).status_code == 404
        assert (await anna.ask("GET", "/me/notices"))["mail"] is False


OPEN = """async () => (await fetch("/api/v1/tables", {method: "POST", headers: {"X-Tavl": "1",
  "Content-Type": "application/json"}, body: JSON.stringify({opponent: "bot:newcomer", length: 1,
  clock: {minutes_per_point: 0, delay_seconds: 259200}})})).json()"""


@pytest.mark.browser
def test_pages_of_players_and_notices_please_axe_light_and_dark(
    somebody: Somebody, own_server: Callable[..., Server]
) -> None:
    server = own_server(push_key=Key.new(), push_contact="mailto:a@tavl.test")
    anna = somebody(at=server, color_scheme="light").home()
    anna.page.evaluate(OPEN)
    expect(anna.page.get_by_text("Players and ratings")).to_be_visible()
    anna.go("/settings").ready()
    expect(anna.page.get_by_role("heading", name="When it is your move")).to_be_visible()
    found = {"settings": violations_light_and_dark(anna)}
    anna.page.get_by_role("link", name="Your games and results").click()
    expect(anna.page.get_by_text("No rated match yet.")).to_be_visible()
    found["player"] = violations_light_and_dark(anna)
    anna.go("/players")
    expect(anna.page.get_by_text("No bot is listed yet.")).to_be_visible()
    found["players"] = violations_light_and_dark(anna)
    assert {place: problems for place, problems in found.items() if problems} == {}


@pytest.mark.browser
def test_days_a_move_are_offered_and_the_own_move_is_listed_first(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.page.locator(".more summary").click()
    anna.page.locator("select[name=clock]").select_option("By correspondence: 2 days a move")
    anna.page.get_by_label("A friend").check(force=True)
    anna.button("Play now").click()
    anna.page.wait_for_url(re.compile("/t/"))
    link = anna.page.url
    anna.ready()
    anna.page.locator(".about summary").click()
    expect(anna.page.locator("#clock-terms")).to_have_text("2 days a move")
    bo = somebody().go(link).ready()
    bo.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    mover = in_turn(anna, bo, asked=("play",))
    mover.go("/")
    expect(mover.page.locator(".lists .yours .go").first).to_have_text("Your move")
    expect(mover.page.locator(".lists .yours .sub").first).to_contain_text("day left")


@pytest.mark.browser
def test_a_push_message_is_shown_as_a_notice_that_leads_to_the_table(somebody: Somebody) -> None:
    anna = somebody(permissions=["notifications"]).home()
    anna.page.evaluate("""async () => {
      const made = await navigator.serviceWorker.register("/push-worker.js", {scope: "/notices/"});
      const worker = made.installing ?? made.waiting ?? made.active;
      while (worker.state !== "activated")
        await new Promise((done) => worker.addEventListener("statechange", done, {once: true}));
    }""")
    session = anna.context.new_cdp_session(anna.page)
    versions: list[dict[str, object]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: versions.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    ours = poll_page(
        anna.page,
        lambda: [each for each in versions if str(each["scopeURL"]).endswith("/notices/")],
        lambda: "no registration was told of",
    )
    registration = ours[0]
    shown = {"title": "Your move against Bo", "body": "0–0", "url": "/t/x", "tag": "tavl-x", "language": "en"}
    for _ in range(2):  # what comes twice is shown once
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": anna.url, "registrationId": registration["registrationId"], "data": json.dumps(shown)},
        )
    anna.page.wait_for_function("""async () => {
      const made = await navigator.serviceWorker.getRegistration("/notices/");
      const notices = await made.getNotifications();
      return notices.length === 1 && notices[0].title === "Your move against Bo" && notices[0].data.url === "/t/x";
    }""")
