"""The page with games of stones: the whole program, a virtual board, and a hand on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.page_support import (
    PHONE,
    centre,
    choose,
    drag,
    name_of,
    open_more,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.page_words import wait_for_tray
from tests.e2e.site_support import Build, play_by_hand, played

pytestmark = pytest.mark.e2e

AFTER_A_CAPTURE = "sSssS/s2Ss/S1s1s/ssS1s/SSSss b 0 0 on"
"""Black has captured, and may capture again or let the turn go."""


@pytest.fixture
def hasami(browser: Browser, build: Build) -> Iterator[Page]:
    """A game on nine times nine squares that White begins."""
    with played(browser, build, "hasami:first=white") as page:
        wait_for_prompt(page, "White to move")
        yield page


@pytest.fixture
def seega(browser: Browser, build: Build) -> Iterator[Page]:
    """A game that begins on an empty board, on a phone."""
    with played(browser, build, "seega", viewport=PHONE, color_scheme="light") as page:
        wait_for_prompt(page, "White to place a stone")
        yield page


def test_a_captured_stone_is_taken_off_by_keyboard_and_by_dragging(hasami: Page) -> None:
    page = hasami
    play_by_hand(page)
    drag(page, "a1", "a5")
    wait_for_prompt(page, "Black to move")
    drag(page, "b9", "b5")
    wait_for_prompt(page, "White to move")
    drag(page, "c1", "c5")
    wait_for_name(page, "b5", "captured")
    page.locator('[data-square="b5"]').focus()
    page.keyboard.press("Enter")
    wait_for_prompt(page, "Black to move")
    drag(page, "d9", "d5")
    wait_for_prompt(page, "White to move")
    drag(page, "e1", "e5")
    wait_for_name(page, "d5", "captured")
    page.mouse.move(*centre(page, "d5"))
    page.mouse.down()
    box = page.locator("#black-tray").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5, steps=6)
    page.mouse.up()
    wait_for_prompt(page, "Black to move")
    wait_for_tray(page, "Black: 2 lost")


def test_stones_are_placed_by_tapping_dragging_and_the_keyboard(seega: Page) -> None:
    page = seega
    wait_for_tray(page, "Black: 12 to place", "White: 12 to place")
    tap(page, "a1")
    wait_for_prompt(page, "Black to place a stone")
    wait_for_name(page, "a1", "white stone")
    box = page.get_by_role("button", name="Black: 12 to place").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*centre(page, "b1"), steps=6)
    page.mouse.up()
    wait_for_prompt(page, "White to place a stone")
    wait_for_tray(page, "Black: 11 to place", "White: 11 to place")
    page.locator('[data-square="e5"]').focus()
    page.keyboard.press("Enter")
    wait_for_prompt(page, "Black to place a stone")
    assert violations(page) == []
    page.locator("#takeback").click()
    wait_for_prompt(page, "White to place a stone")
    wait_for_tray(page, "Black: 11 to place", "White: 11 to place")
    assert name_of(page, "e5").startswith("e5, sand square, empty")


def test_a_stone_on_the_wrong_square_is_told_and_goes_back_beside_the_board(seega: Page) -> None:
    page = seega
    play_by_hand(page)
    tap(page, "c3")
    page.wait_for_function("() => document.querySelector('#detail.correction')?.textContent")
    page.locator('[data-square="c3"]').focus()
    page.keyboard.press("Delete")
    wait_for_tray(page, "White: 12 to place")
    page.wait_for_function("() => !document.querySelector('#detail.correction')")
    assert name_of(page, "c3").startswith("c3, centre square, empty")


def test_a_held_stone_is_laid_on_its_pile_by_a_tap(seega: Page) -> None:
    page = seega
    play_by_hand(page)
    tap(page, "c3")
    page.wait_for_function("() => document.querySelector('#detail.correction')?.textContent")
    tap(page, "c3")
    wait_for_tray(page, "Put it on a square, or tap its pile")
    page.get_by_role("button", name="White: 12 to place").click()
    page.wait_for_selector(".tray .held", state="detached")
    page.wait_for_function("() => !document.querySelector('#detail.correction')")
    assert name_of(page, "c3").startswith("c3, centre square, empty")
    tap(page, "a1")
    wait_for_prompt(page, "Black to place a stone")


def test_another_game_is_begun_with_what_was_agreed_on(hasami: Page) -> None:
    page = hasami
    choose(page, "New game")
    assert page.get_by_role("radio", name="Hasami shogi").is_checked()
    open_more(page)
    assert page.get_by_label("Who begins").input_value() == "", "it is drawn by lot again"
    assert violations(page) == []
    page.get_by_label("Who begins").select_option("black")
    page.get_by_label("Moves of each side").fill("7")
    page.get_by_role("button", name="Begin").click()
    wait_for_prompt(page, "Black to move")
    choose(page, "New game")
    assert page.get_by_label("Moves of each side").input_value() == "7"
    page.get_by_label("Standard match").check()
    assert page.locator("#agreed").is_hidden()
    page.get_by_role("button", name="Begin").click()
    wait_for_prompt(page, "Black to move: any tower.")
    assert page.locator("h1").inner_text() == "Kamisado"
    assert page.get_by_role("gridcell").count() == 64
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower")


def test_a_chain_of_jumps_may_rest_on_its_way(browser: Browser, build: Build) -> None:
    with played(browser, build, "five") as page:
        wait_for_prompt(page, "White to move")
        play_by_hand(page)
        drag(page, "b1", "b3")
        wait_for_prompt(page, "Black to move")
        drag(page, "i8", "i7")
        wait_for_prompt(page, "White to move")
        tap(page, "a1")
        wait_for_name(page, "c3", "legal")
        tap(page, "a3")
        wait_for_name(page, "a3", "white stone")
        drag(page, "a3", "c3")
        wait_for_prompt(page, "Black to move")
        page.wait_for_function(
            "() => document.getElementById('detail').textContent.includes('a1 by a3 to c3')"
        )


def test_the_turn_is_let_go_by_a_button(browser: Browser, build: Build) -> None:
    with played(browser, build, "seega", AFTER_A_CAPTURE) as page:
        wait_for_prompt(page, "may continue or end the turn")
        page.get_by_role("group", name="Instead of moving").get_by_role("button").click()
        wait_for_prompt(page, "White to move")
        page.wait_for_function("() => document.getElementById('turn-choices').hidden")
        assert violations(page) == []
