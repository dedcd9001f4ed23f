"""Sizes of the page, from a phone to a desktop, and what makes it accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.page_messages import hand, mark, match, plies, state
from tests.e2e.page_sizes import EXTREMES, SIZES, at_size, watch_shifts
from tests.e2e.page_support import (
    PHONE,
    Script,
    centre,
    choose,
    opened,
    violations,
    wait_for_name,
)

RESULT = {"winner": "white", "reason": "White's pink tower reached Black's home row (M7)."}
KINDS = {
    "play": state(match=match(), can_takeback=True),
    "trouble": state(
        match=match(),
        correction={"text": "A tower moves forward only (M1). " * 6, "squares": ["e5"]},
    ),
    "hint": state(
        match=match(),
        hint={"text": "d8d4", "words": "Pink 4 Brown. " * 12, "from": "d8", "to": "d4"}
        | {"line": []},
    ),
    "offer": state(
        match=match(),
        offer={"action": "draw", "by": "white", "asked": "black", "words": "a draw"},
    ),
    "paused": state(match=match(), phase="paused", prompt="Paused."),
    "setup": state(
        match=match(),
        phase="setup",
        prompt="Set up the board: the pink tower from e5 to d8.",
        setup={"done": 3, "of": 16},
    ),
    "replay": state(
        match=match(),
        phase="replay",
        replay={"ply": 3, "of": 40, "title": "standard match"},
    ),
    "between": state(match=match(), phase="between", round=RESULT, prompt="White chooses."),
    "over": state(match=match(), phase="over", outcome=RESULT),
}
"""A state for each thing that the status line has to say first."""

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_nothing_scrolls_sideways(page: Page, script: Script) -> None:
    """640x430 is 1280x860 at 200 %; 320 wide is what WCAG 1.4.10 asks for."""
    correction = {"text": "A tower moves forward only (M1). " * 3, "squares": ["e5"]}
    script.publish(state(correction=correction, moves=plies(40)))
    sizes = [(390, 844), (320, 640), (640, 430), (844, 390), (1280, 860), (2560, 1400)]
    page.wait_for_selector("#detail.correction")
    choose(page, "Marks and keys")
    for size in sizes:
        with at_size(page, *size):
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            board = page.locator("#board").bounding_box()
            assert board is not None
            assert board["x"] >= 0
            assert board["x"] + board["width"] <= size[0]


def test_the_whole_page_is_in_view_and_the_status_line_keeps_its_height(
    page: Page, script: Script
) -> None:
    for width, height in SIZES:
        with at_size(page, width, height):
            heights = {status_height(page, script, kind, width, height) for kind in KINDS}
            assert len(heights) == 1, heights
            if width < 480:
                assert heights.pop() <= 72


def status_height(page: Page, script: Script, kind: str, width: int, height: int) -> float:
    """Show a state, check that all of the page is in view, and measure the status line."""
    script.publish(KINDS[kind])
    page.wait_for_selector(f"#status[data-kind={kind}]")
    assert page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    ) == [width, height], kind
    boxes = page.evaluate(
        "() => Object.fromEntries(['board', 'status', 'bar', 'black-player', 'white-player']"
        ".map(id => [id, document.getElementById(id).getBoundingClientRect().toJSON()]))"
    )
    for id, box in boxes.items():
        assert box["x"] >= 0, (kind, id)
        assert box["y"] >= 0, (kind, id)
        assert box["right"] <= width, (kind, id)
        assert box["bottom"] <= height, (kind, id)
    return float(boxes["status"]["height"])


def test_nothing_moves_while_a_match_is_played(page: Page, script: Script) -> None:
    """Measure the cumulative layout shift from the first picture of the board on."""
    page.evaluate("document.fonts.ready")
    for size in SIZES[:5]:
        with at_size(page, *size):
            watch_shifts(page)
            for number in range(3 if size in EXTREMES else 1):
                for kind, shown in KINDS.items():
                    script.publish(shown | {"moves": plies(9 * number + 3), "rev": 10 + number})
                    page.wait_for_selector(f"#status[data-kind={kind}]")
                    page.evaluate(
                        "() => new Promise(done => requestAnimationFrame(() =>"
                        " requestAnimationFrame(done)))"
                    )
            assert page.evaluate("window.shifts") == []


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
        choose(page, "Marks and keys")
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
