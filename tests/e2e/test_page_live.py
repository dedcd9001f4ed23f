"""The page as the live view of a board that is not its own: pieces and lights, cable out and in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_support import (
    choose,
    drag,
    name_of,
    opened,
    program,
    wait_for_name,
    wait_for_prompt,
)
from tests.support.simulated_board import SimulatedBoard

DEMO_MS = 60_000
"""The demo takes 15 s at this rate."""

ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_what_hands_do_on_the_board_is_seen_and_a_pulled_cable_is_told(browser: Browser) -> None:
    with (
        SimulatedBoard("--seed", "6", running=True) as board,
        program("--board", board.port) as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "Black to move: any tower.")
        expect(page.locator(".tray button")).to_have_count(0)
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


def test_a_round_is_won_the_rows_are_filled_and_another_match_is_begun(browser: Browser) -> None:
    with (
        program("--match", "standard", "--clock", "10+5", "--position", ONE_FROM_HOME) as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "White to move: the green tower on f7.")
        drag(page, "f7", "e8")
        page.get_by_role("button", name="Fill from the left").click()
        # The virtual board sets itself up.
        wait_for_prompt(page, "Black to move: any tower.")
        assert name_of(page, "h1").startswith("h1, orange square, white green tower, 1 tooth")
        choose(page, "New game")
        page.get_by_role("radio", name="Marathon match").check()
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_text("Marathon match · Round 1")).to_be_visible()
        wait_for_name(page, "b1", "white green tower")
        wait_for_prompt(page, "Black to move: any tower.")
        assert "tooth" not in name_of(page, "b1")
