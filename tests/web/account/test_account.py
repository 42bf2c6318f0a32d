"""Accounts in a real browser: passkeys by Chromium's own authenticator, ways in, bots, blocks, administrators."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES, words
from tavl.i18n.catalogues import messages
from tavl.server.messages.moderation import ReportReason
from tavl.web.account import browser_of
from tavl.web.shared.report_reasons import REPORT_REASONS
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.server_and_player import Player, Server
from tests.web.table.test_whole_matches import says

PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)  # a loaded machine is slow, and waiting costs nothing when all is well
QUIET = ("401", "403", "404", "409", "422", "429")


def test_every_reason_for_a_report_can_be_chosen() -> None:
    assert set(REPORT_REASONS) == set(get_args(ReportReason))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """At localhost: browsers know no passkeys for addresses in numbers."""
    database = tmp_path_factory.mktemp("account") / "tavl.db"
    with Server(database) as running:
        running.url = running.url.replace("127.0.0.1", "localhost")
        running.database = database
        yield running


def give_authenticator(player: Player) -> None:
    """A virtual one, that always says yes."""
    session = player.context.new_cdp_session(player.page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})


def ask(player: Player, method: str, path: str, **body: Any) -> Any:
    """As a page does it."""
    return player.page.evaluate(ASK, [method, path, body])


ASK = """async ([method, path, body]) => {
  const headers = {"X-Tavl": "1", "Content-Type": "application/json"};
  const sent = method === "GET" ? undefined : JSON.stringify(body);
  const answer = await fetch("/api/v1" + path, {method, headers, body: sent});
  return answer.status === 204 ? null : await answer.json();
}"""


def make_login_old(server: Server) -> None:
    """As if everybody had logged in yesterday. The file is the server's; one small write in between does no harm."""
    with sqlite3.connect(server.database, timeout=20) as database:
        database.execute("UPDATE logins SET began = began - 86400000")
    database.close()


def with_account(somebody: Somebody, server: Server, name: str, **context: Any) -> tuple[Player, dict[str, Any]]:
    player = somebody(at=server, expects=QUIET, **context).go("/dice").ready()
    return player, ask(player, "POST", "/account", password="correct horse", name=name)


def test_a_guest_makes_an_account_by_a_passkey_and_comes_back_by_it(server: Server, somebody: Somebody) -> None:
    anna = somebody(at=server, expects=QUIET).go("/settings").ready()
    give_authenticator(anna)
    anna.button("Make an account with a passkey").click()
    expect(anna.page.locator("#made-code")).not_to_be_empty(timeout=PATIENCE)
    login = anna.page.locator("#made-login").inner_text()
    anna.page.get_by_role("link", name="I have written them down").click()
    expect(anna.page.locator(".login-name")).to_have_text(login, timeout=PATIENCE)
    anna.ready()
    anna.button("Log out").click()
    expect(anna.page.get_by_text("You are not known here yet.")).to_be_visible(timeout=PATIENCE)
    anna.ready()
    anna.page.get_by_text("I have one already").click()
    anna.button("Log in with a passkey").click()
    expect(anna.page.locator(".login-name")).to_have_text(login, timeout=PATIENCE)
    anna.ready()
    anna.page.get_by_role("link", name="Password and passkeys").click()
    anna.page.wait_for_url("**/account#ways-in")
    anna.ready()
    expect(anna.page.get_by_text("You have none; your passkey is enough.")).to_be_visible(timeout=PATIENCE)
    keys = anna.page.locator("#passkeys li")
    expect(keys).to_have_count(1)
    keys.get_by_role("button", name="Rename Passkey").click()
    keys.get_by_label("New name").fill("Telephone")
    keys.get_by_role("button", name="Save").click()
    expect(keys.locator(".main")).to_have_text("Telephone", timeout=PATIENCE)
    keys.locator("[data-remove-passkey]").click()
    expect(anna.page.get_by_role("alert").filter(has_text="your only way to log in")).to_be_visible(timeout=PATIENCE)

    make_login_old(server)  # now it must be shown once more that it is her
    anna.page.locator("summary").filter(has_text="Set a password").click()
    anna.page.get_by_label("New password").fill("correct horse")
    anna.button("Set the password").click()
    expect(anna.page.get_by_role("heading", name="Is it you?")).to_be_visible(timeout=PATIENCE)
    anna.button("Use a passkey").click()
    expect(anna.page.locator("#password-form .saved")).to_be_visible(timeout=PATIENCE)
    keys.locator("[data-remove-passkey]").click()
    expect(keys).to_have_count(0, timeout=PATIENCE)


