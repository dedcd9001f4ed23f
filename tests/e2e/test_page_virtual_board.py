"""The virtual hand on the page: nobody is asked for what it does by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from host.ai.analysis.puzzle import puzzles
from tests.e2e.page_support import (
    choose,
    drag,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Site, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

ASKED = re.compile(r"\b(put|carry|take|check|exchanged|set up the board)\b", re.IGNORECASE)
"""Words with which hands on a real board are asked for something."""


def watch_words(page: Page) -> None:
    """Collect in `window.told` every text of the status line and of the toast from now on."""
    page.evaluate(
        """() => {
          window.told = new Set();
          const look = () => {
            for (const id of ["prompt-text", "detail", "toast", "live", "alert"]) {
              window.told.add(document.getElementById(id).textContent);
            }
            const glowing = document.querySelectorAll('[data-mark^="fill"]').length;
            if (glowing) window.told.add(`check ${glowing} lights`);
          };
          new MutationObserver(look).observe(
            document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )


def asked(page: Page) -> list[str]:
    """Sentences that ask hands for something."""
    return [text for text in page.evaluate("[...window.told]") if ASKED.search(text)]


def test_takebacks_and_the_computers_moves_ask_for_no_hand(
    browser: Browser, build: Site | None
) -> None:
    with played(browser, build, opponent=1) as page:
        watch_words(page)
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "black pink tower")
        drag(page, "d8", "d4")
        expect(page.locator("#moves li")).to_have_count(2)
        wait_for_prompt(page, "Black to move: the")
        page.get_by_role("button", name="Undo").click()
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "black pink tower")
        # Level 1 may find another answer, or none may be left to be made again.
        choose(page, "New game")
        page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        wait_for_name(page, "e8", "black yellow tower")
        drag(page, "e8", "e4")
        expect(page.locator("#moves li")).to_have_count(2)
        told = page.evaluate("[...window.told].join(' ')")
        assert "Level 1 moves White's" in told
        assert asked(page) == []


def test_a_wrong_puzzle_move_is_carried_back_by_the_hand(
    browser: Browser, build: Site | None
) -> None:
    wrong, verdict = next(iter(puzzles()[0].wrong.items()))
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        watch_words(page)
        choose(page, "Puzzles")
        wait_for_prompt(page, "One move wins: find it.")
        wait_for_name(page, wrong[:2], "must move")
        drag(page, wrong[:2], wrong[2:4])
        wait_for_prompt(page, str(verdict.reason))
        expect(page.locator("#turn-choices")).to_be_hidden()
        wait_for_prompt(page, "One move wins: find it.")
        wait_for_name(page, wrong[:2], "must move")
        wait_for_name(page, wrong[2:4], "empty")
        expect(page.locator("#turn-choices")).to_be_hidden()
        left = [text for text in asked(page) if "is taken back" not in text]
        assert left == []


def test_a_record_and_a_tutorial_stand_at_once_and_are_not_checked(
    browser: Browser, build: Site | None
) -> None:
    with played(browser, build, start=True) as page:
        watch_words(page)
        page.get_by_role("button", name="Learn in two minutes").click()
        wait_for_name(page, "d1", "white yellow tower")
        drag(page, "d1", "d2")
        expect(page.locator("#tutorial-task")).to_have_text("Well done.")
        page.get_by_role("button", name="Leave").click()
        wait_for_prompt(page, "Black to move: any tower.")
        page.get_by_role("button", name="Saved games").click()
        page.get_by_text("Bring in a record").click()
        page.locator("#record-text").fill(
            "game: kamisado-single\nform: coordinates\n1. d8d4 | a1c3"
        )
        page.get_by_role("button", name="Open the record").click()
        expect(page.locator("#moves li")).to_have_count(2)
        wait_for_name(page, "c3", "white brown tower")
        assert asked(page) == []
