"""The hand on the page: pieces lifted, put and laid beside the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, piece, state
from tests.e2e.page_support import (
    Message,
    Script,
    asks,
    centre,
    drag,
    opened,
    tap,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


SIDES = ("black", "white")


def lift(square: str) -> Message:
    return {"t": "lift", "square": square}


def put(square: str, piece: str = "black-pink") -> Message:
    return {"t": "put", "square": square, "piece": piece}


def play(origin: str, target: str) -> Message:
    return {"t": "play", "from": origin, "to": target}


def test_a_drag_lifts_before_it_ends(page: Page, script: Script) -> None:
    page.mouse.move(*centre(page, "d8"))
    page.mouse.down()
    page.mouse.move(*centre(page, "d6"), steps=3)
    script.wait_for(asks(lift("d8")))
    assert page.locator(".tower.carried").count() == 1
    page.mouse.up()
    script.wait_for(asks(lift("d8"), play("d8", "d6")))


def test_a_press_that_ends_beside_the_board_does_not_block_the_next(
    page: Page, script: Script
) -> None:
    page.mouse.move(*centre(page, "d5"))
    page.mouse.down()
    page.mouse.move(1100, 600, steps=3)
    page.mouse.up()
    tap(page, "d8")
    script.wait_for(asks(lift("d8")))


def test_a_lift_that_comes_late_keeps_the_tower_under_the_pointer(
    timed: Page, script: Script
) -> None:
    """The hand carries another tower to its square before it lifts this one."""
    timed.mouse.move(*centre(timed, "d8"))
    timed.mouse.down()
    timed.mouse.move(*centre(timed, "d6"), steps=3)
    script.wait_for(asks(lift("d8")))
    timed.clock.run_for(10_000)
    expect(timed.locator(".tower.carried")).to_have_count(1)
    timed.mouse.up()
    script.wait_for(asks(lift("d8"), play("d8", "d6")))


def test_after_a_reload_a_held_tower_is_in_the_tray(page: Page, script: Script) -> None:
    tap(page, "d8")
    script.wait_for(asks(lift("d8")))
    script.publish(hand(pink=None))
    page.reload()
    page.get_by_role("button", name="black pink tower, in your hand").wait_for()
    tap(page, "d4")
    script.wait_for(asks(lift("d8"), put("d4")))


def test_a_pile_beside_the_board_is_chosen_by_a_click_of_the_mouse(
    page: Page, script: Script
) -> None:
    stones = [piece("stone", None, side) | {"where": "box"} for side in SIDES]
    script.publish({"t": "hand", "by_hand": False, "busy": False, "pieces": stones})
    black, white = (page.locator(f"button.pile[data-id={side}-stone]") for side in SIDES)
    black.click()
    expect(black).to_have_attribute("aria-pressed", "true")
    white.click()
    expect(white).to_have_attribute("aria-pressed", "true")
    expect(black).to_have_attribute("aria-pressed", "false")
    white.click()
    expect(white).to_have_attribute("aria-pressed", "false")
    white.drag_to(black)
    black.drag_to(white)
    expect(page.locator("button.pile[aria-pressed=true]")).to_have_count(0)
    black.click()
    tap(page, "c3")
    script.wait_for(asks(put("c3", "black-stone")))


def test_a_stone_that_was_just_put_is_no_more_to_be_placed(page: Page, script: Script) -> None:
    stones = [piece(f"stone-{n}", None) | {"name": "stone", "where": "box"} for n in range(1, 4)]
    script.publish(
        state(pieces=[], reserve=[{"side": "black", "name": "stone", "count": 3}]),
        {"t": "hand", "by_hand": False, "busy": False, "pieces": stones},
    )
    pile = page.locator("#black-tray .pile")
    expect(pile).to_contain_text("3 to place")
    tap(page, "c4")
    # Before the board has said anything.
    expect(pile).to_contain_text("2 to place")
    script.wait_for(asks({"t": "play", "to": "c4"}))


def test_a_real_board_is_a_live_view(browser: Browser) -> None:
    with Script(HELLO | {"virtual": False}, state()) as script, opened(browser, script.url) as page:
        wait_for_name(page, "d8", "tower")
        expect(page.locator(".tray button")).to_have_count(0)
        drag(page, "d8", "d4")
        page.locator('[data-square="d8"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.getElementById('live').textContent.includes('by hand')"
        )
        assert script.asked == []
        script.publish(state(lifted="d8"))
        wait_for_name(page, "d8", "black pink tower lifted")
        assert page.locator('.tower.hovering[data-piece="black-pink"]').count() == 1