def test_where_passkeys_are_not_at_home_they_are_not_offered(server: Server, somebody: Somebody) -> None:
    visitor = somebody(expects=QUIET)
    visitor.go(server.url.replace("localhost", "127.0.0.1") + "/settings").ready()
    expect(visitor.button("Make an account")).to_be_visible()
    expect(visitor.page.locator("#passkey-form")).to_have_count(0)


def test_password_recovery_code_logins_and_bots_are_managed_on_one_page(server: Server, somebody: Somebody) -> None:
    anna, made = with_account(somebody, server, "Anna")
    other = somebody(at=server).go("/dice").ready()
    ask(other, "POST", "/login", login=made["login"], password="correct horse")
    anna.go("/account").ready()
    page = anna.page
    expect(page.locator("#logins li")).to_have_count(2)
    page.get_by_text("Change the password").click()
    page.get_by_label("Current password").fill("wrong horse")
    page.get_by_label("New password").fill("another horse")
    page.get_by_label("Log out everywhere else").check()
    anna.button("Set the password").click()
    expect(page.get_by_role("alert").filter(has_text="That is not your password.")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Current password").fill("correct horse")
    anna.button("Set the password").click()
    expect(page.locator("#password-form .saved")).to_be_visible(timeout=PATIENCE)
    other.go("/settings").ready()
    expect(other.page.get_by_text("You are not known here yet.")).to_be_visible(timeout=PATIENCE)

    make_login_old(server)
    anna.button("Make a new code").click()
    page.locator("#proof").get_by_label("Password").fill("another horse")
    anna.button("Go on").click()
    expect(page.locator("#code-text")).not_to_be_empty(timeout=PATIENCE)
    assert page.locator("#code-text").inner_text() != made["recovery_code"]

    page.get_by_label("Name of the bot").fill("Robo")
    anna.button("Make a token").click()
    expect(page.locator("#token-text")).to_contain_text("tavl_", timeout=PATIENCE)
    token = page.locator("#token-text").inner_text()
    expect(page.locator("#token-command")).to_have_text(f"python bot.py {server.url} {token}")
    anna.go("/account").ready()
    assert token not in page.content()
    page.get_by_role("button", name="End Robo").click()
    expect(page.get_by_role("button", name="End Robo")).to_have_count(0, timeout=PATIENCE)


def test_a_player_is_blocked_and_reported_and_an_administrator_acts(server: Server, somebody: Somebody) -> None:
    anna, _ = with_account(somebody, server, "Anna")
    bo, his = with_account(somebody, server, "Bo the Loud")
    table = ask(anna, "POST", "/tables", opponent="friend", length=3)["id"]
    ask(bo, "POST", f"/tables/{table}/join")
    anna.go(f"/t/{table}").ready()
    anna.page.locator(".about summary").click()
    anna.button("Report to the administrators").click()
    expect(anna.page.locator("#report-name")).to_have_text("Bo the Loud")
    anna.page.get_by_label("What is it?").select_option(label="Cheating")
    anna.page.get_by_label("What happened?").fill("Only double sixes.")
    anna.button("Send the report").click()
    expect(anna.page.get_by_text("Thank you. The administrators will look at it.")).to_be_visible(timeout=PATIENCE)
    anna.page.get_by_label("Mute the other player").check()
    says(anna, "I hear nothing.", anna)  # a socket is read in order: the wish came before this
    anna.go(f"/p/{his['me']['id']}").ready()
    anna.button("Block this player").click()
    expect(anna.button("Unblock")).to_be_visible(timeout=PATIENCE)
    anna.go(f"/t/{table}").ready()  # and at the table both are known
    expect(anna.page.get_by_label("Mute the other player")).to_be_checked()
    anna.page.locator(".about summary").click()
    expect(anna.button("Unblock")).to_be_visible()
    anna.go("/account").ready()
    expect(anna.page.locator("#blocked li")).to_contain_text("Bo the Loud")
    anna.page.get_by_role("button", name="Unblock Bo the Loud").click()
    expect(anna.page.locator("#blocked li")).to_have_count(0, timeout=PATIENCE)

    admin, hers = with_account(somebody, server, "Admin")
    anna.go("/admin")
    expect(anna.page.get_by_role("heading", name="A die fell off the board")).to_be_visible()  # nothing here for her
    with sqlite3.connect(server.database, timeout=20) as database:
        database.execute("INSERT INTO administrators VALUES (?, 1)", [hers["me"]["id"]])
    database.close()
    admin.go("/admin").ready()
    report = admin.page.locator("#reports li").filter(has_text="Only double sixes.")
    expect(report.get_by_role("link", name="the match")).to_have_attribute("href", f"/t/{table}/replay")
    report.get_by_role("link", name="Bo the Loud").click()
    admin.page.wait_for_url("**/admin?person=*")
    admin.ready()
    admin.page.locator("summary").filter(has_text="Suspend").click()
    admin.page.get_by_label("Reason, as that person will see it").fill("Loaded dice.")
    admin.button("Suspend").click()
    expect(admin.button("Lift the suspension")).to_be_visible(timeout=PATIENCE)
    admin.ready()
    bo.go("/account").ready()
    expect(bo.page.get_by_text("Loaded dice.")).to_be_visible()
    bo.go(f"/t/{table}")
    expect(bo.page.locator("#line-status")).to_have_text("You have been suspended: Loaded dice. Your account")
    admin.page.locator("#reports li").filter(has_text="Only double sixes.").get_by_label("What was done").fill(
        "Suspended."
    )
    admin.page.locator("#reports li").filter(has_text="Only double sixes.").get_by_role("button", name="Close").click()
    expect(admin.page.locator("#reports li").filter(has_text="Only double sixes.")).to_have_count(0, timeout=PATIENCE)
    admin.ready()
    admin.button("Lift the suspension").click()
    expect(admin.page.locator("summary").filter(has_text="Suspend")).to_be_visible(timeout=PATIENCE)
    admin.ready()
    admin.page.locator("summary").filter(has_text="Issue a recovery code").click()
    admin.button("Issue a recovery code").click()
    expect(admin.page.locator("#issued-code")).not_to_be_empty(timeout=PATIENCE)
    code = admin.page.locator("#issued-code").inner_text()
    assert ask(bo, "POST", "/recover", code=code, password="another horse")["login"] == his["login"]
    admin.go("/admin").ready()
    done = admin.page.locator("#acts li")
    expect(done.filter(has_text="Loaded dice.")).to_contain_text("suspended")
    expect(done.first).to_contain_text("by Admin")


def test_my_data_is_downloaded_and_erased_after_a_clear_question(server: Server, somebody: Somebody) -> None:
    anna, made = with_account(somebody, server, "Anna Unmistakable")
    watcher = somebody(at=server, expects=QUIET).go("/dice").ready()
    table = ask(anna, "POST", "/tables", opponent="bot:newcomer", length=3)["id"]
    anna.go("/account").ready()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download my data").click()
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert kept["people"][0]["display_name"] == "Anna Unmistakable"
    agreed = anna.page.get_by_label("My matches may be published for programmers and researchers, without my name")
    expect(agreed).not_to_be_checked()
    agreed.check()
    expect(anna.page.locator("#dumps .saved")).to_be_visible()
    assert ask(anna, "GET", "/me/dumps")["allowed"]
    before = ask(watcher, "GET", f"/tables/{table}/events")["events"]
    anna.page.get_by_text("Erase everything about me").click()
    anna.page.get_by_label(f"Type {made['login']} to confirm").fill("yes")
    anna.button("Erase everything").click()
    expect(anna.page.get_by_role("alert").filter(has_text="Nothing has been erased.")).to_be_visible(timeout=PATIENCE)
    anna.page.get_by_label(f"Type {made['login']} to confirm").fill(made["login"])
    anna.button("Erase everything").click()
    expect(anna.page.get_by_text("You are not known here yet.")).to_be_visible(timeout=PATIENCE)
    assert ask(watcher, "GET", f"/tables/{table}/events")["events"][: len(before)] == before
    watcher.go(f"/t/{table}/replay")
    expect(watcher.page.locator("body")).not_to_contain_text("Unmistakable")
    expect(watcher.page.get_by_role("heading", level=1)).to_contain_text("somebody")


def test_axe_finds_nothing_on_the_pages_about_accounts_light_or_dark(server: Server, somebody: Somebody) -> None:
    anna, made = with_account(somebody, server, "Anna", color_scheme="light")
    bo = somebody(at=server).go("/dice").ready()
    him = ask(bo, "POST", "/session")["id"]
    ask(anna, "POST", "/blocks", person=him)
    ask(anna, "POST", "/tokens", name="Robo")
    ask(anna, "POST", "/reports", person=him, reason="other", text="For the page's sake.")
    with sqlite3.connect(server.database, timeout=20) as database:
        database.execute("INSERT INTO administrators VALUES (?, 1)", [made["me"]["id"]])
    database.close()
    found = {}
    for path in ("/account", f"/admin?person={him}&closed=1", f"/p/{him}", "/settings"):
        anna.go(path).ready()
        anna.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found[path] = violations_light_and_dark(anna)
    anna.go(f"/p/{him}").ready()
    anna.button("Report to the administrators").click()
    found["report"] = violations_light_and_dark(anna)
    assert {path: problems for path, problems in found.items() if problems} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_page_speaks_four_languages(server: Server, somebody: Somebody, language: str) -> None:
    anna = somebody(at=server, locale=language, expects=QUIET).go("/dice").ready()
    ask(anna, "POST", "/session")
    anna.go("/account").ready()
    w = words(language)
    expect(anna.page.get_by_role("heading", name=w("Blocked players"))).to_be_visible()
    expect(anna.page.get_by_role("link", name=w("Download my data"))).to_be_visible()
    known = messages(language) if language != "en" else {}
    assert language == "en" or known["Erase everything about me"] != "Erase everything about me"


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox on macOS"),
        ("curl/8.0", "curl/8.0"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_called_what_people_call_it(agent: str, shown: str) -> None:
    assert browser_of(agent, words("en")) == shown


def test_a_guest_takes_a_name_makes_an_account_and_keeps_the_games(somebody: Somebody) -> None:
    anna = somebody(expects=("401",)).home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.go("/settings").ready()
    anna.page.get_by_label("Your name").fill("Anna Ås")
    anna.button("Save").click()
    expect(anna.page.get_by_text("Saved.")).to_be_visible()
    anna.page.get_by_label("Choose a login name").fill("anna.aas")
    anna.page.get_by_label("Choose a password").fill("eight letters at least")
    anna.button("Make an account").click()
    expect(anna.page.locator("#made-login")).to_have_text("anna.aas")
    login = anna.page.locator("#made-login").inner_text()
    code = anna.page.locator("#made-code").inner_text()
    anna.page.get_by_role("link", name="I have written them down").click()
    anna.ready()
    anna.button("Log out").click()
    expect(anna.page.get_by_text("You are not known here yet.")).to_be_visible()

    elsewhere = somebody(expects=("401",)).go("/settings").ready()
    elsewhere.page.get_by_text("I have one already").click()
    elsewhere.page.locator("#login").fill(login)
    elsewhere.page.get_by_label("Password", exact=True).fill("not this one")
    elsewhere.button("Log in").click()
    expect(elsewhere.page.get_by_role("alert").filter(has_text="do not belong together")).to_be_visible()
    elsewhere.page.get_by_label("Password", exact=True).fill("eight letters at least")
    elsewhere.button("Log in").click()
    expect(elsewhere.page.get_by_text(login)).to_be_visible()
    elsewhere.page.get_by_role("link", name="Your games and results").click()
    expect(elsewhere.page.get_by_text("tavl newcomer")).to_be_visible()
    anna.go("/settings").ready()
    anna.page.get_by_text("I have lost my password").click()
    anna.page.get_by_label("Recovery code").fill(code)
    anna.page.get_by_label("New password").fill("another password")
    anna.button("Set the password").click()
    expect(anna.page.locator("#made-login")).to_have_text(login)
