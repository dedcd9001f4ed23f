"""Moves by mouse: nobody puts right by hand what a mouse has dropped, or lifts what must move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, plies, state
from tests.e2e.page_support import (
    Script,
    asks,
    centre,
    drag,
    name_of,
    opened,
    tap,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


@pytest.fixture
def page(browser: Browser, build: Build) -> Iterator[Page]:
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "black pink tower")
        yield page


def expect_moves(page: Page, count: int) -> None:
    expect(page.locator("#moves li")).to_have_count(count)


def test_wrong_drops_spring_back_with_the_rule_and_nothing_piles_up(page: Page) -> None:
    for start, end, why in (("d8", "e5", "M1"), ("a1", "a4", "T1"), ("h8", "g5", "M1")):
        drag(page, start, end)
        expect(page.locator(".toast.shown")).to_contain_text(why)
        wait_for_name(page, start, "tower")
        assert "tower" not in name_of(page, end)
        expect(page.locator("#detail.correction")).to_have_count(0)
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    expect_moves(page, 1)


def test_a_tap_moves_the_only_tower_that_may_move_or_says_why_not(page: Page) -> None:
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    wait_for_name(page, "a3", "legal")
    assert page.locator("[data-mark='required a1']").count() == 1
    tap(page, "h5")
    expect(page.locator(".toast.shown")).to_contain_text("M1")
    wait_for_name(page, "a1", "white brown tower")
    expect_moves(page, 1)
    tap(page, "e8")
    expect(page.locator(".toast.shown")).to_contain_text("e8")
    wait_for_name(page, "e8", "black yellow tower")
    tap(page, "a3")
    wait_for_prompt(page, "Black to move: the blue tower on b8.")
    wait_for_name(page, "a3", "white brown tower")
    expect(page.locator("#live")).to_contain_text("Brown from a1 to a3")
    expect(page.locator("#live")).not_to_contain_text("Back on")


def test_who_taps_twice_does_not_hold_the_other_side_up(page: Page) -> None:
    drag(page, "d8", "d4")
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    tap(page, "a3")
    wait_for_prompt(page, "Black to move: the blue tower on b8.")
    wait_for_name(page, "a3", "white brown tower")
    tap(page, "a3")
    wait_for_name(page, "a3", "white brown tower")
    tap(page, "b5")
    expect_moves(page, 3)
    wait_for_name(page, "b5", "black blue tower")
    wait_for_name(page, "a3", "white brown tower")


def test_a_key_on_a_square_moves_the_tower_too(page: Page) -> None:
    drag(page, "d8", "d4")
    wait_for_name(page, "a3", "legal")
    page.locator('[data-square="a3"]').focus()
    page.keyboard.press("Enter")
    wait_for_prompt(page, "Black to move: the blue tower on b8.")


def test_escape_lets_go_what_is_carried_or_held(page: Page) -> None:
    page.mouse.move(*centre(page, "d8"))
    page.mouse.down()
    page.mouse.move(*centre(page, "d6"), steps=3)
    expect(page.locator(".tower.carried")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".tower.carried")).to_have_count(0)
    page.mouse.up()
    wait_for_name(page, "d8", "black pink tower")
    expect_moves(page, 0)
    page.locator("#hint").focus()
    tap(page, "e8")
    wait_for_name(page, "e8", "lifted")
    page.locator("h1").click()
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => !document.querySelector('[data-square=e8]').ariaLabel.includes('lifted')"
    )
    expect_moves(page, 0)


def test_two_players_take_a_move_back_by_its_reverse_or_go_on(page: Page) -> None:
    drag(page, "d8", "d4")
    wait_for_name(page, "a3", "legal")
    drag(page, "d4", "d5")
    expect(page.locator("#moves li")).to_contain_text("d8 to d5")
    drag(page, "d5", "d8")
    wait_for_prompt(page, "Black to move: any tower.")
    expect_moves(page, 0)
    wait_for_name(page, "d8", "black pink tower")


def test_a_move_is_planned_while_the_other_side_thinks(browser: Browser) -> None:
    computer = {"label": "Level 9", "level": "9", "side": "white", "thinking": True}
    theirs = state(turn="white", opponent=computer, prompt="Level 9 thinks.")
    with Script(HELLO, theirs, hand()) as script, opened(browser, script.url) as page:
        wait_for_name(page, "d8", "black pink tower")
        drag(page, "d8", "d4")
        expect(page.locator("[data-plan='d8 d4']")).to_have_count(1)
        assert "black pink tower" in name_of(page, "d8"), "it stays where it is"
        tap(page, "d8")
        expect(page.locator("[data-plan]")).to_have_count(0)
        tap(page, "d8")
        tap(page, "d5")
        expect(page.locator("[data-plan='d8 d5']")).to_have_count(1)
        assert script.asked == []
        replied = {"movable": ["d8"], "moves": plies(1)}
        script.publish(state(turn="black", opponent=computer, **replied))
        script.wait_for(asks({"t": "play", "from": "d8", "to": "d5"}))
        expect(page.locator("[data-plan]")).to_have_count(0)
