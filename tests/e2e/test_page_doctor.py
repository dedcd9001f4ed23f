"""The doctor's page beside a game: what the sensors feel, and what is wrong, as it changes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_support import opened, program, violations
from tests.support.simulated_board import SimulatedBoard

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_the_doctor_s_page_shows_what_the_board_feels_while_a_game_is_played(
    browser: Browser,
) -> None:
    with (
        SimulatedBoard("--seed", "6", running=True) as board,
        program("--board", board.port) as running,
        opened(browser, f"{running.public_url}doctor/{running.key}") as page,
    ):
        expect(page.locator("#a1")).to_contain_text("north")
        expect(page.locator("#h8")).to_contain_text(re.compile(r"-3[4-6]\.\d"))
        expect(page.locator("#verdict")).to_have_text("The board works; 1 thing to note.")
        expect(page.locator("#facts")).to_contain_text("8x8, chip ")
        assert page.locator("#map td[id]").count() == 64
        board.ask("move", **{"from": "d8", "to": "d4"})
        expect(page.locator("#d4")).to_contain_text("south")
        expect(page.locator("#d8")).not_to_contain_text("south")
        board.ask("fault", name="offset_sensor", square="e5", mt=5)
        expect(page.locator("#e5")).to_have_class("named")
        expect(page.locator("#findings")).to_contain_text("e5 is empty and feels ")
        board.ask("fault", name="missing_strip", rank=3)
        page.set_default_timeout(20_000)
        expect(page.locator("#verdict")).to_contain_text("needs attention", timeout=20_000)
        expect(page.locator("#findings")).to_contain_text("The strip 3 does not answer")
        hungarian = browser.new_page(locale="hu-HU")
        hungarian.goto(f"{running.public_url}doctor/{running.key}")
        expect(hungarian.locator("#findings")).to_contain_text("A 3. csík nem válaszol")
        expect(hungarian.locator("#h8")).to_contain_text(re.compile(r"-3[4-6],\d"))
        expect(hungarian.locator("#facts")).to_contain_text("szabad memória")
        hungarian.close()


def test_all_squares_are_seen_at_once_on_a_desktop_and_a_phone(browser: Browser) -> None:
    with (
        program() as running,
        opened(browser, f"{running.public_url}doctor/{running.key}") as page,
    ):
        expect(page.locator("#a1")).to_contain_text("north")
        for width in (1920, 1280, 1024, 768, 390, 360):
            page.set_viewport_size({"width": width, "height": 800})
            whole, box, map_width = page.evaluate(
                "() => { const box = document.getElementById('map').parentElement; return"
                " [document.documentElement.scrollWidth, box.clientWidth, box.scrollWidth]; }"
            )
            assert whole == width, "the page is not scrolled sideways"
            assert map_width == box, f"squares are cut off at {width}"
        expect(page.locator("#map")).not_to_contain_text("-0.0")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_doctor_s_page_can_be_used_by_everybody(browser: Browser, scheme: str) -> None:
    with (
        program() as running,
        opened(browser, f"{running.public_url}doctor/{running.key}", color_scheme=scheme) as page,
    ):
        expect(page.locator("#a1")).to_contain_text("north")
        assert violations(page) == []
        page.get_by_role("link", name="Back to the game").click()
        page.wait_for_url(running.public_url)
