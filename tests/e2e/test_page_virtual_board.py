"""The page on a virtual board: the hand, matches, records, lessons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from host.ai.analysis.puzzle import puzzles
from tests.e2e.page_support import (
    choose,
    drag,
    name_of,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.page_words import asked, watch_words
from tests.e2e.site_support import Build, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

MOVE_MS = 60_000
"""Deadline for the computer and the simulated hand on a busy machine."""


def test_a_wrong_puzzle_move_is_carried_back_by_the_hand(browser: Browser, build: Build) -> None:
    wrong, verdict = next(iter(puzzles()[0].wrong.items()))
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        watch_words(page)
        choose(page, "Puzzles")
        wait_for_prompt(page, "Only one move leads to a win: find it.")
        wait_for_name(page, wrong[:2], "must move")
        drag(page, wrong[:2], wrong[2:4])
        wait_for_prompt(page, str(verdict.reason))
        expect(page.locator("#turn-choices")).to_be_hidden()
        wait_for_prompt(page, "Only one move leads to a win: find it.")
        wait_for_name(page, wrong[:2], "must move")
        wait_for_name(page, wrong[2:4], "empty")
        expect(page.locator("#turn-choices")).to_be_hidden()
        left = [text for text in asked(page) if "been taken back" not in text]
        assert left == []
        page.get_by_role("button", name="Back to the game").click()
        wait_for_prompt(page, "Black to move: any tower.")


def test_a_record_and_a_tutorial_stand_at_once_and_are_not_checked(
    browser: Browser, build: Build
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
        page.get_by_text("Import a record").click()
        page.locator("#record-text").fill(
            "game: kamisado-single\nform: coordinates\n1. d8d4 | a1c3"
        )
        page.locator("#library").get_by_role("button", name="Continue").click()
        expect(page.locator("#moves li")).to_have_count(2)
        wait_for_name(page, "c3", "white brown tower")
        assert asked(page) == []


def test_a_level_chosen_on_the_page_makes_its_moves_on_the_virtual_board(
    browser: Browser, build: Build
) -> None:
    with played(browser, build, opponent=1) as page:
        page.set_default_timeout(MOVE_MS)
        wait_for_prompt(page, "Black to move: any tower.")
        choose(page, "New game")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Opponent")).to_have_value("1")
        dialog.get_by_label("Opponent").select_option("3")
        dialog.get_by_label("You play").select_option("White")
        dialog.get_by_role("button", name="Begin").click()
        expect(page.locator("#moves li")).to_have_count(1, timeout=MOVE_MS)
        wait_for_prompt(page, "White to move: the ")
        assert any(name_of(page, f"{file}8").startswith(f"{file}8") for file in "abcdefgh")


def test_a_match_is_played_paused_and_resigned_on_the_page(browser: Browser, build: Build) -> None:
    with played(browser, build, "kamisado-series-3", clock="5+3") as page:
        wait_for_prompt(page, "Black to move: any tower")
        wait_for_name(page, "d8", "pink tower")
        for square in ("d8", "d4"):
            page.locator(f"[data-square={square}]").first.click()
        wait_for_prompt(page, "White to move: the brown tower on a1")
        page.get_by_role("button", name="Undo").click()
        wait_for_prompt(page, "Black to move: any tower")
        page.get_by_role("button", name="Redo").click()
        wait_for_prompt(page, "White to move: the brown tower on a1")
        choose(page, "Pause")
        wait_for_prompt(page, "Paused")
        page.get_by_role("button", name="Resume").click()
        wait_for_prompt(page, "White to move")
        choose(page, "Offer a draw")
        page.get_by_role("button", name="Refuse").click()
        wait_for_prompt(page, "White to move")
        choose(page, "Resign")
        page.get_by_role("button", name="White resigns").click()
        expect(page.locator("#result-title")).to_have_text(
            "Black wins the series of 3 single rounds"
        )
        expect(page.locator("#prompt-text")).to_have_text("White has resigned: Black wins.")


def test_a_record_is_checked_shown_and_continued_once_that_was_confirmed(
    browser: Browser, build: Build
) -> None:
    with played(browser, build) as page:
        wait_for_name(page, "e8", "black yellow tower")
        drag(page, "e8", "g6")
        expect(page.locator("#moves li")).to_have_count(1)
        choose(page, "Saved games")
        page.get_by_text("Import a record").click()
        field, told = page.locator("#record-text"), page.locator("#record-told")
        open_it, go_on = page.locator("#record-open"), page.locator("#record-continue")
        field.fill("garbage")
        open_it.click()
        expect(told).to_contain_text("That is not a record of a game.")
        expect(field).to_have_value("garbage")
        field.fill("game: kamisado-single\n1. f8f4")
        expect(told).to_be_hidden()
        open_it.click()
        expect(page.locator("#replay-count")).to_have_text("0 of 1")
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("#moves li")).to_contain_text("e8 to g6")
        choose(page, "Saved games")
        go_on.click()
        expect(told).to_contain_text("will be set aside in Saved games")
        expect(page.locator("#moves li")).to_contain_text("e8 to g6")
        go_on.click()
        expect(page.locator("#library")).to_be_hidden()
        expect(page.locator("#moves li")).to_contain_text("f8 to f4")


def test_the_tutorial_is_played_with_the_referee_and_the_game_waits(
    browser: Browser, build: Build
) -> None:
    with played(browser, build, start=True) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        page.get_by_role("button", name="Learn in two minutes").click()
        expect(page.get_by_role("heading", name="Towers go forward")).to_be_visible()
        wait_for_prompt(page, "White to move: the yellow tower on d1.")
        wait_for_name(page, "d1", "white yellow tower")
        drag(page, "d1", "d2")
        expect(page.locator("#tutorial-task")).to_have_text("Well done.")
        for title in ("You choose your opponent's tower", "The far row wins"):
            page.get_by_role("button", name="Next").click()
            expect(page.get_by_role("heading", name=title)).to_be_visible()
        wait_for_prompt(page, "White to move: the yellow tower on e5.")
        wait_for_name(page, "e5", "white yellow tower")
        drag(page, "e5", "e6")
        expect(page.locator("#tutorial-task")).to_contain_text("Take it back, and try again.")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#tutorial-task")).to_contain_text("Nothing is in the way")
        wait_for_name(page, "e5", "white yellow tower")
        drag(page, "e5", "e8")
        expect(page.locator("#tutorial-task")).to_have_text("Well done.")
        expect(page.locator("#result")).to_be_hidden()
        page.get_by_role("button", name="Next").click()
        wait_for_name(page, "a4", "black orange tower")
        wait_for_prompt(page, "White to move: the pink tower on e1.")
        wait_for_name(page, "e1", "white pink tower")
        drag(page, "e1", "e4")
        # Orange passes on a yellow square.
        expect(page.locator("#tutorial-task")).to_contain_text("now your yellow tower moves")
        wait_for_prompt(page, "White to move: the yellow tower on d1.")
        assert violations(page) == []
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_role("button", name="Learn in two minutes")).to_be_visible()
        wait_for_prompt(page, "Black to move: any tower.")


def test_the_tutorial_leads_over_the_fill_to_a_game_at_the_first_level(
    browser: Browser, build: Build
) -> None:
    with played(browser, build, start=True) as page:
        page.get_by_role("button", name="Learn in two minutes").click()
        task, following = page.locator("#tutorial-task"), page.locator("#tutorial-next")
        for number in range(1, 7):
            expect(page.locator("#tutorial-step")).to_have_text(f"Step {number} of 8")
            following.click()
        wait_for_name(page, "b8", "white red tower, 1 tooth")
        fill = page.locator("#tutorial").get_by_role("button", name="Fill from the left")
        ghost = page.locator("[data-ghost=a1] .c-green")
        expect(ghost).to_be_hidden()
        fill.hover()
        expect(ghost).to_be_attached()
        fill.click()
        expect(task).to_contain_text("Black has lost, and begins.")
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "a1", "white green tower")
        expect(page.locator("[data-ghost]")).to_have_count(0)
        following.click()
        wait_for_name(page, "e3", "white yellow tower, 1 tooth")
        drag(page, "e3", "e4")
        expect(task).to_contain_text("now, so your brown tower moves next")
        expect(following).to_have_class("primary")
        following.click()
        expect(page.locator("#white-name")).to_have_text("You")
        expect(page.locator("#black-name")).to_have_text("Level 1")
        expect(page.locator("#help input[value=legal]")).to_be_checked()
        expect(page.locator("#tutorial")).to_be_hidden()
        wait_for_prompt(page, "White to move")
