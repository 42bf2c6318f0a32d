"""The rulebook on its pages: every clause, in the reader's language, searched with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavl.rules.clauses import CLAUSES, clause, find, translated
from tests.web.conftest import Somebody
from tests.web.server_and_player import Player


@pytest.mark.parametrize(
    "id", [pytest.param(clause.id, marks=pytest.mark.rule(clause.id)) for clause in CLAUSES if clause.duty == "shown"]
)
def test_a_clause_that_is_to_be_shown_can_be_read(somebody: Somebody, id: str) -> None:
    visitor = somebody().go("/rules")
    shown = next(each for each in CLAUSES if each.id == id)
    section = visitor.page.locator(f"[id='{id}']")
    expect(section).to_contain_text(shown.rule)
    section.get_by_role("link", name=id, exact=True).click()
    expect(visitor.page.locator(".rule-text")).to_have_text(shown.rule)


def test_the_rulebook_has_every_clause_in_reading_order_and_the_profiles_side_by_side(somebody: Somebody) -> None:
    visitor = somebody().go("/rules")
    assert visitor.page.locator(".clause").evaluate_all("all => all.map((each) => each.id)") == [c.id for c in CLAUSES]
    visitor.go("/rules/g4.6")
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("G4.6")
    visitor.page.locator("a[rel=next]").click()
    expect(visitor.page).to_have_url(re.compile("/rules/G5.1$"))
    visitor.go("/rules/profiles")
    row = visitor.page.get_by_role("row", name="Crawford rule")
    assert row.get_by_role("cell").all_inner_texts() == ["yes", "yes", "yes, unless agreed otherwise", "no"]


@pytest.mark.parametrize("language", ["da", "sv", "nb"])
def test_the_rulebook_is_read_in_the_readers_language(somebody: Somebody, language: str) -> None:
    visitor = somebody(locale=language).go("/rules")
    late = translated(clause("T2.2.iv"), language)
    section = visitor.page.locator("[id='T2.2.iv']")
    expect(section.get_by_role("heading")).to_have_text(f"T2.2.iv {late.title}")
    expect(section).to_contain_text(late.example)
    visitor.go("/rules/T2.2.iv")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(f"T2.2.iv {late.title}")
    expect(visitor.page.locator(".rule-text")).to_have_text(late.rule)
    expect(visitor.page.locator("a[rel=prev]")).to_contain_text(translated(clause("T2.2.iii"), language).title)
    assert visitor.page.locator("main [lang]").count() == 0
    told = visitor.page.evaluate("fetch('/rules.json').then((response) => response.json())")
    assert late.rule in [each["rule"] for each in told if each["id"] == "T2.2.iv"]


def found(visitor: Player) -> list[str]:
    return visitor.page.locator(".clause:visible").evaluate_all("all => all.map((each) => each.id)")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "t4.3"), ("en", "Dead cube"), ("da", "braettet OBS"), ("sv", "horlurar")],
)
def test_a_search_of_the_rulebook_finds_the_same_with_and_without_scripts(
    somebody: Somebody, script: bool, language: str, text: str
) -> None:
    wanted = [each.id for each in find(text, language)]
    visitor = somebody(locale=language, java_script_enabled=script).go("/rules")
    if script:
        visitor.ready()
    field = visitor.page.get_by_role("searchbox")
    field.fill(text)
    if not script:
        field.press("Enter")
    expect(visitor.page.locator("#found")).to_contain_text(str(len(wanted)))
    assert found(visitor) == wanted
    expect(visitor.page).to_have_url(re.compile(r"/rules\?q="))
    expect(visitor.page.locator(".contents")).to_be_hidden()


def test_a_search_that_came_with_the_address_can_be_widened_again(somebody: Somebody) -> None:
    visitor = somebody().go("/rules?q=crawford").ready()
    assert 0 < len(found(visitor)) < len(CLAUSES)
    visitor.page.get_by_role("searchbox").fill("")
    expect(visitor.page.locator(".contents")).to_be_visible()
    assert len(found(visitor)) == len(CLAUSES)


def test_a_search_is_words_and_never_markup(somebody: Somebody) -> None:
    visitor = somebody().go("/rules?q=%22%3E%3Cb%20id%3Dinjected%3E")
    expect(visitor.page.get_by_role("searchbox")).to_have_value('"><b id=injected>')
    assert visitor.page.locator("#injected").count() == 0
