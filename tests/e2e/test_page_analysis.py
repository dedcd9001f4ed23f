"""Analysis on the page, with the program behind it: stepping, trying, proven values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_support import (
    Program,
    drag,
    name_of,
    opened,
    program,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""


@pytest.fixture(scope="module")
def table() -> Iterator[Program]:
    with program("--position", MIXED) as running:
        yield running


@pytest.fixture
def page(browser: Browser, table: Program) -> Iterator[Page]:
    with opened(browser, table.url) as shown:
        wait_for_prompt(shown, "White to move: the blue tower on f2.")
        wait_for_name(shown, "f2", "white blue tower")
        yield shown


def analyse(page: Page) -> None:
    """Open the analysis."""
    page.locator("#analyse").dispatch_event("click")
    expect(page.locator("#analysis")).to_be_visible()


def test_a_position_shows_its_proven_values_and_moves_can_be_tried(page: Page) -> None:
    analyse(page)
    page.get_by_role("button", name="Who wins?").click()
    wait_for_name(page, "d4", "Blue")
    expect(page.locator(".analysis-words")).to_contain_text("White wins with")
    shown = page.locator("[data-mark^='winning']").evaluate_all(
        "marks => marks.map(mark => mark.dataset.mark.split(' ')[1]).sort()"
    )
    assert shown == ["c5", "d4", "e3"]
    assert violations(page) == []
    tap(page, "d4")
    expect(page.locator(".analysis-words")).to_contain_text("1 move tried")
    wait_for_name(page, "d4", "white blue tower")
    page.get_by_role("button", name="Back", exact=True).click()
    wait_for_name(page, "f2", "white blue tower")
    page.keyboard.press("Escape")
    expect(page.locator("#analysis")).to_be_hidden()
    wait_for_prompt(page, "White to move: the blue tower on f2.")
    assert "white blue tower" in name_of(page, "f2")


def test_a_looker_on_analyses_without_touching_the_match(browser: Browser, table: Program) -> None:
    with opened(browser, table.public_url) as page:
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        analyse(page)
        page.locator("[data-square='f2']").focus()
        wait_for_name(page, "f3", "Blue")
        for key in ("ArrowUp", "Enter"):
            page.keyboard.press(key)
        wait_for_name(page, "f3", "white blue tower")
        page.keyboard.press("Escape")
        wait_for_name(page, "f2", "white blue tower")


def test_moves_lead_to_their_positions_and_play_goes_on_from_there(browser: Browser) -> None:
    with program() as running, opened(browser, running.url) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        drag(page, "a1", "a2")
        wait_for_prompt(page, "Black to move")
        bars = page.locator(".winning-strip button")
        expect(bars).to_have_count(2)
        page.locator("#moves li").first.click()
        expect(page.locator(".analysis-words")).to_contain_text("After move 1 of 2.")
        wait_for_name(page, "a1", "white brown tower")
        expect(bars.first).to_have_attribute("aria-current", "step")
        page.keyboard.press("ArrowLeft")
        wait_for_name(page, "d8", "black pink tower")
        page.keyboard.press("ArrowRight")
        wait_for_name(page, "d4", "black pink tower")
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_role("button", name="The game on the board ends").click()
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        expect(page.locator("#analysis")).to_be_hidden()
        wait_for_name(page, "a1", "white brown tower")
        expect(page.locator("#moves li")).to_have_count(0)


def test_a_review_leads_to_the_position_before_a_move(browser: Browser) -> None:
    with program() as running, opened(browser, running.url) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        page.locator("#resign").dispatch_event("click")
        page.locator("#resign-second").click()
        page.locator("#result-review").dispatch_event("click")
        page.locator("#review-moves [data-ply]").first.click()
        expect(page.locator(".analysis-words")).to_contain_text("After move 0 of 1.")
        expect(page.locator("#board")).to_have_class("board beside")
        assert "black pink tower" in name_of(page, "d8")
