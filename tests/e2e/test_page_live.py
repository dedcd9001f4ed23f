"""The page as the live view of a board that is not its own: pieces and lights, cable out and in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_support import (
    name_of,
    opened,
    program,
    wait_for_name,
    wait_for_prompt,
)
from tests.simulated_board import SimulatedBoard

DEMO_MS = 60_000
"""The demo takes 15 s at this rate."""

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_what_hands_do_on_the_board_is_seen_and_a_pulled_cable_is_told(browser: Browser) -> None:
    with (
        SimulatedBoard("--seed", "6", running=True) as board,
        program("--board", board.port) as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "Black to move: any tower.")
        expect(page.locator("#tray-box")).to_be_hidden()
        board.ask("move", **{"from": "d8", "to": "d4"})
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        assert name_of(page, "d4").startswith("d4, brown square, black pink tower")
        board.ask("lift", square="a1")
        wait_for_name(page, "c3", "legal")
        board.ask("unplug")
        expect(page.locator("#link")).to_contain_text("Check the cable")
        board.ask("put", square="c3")
        board.ask("plug")
        wait_for_prompt(page, "Black to move: the brown tower on h8.")
        expect(page.locator("#link")).not_to_contain_text("Check the cable")


def test_the_demo_is_seen_on_the_page_to_its_end(browser: Browser) -> None:
    with (
        program("--rate", "8", command="demo") as running,
        opened(browser, running.url) as page,
    ):
        page.set_default_timeout(DEMO_MS)
        wait_for_prompt(page, "White's blue tower reached Black's home row on e8 (M7).")
        expect(page.locator("#moves li")).to_have_count(24)
        assert name_of(page, "e8").startswith("e8, yellow square, white blue tower")
