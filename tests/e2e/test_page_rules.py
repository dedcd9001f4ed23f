"""The rules as a panel of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import state
from tests.e2e.page_support import Script, choose, violations

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_a_rule_that_is_cited_opens_at_its_place(page: Page, script: Script) -> None:
    correction = {"text": "The brown tower on c3 must move (T2).", "squares": ["c3"]}
    script.publish(state(correction=correction))
    page.get_by_role("link", name="T2").click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules).to_be_visible()
    cited = rules.locator("[aria-current]")
    expect(cited).to_contain_text("T2 Every other move")
    expect(cited).to_be_in_viewport()
    assert violations(page) == []
    rules.get_by_role("button", name="Done").click()
    choose(page, "Rules")
    expect(rules.get_by_role("heading", name="The board and the towers")).to_be_in_viewport()


def test_rules_that_could_not_be_loaded_are_loaded_the_next_time(
    page: Page, script: Script
) -> None:
    page.route("**/rules/**", lambda route: route.fulfill(body="no rules"))
    choose(page, "Rules")
    expect(page.locator("#alert")).to_contain_text("The rules cannot be loaded.")
    expect(page.get_by_role("dialog", name="Rules")).to_be_hidden()
    page.unroute("**/rules/**")
    choose(page, "Rules")
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
