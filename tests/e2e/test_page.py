"""The page in a browser, the program behind it, the firmware behind that: a person's round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_leds import AMBER, BLUE, WHITE, wait_for_hue
from tests.e2e.page_support import (
    PHONE,
    centre,
    choose,
    drag,
    name_of,
    opened,
    program,
    set_help,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, play_by_hand, played, wait_for_board

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

WINNING = "o1pkyrgn/8/8/4K3/8/8/4b3/NGRY1PBO b b"
"""Black's blue tower must move and can only step onto White's home row."""


@pytest.fixture
def page(browser: Browser, build: Build) -> Iterator[Page]:
    """The page with a new round and the usual help; it is the same page for a whole file."""
    with played(browser, build) as page:
        wait_for_begin(page)
        yield page


def wait_for_begin(page: Page) -> None:
    """Wait until everything is at home."""
    wait_for_prompt(page, "Black to move: any tower.")
    expect(page.locator("#moves li")).to_have_count(0)
    for square in ("d8", "c8", "a1"):
        wait_for_name(page, square, "tower")
    # Then the board itself has seen the pieces come home.
    page.wait_for_selector("[data-mark='any d8']", state="attached")
    page.evaluate("scrollTo(0, 0)")


def begin(page: Page) -> None:
    """Begin a new round with the full help, as a player does."""
    set_help(page, "Legal moves")
    choose(page, "New game")
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    wait_for_begin(page)


@pytest.mark.every_browser
def test_a_first_move_by_drag(page: Page) -> None:
    begin(page)
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    wait_for_name(page, "d4", "brown square, black pink tower")
    wait_for_name(page, "a1", "must move")
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#moves li")).to_contain_text("Black: Pink 4 Brown, d8 to d4")
    expect(page.locator("#live")).to_contain_text("Pink from d8 to d4, brown.")
    expect(page.locator(".toast.shown")).to_have_count(0)
    assert page.locator("[data-mark='required a1']").count() == 1


@pytest.mark.every_browser
def test_a_move_by_two_taps(page: Page) -> None:
    tap(page, "d8")
    wait_for_name(page, "d4", "legal")
    assert "black pink tower lifted" in name_of(page, "d8")
    tap(page, "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")


@pytest.mark.every_browser
def test_a_move_by_keyboard_alone(page: Page) -> None:
    # A fresh page: the first stop is the way past everything else.
    page.reload()
    wait_for_name(page, "d8", "black pink tower")
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == "d8"
    page.keyboard.press("Enter")
    wait_for_name(page, "d4", "legal")
    for _ in range(20):
        page.keyboard.press("n")
        if page.evaluate("document.activeElement.dataset.square") == "d4":
            break
    page.keyboard.press("Space")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.dataset.square") == "a1"
    page.keyboard.press("Enter")
    wait_for_name(page, "a5", "legal")
    page.keyboard.press("Escape")
    wait_for_name(page, "a1", "white brown tower")
    page.keyboard.press("u")
    wait_for_prompt(page, "Black to move: any tower.")


@pytest.mark.every_browser
def test_by_ones_own_hand_a_wrong_square_says_why_and_is_put_back(page: Page) -> None:
    play_by_hand(page)
    drag(page, "d8", "e5")
    expect(page.locator("#detail.correction")).to_contain_text("M1")
    expect(page.locator("#detail.correction")).to_contain_text("Put the pink tower back on d8.")
    expect(page.locator("#alert")).to_contain_text("M1")
    wait_for_hue(page, "e5", AMBER)
    assert page.locator("[data-mark='illegal e5']").count() == 1
    assert page.locator("[data-mark='putback d8']").count() == 1
    assert "not allowed here" in name_of(page, "e5")
    assert violations(page) == []
    drag(page, "e5", "d8")
    expect(page.locator("#detail.correction")).to_have_count(0)
    wait_for_prompt(page, "Black to move: any tower.")
    expect(page.locator("#moves li")).to_have_count(0)


def test_the_help_level_is_what_the_lights_tell(page: Page) -> None:
    set_help(page, "Nothing")
    expect(page.locator("[data-mark^='any']")).to_have_count(0)
    page.wait_for_function(
        "() => ![...document.querySelectorAll('.glow')].some(e => e.style.opacity > 0.1)"
    )
    tap(page, "d8")
    wait_for_name(page, "d8", "lifted")
    set_help(page, "Legal moves")
    wait_for_name(page, "d4", "legal")
    wait_for_hue(page, "d4", BLUE)
    set_help(page, "What must move")
    expect(page.locator("[data-mark='legal d4']")).to_have_count(0)
    tap(page, "d8")
    wait_for_name(page, "d8", "black pink tower, may move")


def test_a_move_is_taken_back_with_its_tower(page: Page) -> None:
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move")
    page.get_by_role("button", name="Undo").click()
    wait_for_prompt(page, "Black to move: any tower.")
    wait_for_name(page, "d8", "black pink tower")
    wait_for_name(page, "d4", "empty")
    expect(page.locator("#moves li")).to_have_count(0)


@pytest.mark.every_browser
def test_a_reload_keeps_everything(page: Page) -> None:
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    page.reload()
    wait_for_board(page)
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    wait_for_name(page, "d4", "black pink tower")
    expect(page.locator("#moves li")).to_have_count(1)
    wait_for_hue(page, "a1", WHITE)


def test_two_pages_show_the_same_board(browser: Browser) -> None:
    with (
        program() as running,
        opened(browser, running.url) as page,
        opened(browser, running.url) as other,
    ):
        wait_for_begin(page)
        wait_for_name(other, "d8", "black pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(other, "White to move: the brown tower on a1.")
        wait_for_name(other, "d4", "black pink tower")
        # Both are the owner's.
        wait_for_name(other, "a1", "must move")
        drag(other, "a1", "a3")
        wait_for_prompt(page, "Black to move: the blue tower on b8.")
        wait_for_name(page, "a3", "white brown tower")
        for each in (page, other):
            expect(each.locator("#moves li")).to_have_count(2)
            expect(each.locator("#takeback")).to_be_enabled()


def test_a_finger_on_a_phone(browser: Browser, build: Build) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with opened(browser, build.url, **phone) as page:
        wait_for_board(page)
        begin(page)
        page.touchscreen.tap(*centre(page, "d8"))
        wait_for_name(page, "d4", "legal")
        assert violations(page) == []
        page.touchscreen.tap(*centre(page, "d4"))
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert violations(page) == []


@pytest.mark.every_browser
def test_a_round_is_won_and_another_begins(browser: Browser) -> None:
    with (
        program("--position", WINNING) as running,
        opened(browser, running.url, in_motion=True) as page,
    ):
        wait_for_prompt(page, "Black to move: the blue tower on e2.")
        tap(page, "e2")
        wait_for_name(page, "e1", "wins")
        tap(page, "e1")
        result = page.locator("#result")
        expect(page.locator("#result-title")).to_have_text("Black wins")
        expect(page.locator("#prompt-text")).to_have_text(re.compile("^Black's blue tower"))
        expect(page.locator("#live")).to_contain_text("M7")
        wait_for_hue(page, "a1", WHITE)
        assert violations(page) == []
        result.get_by_role("button", name="Play again").click()
        wait_for_prompt(page, "Black to move")
        expect(result).to_be_hidden()


def test_a_round_of_a_match_ends_and_the_next_one_is_set_up(browser: Browser) -> None:
    options = ["--match", "standard", "--clock", "10+5", "--position", WINNING]
    with program(*options) as running, opened(browser, running.url) as page:
        wait_for_prompt(page, "Black to move: the blue tower on e2.")
        expect(page.locator("#score-words")).to_contain_text("Round 1")
        expect(page.get_by_role("timer", name="White's clock")).to_have_text("10:00")
        tap(page, "e2")
        wait_for_name(page, "e1", "wins")
        tap(page, "e1")
        result = page.get_by_role("region", name="Black wins round 1")
        expect(result).to_contain_text("M7")
        expect(page.locator("#black-points")).to_have_text("1")
        wait_for_name(page, "h8", "fill from the left")
        # The hand of the virtual board puts the tooth on, and nobody is told to.
        expect(page.locator("#reward")).to_be_hidden()
        expect(page.locator("#live")).not_to_contain_text("Put a dragon tooth")
        assert "dragon tooth" not in (page.locator("#toast").text_content() or "")
        wait_for_name(page, "e1", "1 tooth")
        result.get_by_role("button", name="Fill from the left").click()
        expect(page.locator("#moves li.choice")).to_contain_text("Black: Fill from the left")
        expect(page.locator("#score-words")).to_contain_text("Round 2")
        wait_for_prompt(page, "White to move")
        wait_for_name(page, "a8", "1 tooth")


def test_a_lost_program_greys_the_board_until_it_is_back(browser: Browser, tmp_path: Path) -> None:
    """The owner's key is the same after a new start, so that the page goes on as it was."""
    with program(data=tmp_path) as first:
        port = first.port
        with opened(browser, first.url) as page:
            page.wait_for_selector("#stage:not(.lost)")
            first.stop()
            page.wait_for_selector("#stage.lost")
            expect(page.locator("#veil")).to_contain_text("Trying again")
            expect(page.locator("#alert")).to_contain_text("connection is lost")
            with program(port=port, data=tmp_path):
                page.wait_for_selector("#stage:not(.lost)")
                wait_for_prompt(page, "Black to move: any tower.")
                drag(page, "d8", "d4")
                wait_for_prompt(page, "White to move: the brown tower on a1.")
