"""Errors in a page are noticed: the other tests rely on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser_complaints import Complaints

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("wrong", "heard"),
    [
        ("console.error('alas')", "alas"),
        ("console.warn('beware')", "beware"),
        ("setTimeout(() => { throw new Error('thrown') })", "thrown"),
        ("void Promise.reject(new Error('rejected'))", "rejected"),
        ("reportError(new Error('reported'))", "reported"),
        ("fetch('/nothing')", "404"),
        ("document.body.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))", "style-src"),
    ],
)
def test_what_goes_wrong_in_a_page_is_heard_unless_it_is_expected(
    browser: Browser, address: str, wrong: str, heard: str
) -> None:
    context = browser.new_context()
    strict, lenient = Complaints(context), Complaints(context, expects=(heard,))
    page = context.new_page()
    page.goto(f"{address}/bare.html")
    page.evaluate(f"async () => {{ await {wrong} }}" if "fetch" in wrong else f"() => {{ {wrong} }}")
    complaints = strict.take()
    assert len(complaints) == 1
    assert heard in complaints[0]
    assert lenient.take() == []
    context.close()


def test_a_page_without_fault_is_silent(browser: Browser, address: str) -> None:
    context = browser.new_context()
    complaints = Complaints(context)
    context.new_page().goto(f"{address}/bare.html")
    assert complaints.take() == []
    context.close()
