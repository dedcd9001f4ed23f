"""Sizes of the page, from a phone to a desktop, and what makes it accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.page_messages import hand, mark, plies, state
from tests.e2e.page_support import (
    PHONE,
    Script,
    centre,
    opened,
    violations,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_nothing_scrolls_sideways(browser: Browser, script: Script) -> None:
    """640x430 is 1280x860 at 200 %; 320 wide is what WCAG 1.4.10 asks for."""
    correction = {"text": "A tower moves forward only (M1). " * 3, "squares": ["e5"]}
    script.publish(state(correction=correction, moves=plies(40)))
    sizes = [(390, 844), (320, 640), (640, 430), (844, 390), (1280, 860), (2560, 1400)]
    with opened(browser, script.url) as page:
        page.wait_for_selector("#detail.correction")
        page.get_by_text("Keyboard", exact=True).click()
        page.get_by_text("Marks, colours").click()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            board = page.locator("#board").bounding_box()
            assert board is not None
            assert board["x"] >= 0
            assert board["x"] + board["width"] <= width


def test_the_board_stays_where_it_is_while_what_is_told_above_it_grows(
    browser: Browser, script: Script
) -> None:
    def top() -> float:
        box = page.locator("#board").bounding_box()
        assert box is not None
        return box["y"]

    script.publish(state())
    correction = {"text": "A tower moves forward only (M1). " * 8, "squares": ["e5"]}
    with opened(browser, script.url, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        wait_for_name(page, "d8", "tower")
        status = page.locator("#detail").locator("..")
        at, height = top(), status.evaluate("card => card.offsetHeight")
        script.publish(state(correction=correction))
        page.wait_for_selector("#detail.correction")
        assert status.evaluate("card => card.offsetHeight") > height + 50
        assert top() == pytest.approx(at, abs=1)
        script.publish(state())
        page.wait_for_selector("#detail:not(.correction)", state="attached")
        assert top() == pytest.approx(at, abs=1)


def test_everything_to_touch_is_large_enough_on_a_phone(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        wait_for_name(page, "d8", "tower")
        page.touchscreen.tap(*centre(page, "d8"))
        page.get_by_role("button", name="in your hand").wait_for()
        small = page.evaluate(
            """[...document.querySelectorAll(
                '[role=gridcell], button, .choices label, summary')]
              .filter(e => e.checkVisibility())
              .map(e => [e.outerHTML, e.getBoundingClientRect()])
              .filter(([, box]) => Math.min(box.width, box.height) < 44)
              .map(([html, box]) => `${box.width}x${box.height} ${html}`)"""
        )
        assert small == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_to_mend(browser: Browser, script: Script, phone: bool) -> None:
    context = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    marks = [mark("d8", "putback", "home", "put it back here"), mark("e5", "illegal", "square")]
    correction = {"text": "A tower moves forward only (M1).", "squares": ["e5"]}
    script.publish(state(moves=plies(9), marks=marks, correction=correction, can_takeback=True))
    script.publish(hand(pink=None))
    with opened(browser, script.url, **context) as page:
        page.wait_for_selector("#detail.correction")
        page.get_by_text("Keyboard", exact=True).click()
        page.get_by_text("Marks, colours").click()
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], scheme


def test_forced_colours_leave_the_board_its_own(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, forced_colors="active") as page:
        wait_for_name(page, "d8", "tower")
        fills = page.evaluate(
            "[...document.querySelectorAll('.tile.c-pink .print, .tile.c-brown .print')]"
            ".map(e => getComputedStyle(e).fill)"
        )
        assert len(set(fills)) == 2
        pressed = page.locator("input:checked + span").first
        other = page.locator("input:not(:checked) + span").first
        background = "e => getComputedStyle(e).backgroundColor"
        assert pressed.evaluate(background) != other.evaluate(background)
