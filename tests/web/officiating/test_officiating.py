"""Around the game: illegal plays flagged and made again, disputes, rulings, breaks, a director; and none of it in sight
where nobody needs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

import pytest
from msgspec import Struct
from playwright.sync_api import Locator, expect

from tavl.server.tables.stream.stream_state import StreamEvent
from tavl.web.shared.static_files import FOLDER
from tests.web.axe import violations
from tests.web.conftest import Somebody
from tests.web.server_and_player import Player, Server
from tests.web.two_players import OPEN_TABLE, in_turn, play_until_somebody_may_double, quick_turn, sit_two_down

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
BREAKS = {"minutes": 5, "up_to_15_points": 1, "over_15_points": 2}


def other_of(player: Player, *both: Player) -> Player:
    return next(each for each in both if each is not player)


def card(player: Player, matter: str) -> Locator:
    """What is going on, by the name of the matter."""
    return player.page.locator(f"[data-matter^='{matter}']")


def sheet(player: Player) -> Locator:
    return player.page.locator("#around")


def deed(player: Player, name: str) -> Locator:
    if not sheet(player).is_visible():
        player.page.locator("#open-around").click()
    return sheet(player).locator(f"[data-deed='{name}']")


def send(player: Player) -> None:
    sheet(player).locator("button[type=submit]").click()
    expect(sheet(player)).to_be_hidden()


def play_freely(player: Player, moves: list[list[int]]) -> None:
    """On a board that checks nothing, and wait until the play has arrived."""
    if "roll" in player.state()["actions"]:
        player.act("Roll")
        player.may("play")
    # What the other heard may still be on its way here, and the board is not ours until it has come.
    player.until("moves => document.querySelector('#board').attempt(moves)", moves)
    player.act("Done" if moves else "No play")
    player.until("() => !document.querySelector('#board').state.actions.includes('play')")


def raise_dispute(player: Player, about: str) -> None:
    deed(player, "raise_dispute").click()
    sheet(player).get_by_label("What is it about?").fill(about)
    send(player)


@pytest.mark.rule("T4.2.iii.a")
@pytest.mark.rule("T4.2.iii.b")
def test_an_illegal_play_is_flagged_and_made_again_and_one_that_was_not_flagged_stands(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 3, "sitting": "challenge"})
    bo.page.set_viewport_size({"width": 390, "height": 844})
    mover = in_turn(anna, bo)
    other = other_of(mover, anna, bo)
    start = mover.state()["position"]
    expect(mover.page.locator("#flag")).to_have_attribute("aria-disabled", "true")
    play_freely(mover, [[24, 5]])  # nineteen
    other.hears("plays 24 to 5.")
    other.page.get_by_role("button", name="That was not legal").click()
    mover.hears("says that the last play was not legal. Do you agree?")
    expect(card(mover, "claim")).to_be_visible()
    expect(card(other, "claim")).to_contain_text("answers.")
    assert violations(bo) == []
    box = card(bo, "claim").bounding_box()  # on the phone it lies over the lower edge of the board
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    bo.until("() => document.documentElement.scrollWidth === 390")
    mover.page.get_by_role("button", name="It was not legal").click()
    mover.hears("The last play is taken back: make it again.")
    mover.may("play")
    assert mover.state()["position"] == start
    expect(mover.page.locator("#moves .around").last).to_contain_text("makes it again.")
    play_freely(mover, [[24, 6]])  # wrong again, and the other does not see it
    other.may("roll")
    other.act("Roll")
    other.may("play")
    other.page.locator("#flag").click(force=True)  # greyed: it answers why
    expect(other.page.locator("#toast a")).to_have_text("T4.2.iii.a")
    expect(other.page.locator("#moves .turn")).to_have_text([re.compile("24/5$"), re.compile("24/6$")])
    other.go(f"{other.page.url}/replay").ready()
    other.page.locator("#moves .around button", has_text="not legal").click()
    expect(other.page.locator("#step-text")).to_contain_text("says that the last play was not legal.")


@pytest.mark.rule("T5.1")
def test_a_dispute_that_nobody_rules_on_freezes_the_table_and_ends_by_agreement(somebody: Somebody) -> None:
    clock = {"minutes_per_point": 2, "delay_seconds": 12}
    anna, bo = sit_two_down(somebody, {"length": 3, "conduct": True, "clock": clock})
    mover = in_turn(anna, bo)
    other = other_of(mover, anna, bo)
    raise_dispute(other, "The clock was <b>started</b> too early.")
    for player in (anna, bo):
        expect(card(player, "dispute")).to_contain_text("The clock was <b>started</b> too early.")
        expect(card(player, "dispute").locator("time")).to_have_text(re.compile(r"^[45]:\d\d$"))
        expect(card(player, "dispute").get_by_role("link", name="T5.1")).to_be_visible()
        expect(player.page.locator(".clock.running")).to_have_count(0)
    mover.until("() => document.querySelector('#board').state.tree === null")  # nothing can be played meanwhile
    assert violations(mover) == []
    mover.type("turn")
    expect(mover.page.locator("#answer")).to_have_text("Everything waits until the dispute is settled.")
    name = mover.state()["names"][other.state()["viewer"]]
    mover.page.get_by_role("button", name=f"{name} is right").click()
    for player in (anna, bo):
        player.hears("The dispute is settled by agreement.")
        expect(card(player, "dispute")).to_have_count(0)
    mover.may("play")


@pytest.mark.rule("T4.2.iii.b")
def test_a_dispute_about_a_play_that_nobody_rules_on_ends_by_itself_as_the_board_knows(somebody: Somebody) -> None:
    ask = {"length": 3, "sitting": "challenge", "default_after_ms": 1500}
    anna, bo = sit_two_down(somebody, ask)
    mover = in_turn(anna, bo)
    other = other_of(mover, anna, bo)
    start = mover.state()["position"]
    play_freely(mover, [[24, 5]])
    other.may("roll")
    other.page.locator("#flag").click()
    mover.hears("Do you agree?")  # and does not answer: it becomes a dispute, which ends by itself too
    for player in (anna, bo):
        player.hears("The time to agree is over. The claim is upheld.")
    mover.may("play")
    assert mover.state()["position"] == start


@pytest.mark.rule("T5.1")
def test_a_person_whom_both_name_rules_and_position_and_score_follow(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 5, "ruled_by": "named"})
    anna.page.get_by_role("button", name="Name somebody").click()
    sheet(anna).locator("button[type=submit]").click()
    link = sheet(anna).get_by_label("Link to this role").input_value()
    sheet(anna).get_by_role("button", name="Close").click()
    carl = somebody().go(link).ready()
    carl.button("Yes, take me there").click()
    carl.page.wait_for_url(re.compile(r"/t/[0-9a-f]{20}$"))
    carl.ready()
    bo.page.get_by_role("button", name="Agree to").click()
    expect(carl.page.locator("#match-title")).to_contain_text("You rule here")
    mover = in_turn(anna, bo)
    start, dice = mover.state()["position"], mover.state()["dice"]
    quick_turn(mover)
    other = other_of(mover, anna, bo)
    other.may("roll")
    raise_dispute(other, "My checker was moved.")
    card(carl, "dispute").get_by_role("button", name="Rule on it").click()
    form = sheet(carl)
    form.get_by_label("The claim").select_option("is upheld")
    expect(form.locator(".clause-words")).to_contain_text("call the director")
    form.get_by_label("Reason, for everybody to read").fill("So it was.")
    form.get_by_text("Set something").click()
    form.get_by_role("checkbox", name="The position").check()
    form.get_by_label("As it was at").select_option(index=2)  # the last play, and before it the roll
    form.get_by_role("checkbox", name="The score").check()
    form.locator("[name=score_1]").fill("2")
    assert violations(carl) == []
    send(carl)
    mover.may("play")
    assert (mover.state()["position"], sorted(mover.state()["dice"])) == (start, sorted(dice))
    for player in (anna, bo, carl):
        player.until("() => document.querySelector('#board').state.score[1] === 2")
        ruled = player.page.locator("#moves .around", has_text="Ruling by")
        expect(ruled).to_contain_text("So it was.")
        expect(ruled.get_by_role("link")).to_have_attribute("href", "/rules/T5.1")
    mover.hears("Ruling by")
    deed(other, "raise_dispute")
    expect(sheet(other).get_by_role("button", name="Appeal")).to_be_visible()
    carl.go(f"{carl.page.url}/replay").ready()
    carl.page.locator("#moves .around button", has_text="Ruling by").click()
    expect(carl.page.locator("#step-text")).to_contain_text("So it was.")


@pytest.mark.rule("T2.2.ii")
def test_a_break_is_taken_between_games_only_and_the_grey_button_says_so(
    somebody: Somebody, own_server: Callable[..., Server]
) -> None:
    server = own_server(next_game_after_ms=10_000)
    ask = {"length": 5, "conduct": True, "profile": "dbf-basic", "breaks": BREAKS}
    anna, bo = sit_two_down(somebody, ask, at=server)
    in_turn(anna, bo)
    row = deed(anna, "take_break")
    expect(row).to_have_attribute("aria-disabled", "true")
    row.click(force=True)
    why = sheet(anna).get_by_role("status").filter(has_text="Breaks are taken between games only")
    expect(why.get_by_role("link")).to_have_attribute("href", "/rules/T2.2.ii")
    assert violations(anna) == []
    why.get_by_role("button", name="Take it after this game").click()
    expect(card(anna, "break")).to_contain_text("A break after this game")
    doubler, other = play_until_somebody_may_double(anna, bo)
    doubler.act("Double")
    doubler.act("Double to 2")
    other.act("Drop")
    bo.hears("takes a break: 5 minutes.")
    expect(card(bo, "break").locator("time")).to_have_text(re.compile(r"^[45]:\d\d$"))
    assert violations(bo) == []
    card(anna, "break").get_by_role("button", name="I am back").click()
    bo.act("Next game")
    for player in (anna, bo):
        player.hears("Game 2 begins.")
        expect(card(player, "break")).to_have_count(0)


@pytest.mark.rule("G9.4")
def test_an_early_roll_is_shown_and_the_waiting_player_chooses(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 3, "sitting": "challenge", "profile": "dbf-basic"})
    mover = in_turn(anna, bo, asked=("play",))
    hasty = other_of(mover, anna, bo)
    expect(hasty.board.get_by_role("button", name="Roll", exact=True)).to_have_count(0)  # not to be pressed by mistake
    deed(hasty, "early_roll").click()
    expect(card(mover, "early")).to_contain_text("You choose whether it counts.")
    mover.page.get_by_role("button", name="Roll it again").click()
    hasty.hears("The early roll does not count.")
    expect(card(mover, "early")).to_have_count(0)
    deed(hasty, "early_roll").click()
    mover.page.get_by_role("button", name="It counts").click()
    hasty.hears("The early roll stands.")
    play_freely(mover, [])
    hasty.may("play")


def test_a_director_is_asked_answers_notes_breaches_and_applies_what_the_rules_propose(somebody: Somebody) -> None:
    director, anna, bo = somebody().go("/dice").ready(), somebody(), somebody()
    ask = {"opponent": "friend", "length": 3, "ruled_by": "director", "sits": False, "spectator_delay_ms": 60_000}
    link = director.page.evaluate(OPEN_TABLE, ask)
    for player in (director, anna, bo):
        player.go(link).ready()
    for player in (anna, bo):
        player.button("Sit down and play").click()
    for player in (anna, bo):
        player.hears("begin")
    deed(anna, "ask_director").click()
    sheet(anna).get_by_label("Why?").fill("There is noise.")
    send(anna)
    expect(card(director, "request")).to_contain_text("There is noise.")
    card(director, "request").get_by_role("button", name="Refuse").click()
    sheet(director).get_by_label("Why?").fill("I hear none.")
    send(director)
    anna.hears("The director says no. I hear none.")
    assert not any("I hear none" in sentence for sentence in bo.said() if "asks" in sentence)
    deed(director, "record_infraction").click()
    sheet(director).get_by_label("Player").select_option(index=1)
    sheet(director).locator("[name=rule]").select_option("T1.7.i")
    send(director)
    expect(card(director, "proposal")).to_contain_text("A warning for")
    expect(card(director, "proposal").get_by_role("link")).to_have_text("T1.7.vi")
    card(director, "proposal").get_by_role("button", name="Apply").click()
    for player in (anna, bo):
        player.hears("is warned (T1.7.vi).")
    deed(anna, "ask_consent").click()
    send(anna)
    card(bo, "consent").get_by_role("button", name="Agree").click()
    anna.hears("Agreed: record the match.")
    watcher = somebody().go(link).ready()
    expect(watcher.page.locator("#match-title")).to_contain_text("You are watching, 1:00 later")
    deed(watcher, "tell_director").click()
    sheet(watcher).get_by_label("In your own words").fill("I saw it.")
    send(watcher)
    deed(director, "rule")
    expect(sheet(director)).to_contain_text("I saw it.")


JOIN = """async (link) => {
  const scripts = document.querySelector("script[src*='dice/about-page.js']").src;
  const {promiseAWord} = await import(new URL("fair-dice.js", scripts).href);
  const {ask} = await import(new URL("../shared/api.js", scripts).href);
  await ask("POST", `/tables/${link.split("/").at(-1)}/join`, await promiseAWord());
}"""


@pytest.mark.rule("T2.2.iv")
def test_lateness_is_reported_with_its_arithmetic_and_a_director_applies_it_or_waives_it(somebody: Somebody) -> None:
    """Both have a seat, and neither has come since the match was to start, 11 minutes ago."""
    director, anna, bo = (somebody().go("/dice").ready() for _ in range(3))
    ask = {"opponent": "friend", "length": 9, "ruled_by": "director", "sits": False}
    started = director.page.evaluate("Date.now()") - 11 * 60_000
    link = director.page.evaluate(OPEN_TABLE, {**ask, "starts_at": started})
    for player in (anna, bo):
        player.page.evaluate(JOIN, link)
    director.go(link).ready()
    for player, answer in ((0, "Apply"), (1, "Waive")):
        deed(director, "report_absence").click()
        sheet(director).get_by_label("Player").select_option(index=player)
        send(director)
        expect(card(director, f"absent {player}")).to_contain_text("Reported absent. Late so far: 11:")
        proposed = card(director, "proposal")
        expect(proposed).to_contain_text(
            re.compile("2 penalty points for Guest .* late, a point for every 5 minutes: 2")
        )
        proposed.get_by_role("button", name=answer).click()
        if answer == "Waive":
            sheet(director).get_by_label("Why?").fill("The ferry was late.")
            send(director)
        expect(proposed).to_have_count(0)
    director.hears("gets 2 penalty points (T2.2.iv).")
    director.hears("is waived. The ferry was late.")
    anna.go(link).ready()
    expect(card(anna, "absent 0")).to_contain_text("is not here")
    card(anna, "absent 0").get_by_role("button", name="I am here").click()
    expect(card(anna, "absent 0")).to_have_count(0)


def test_an_ordinary_game_shows_nothing_of_this(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.wait_until_asked()
    for hidden in ("#flag", "#open-around", "#matters"):
        expect(anna.page.locator(hidden)).to_be_hidden()


def test_a_table_is_opened_as_the_words_under_more_say(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.choose("A friend")
    anna.page.locator(".more summary").click()
    anna.page.get_by_label("Challenge").check()
    anna.page.get_by_label("Who rules on a dispute?").select_option("Somebody you both name")
    anna.page.get_by_label("Spectators").select_option("May watch a minute later")
    expect(anna.page.locator("#chosen-more")).to_have_text(
        "Challenge · Somebody you both name · May watch a minute later"
    )
    anna.sit_down("A friend", "3")
    expect(anna.page.locator("#flag")).to_be_visible()
    anna.page.locator(".about summary").click()
    for id, text in (
        ("sitting", "challenge"),
        ("ruler", "somebody both players name"),
        ("spectator", "see it 1:00 later"),
    ):
        expect(anna.page.locator(f"#{id}-terms")).to_have_text(text)
    bo = somebody().home()
    bo.choose("Anyone")
    bo.page.locator(".more summary").click()
    bo.page.get_by_label("Challenge").check()
    bo.sit_down("Anyone", "7")
    lines = somebody().home().page.locator("section", has_text="Open tables").get_by_role("link")
    expect(lines.filter(has_text="challenge · Danish tournament rules")).not_to_have_count(0)


def test_every_event_of_a_table_is_told_or_is_silent_on_purpose() -> None:
    story = (FOLDER / "table/texts/event-text.js").read_text(encoding="utf-8")
    conduct = FOLDER / "officiating/event-texts"
    telling = (conduct / "event-text.js").read_text(encoding="utf-8")
    tellers = "".join(path.read_text(encoding="utf-8") for path in conduct.glob("*-and-*.js"))
    told = set(re.findall(r'case "(\w+)":', story))
    told |= set(re.findall(r"^  (\w+): (?:\(|penalty)", tellers, re.MULTILINE))
    silent = set(re.findall(r'^  "(\w+)",$', telling.partition("SILENT")[2].partition("]")[0], re.MULTILINE))
    types: set[str] = {str(each.__struct_config__.tag) for each in get_args(StreamEvent) if issubclass(each, Struct)}
    assert types - told - silent == set()
    assert silent & told == set()
