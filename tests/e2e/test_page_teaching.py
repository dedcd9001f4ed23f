"""Teaching on the page: what is proven, with shapes and words beside the lights."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_support import (
    name_of,
    opened,
    program,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

MIXED = "npkgb1ry/8/8/2o5/8/8/8/RBGKONPY w b"
"""White's blue tower must move: b5, b7, c2 and g6 win, the other nine squares lose."""
WINNING = {"b5", "b7", "c2", "g6"}
PROVEN_S = 20.0


def test_every_legal_square_says_whether_it_wins_as_soon_as_that_is_proven(
    browser: Browser,
) -> None:
    with program("--position", MIXED) as running, opened(browser, running.url) as page:
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "White to move: the blue tower on b1.")
        expect(page.get_by_text("Help: proven values are shown.")).to_be_hidden()
        assert "winning" not in name_of(page, "b5")
        page.locator("#help").get_by_text("Proven").click()
        expect(page.get_by_text("Help: proven values are shown.")).to_be_visible()
        wait_for_name(page, "b5", "legal, winning")
        wait_for_name(page, "b2", "legal, losing")
        page.wait_for_function(
            "() => document.querySelectorAll(\"[data-mark^='winning']\").length === 4"
            " && document.querySelectorAll(\"[data-mark^='losing']\").length === 9"
        )
        assert {s for s in ("b5", "b7", "c2", "g6", "b6") if "winning" in name_of(page, s)} == (
            WINNING
        )
        page.get_by_text("Marks, colours").click()
        for words in ("proven to win", "proven to lose", "not known yet"):
            expect(page.locator("#legend").get_by_text(words)).to_be_visible()
        assert violations(page) == []
        page.locator("#help").get_by_text("Legal").click()
        expect(page.get_by_text("Help: proven values are shown.")).to_be_hidden()
        tap(page, "b1")
        wait_for_name(page, "b5", "legal")
        assert "winning" not in name_of(page, "b5")


def test_a_game_with_a_clock_begins_without_proven_values(browser: Browser) -> None:
    with (
        program("--help-level", "proven") as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "Black to move: any tower.")
        expect(page.get_by_role("radio", name="Proven")).to_be_checked()
        page.get_by_role("button", name="New game").click()
        page.get_by_text("10 + 5").click()
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("radio", name="Proven")).not_to_be_checked()
        expect(page.get_by_text("Help: proven values are shown.")).to_be_hidden()
