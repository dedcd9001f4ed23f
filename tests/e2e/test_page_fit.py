"""What is in view at sizes from a telephone on its side to a large screen: no words are cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, match, plies, state
from tests.e2e.page_support import Script, choose, cut_words, opened, wait_for_name

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SIZES = [(1280, 800), (1920, 1080), (390, 844), (360, 640), (844, 390), (640, 360)]
sizes = pytest.mark.parametrize(("width", "height"), SIZES, ids=lambda each: str(each))

SAVED = {
    **{"id": 7, "title": "marathon match", "rounds": 12, "moves": 123, "clock": "10+5"},
    **{"changed": "2026-11-21T05:31:00Z", "result": None, "current": False},
}
MANY = [SAVED | {"id": number, "result": "White wins."} for number in range(8, 24)]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@sizes
def test_the_start_screen_shows_all_that_it_offers(
    browser: Browser, script: Script, width: int, height: int
) -> None:
    script.publish(HELLO | {"saves": True})
    with opened(
        browser, script.url, start=True, viewport={"width": width, "height": height}
    ) as page:
        wait_for_name(page, "d8", "tower")
        script.wait_for(lambda asked: {"t": "matches"} in asked)
        script.publish({"t": "matches", "matches": [SAVED]})
        expect(page.get_by_role("button", name="Continue")).to_be_visible()
        assert page.locator("#start").evaluate("e => e.scrollHeight <= e.clientHeight")
        assert cut_words(page, "#start") == []
        for button in page.locator("#start button").all():
            expect(button).to_be_in_viewport(ratio=1)


@sizes
def test_saved_games_open_at_the_first_and_scroll_once(
    page: Page, script: Script, width: int, height: int
) -> None:
    resize(page, width, height)
    choose(page, "Saved games")
    script.publish({"t": "matches", "matches": MANY})
    dialog = page.get_by_role("dialog", name="Saved games")
    expect(dialog.locator("li")).to_have_count(len(MANY))
    first = dialog.locator("li").first
    for part in (dialog.get_by_role("heading"), first.locator("b"), first.get_by_role("button")):
        for each in part.all():
            expect(each).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
    scrolled = dialog.evaluate(
        "dialog => [dialog, ...dialog.querySelectorAll('*')].filter(e => e.tagName !== 'TEXTAREA'"
        " && e.scrollHeight > e.clientHeight + 1"
        " && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY))"
        ".map(e => [e.className, e.scrollTop])"
    )
    assert scrolled == [["dialog-body", 0]]
    dialog.get_by_text("Bring in a record").click()
    dialog.get_by_role("button", name="Open the record").scroll_into_view_if_needed()
    expect(dialog.get_by_role("button", name="Open the record")).to_be_in_viewport(ratio=0.95)


@sizes
def test_the_menu_shows_all_of_itself(page: Page, script: Script, width: int, height: int) -> None:
    resize(page, width, height)
    may = ["resign", "draw", "pause", "new"]
    script.publish(state(moves=plies(3), may=may, adoption="8/8/8/8/8/8/8/8 w"))
    page.locator("#menu-button").click()
    menu = page.locator("#menu")
    expect(menu.get_by_role("button", name="Take the board as it stands")).to_be_visible()
    assert menu.evaluate("e => e.scrollHeight <= e.clientHeight")
    assert cut_words(page, "#menu") == []
    for each in menu.locator("button:visible, a:visible, footer p").all():
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (1920, 1080)])
def test_the_header_is_whole_in_a_match(
    page: Page, script: Script, width: int, height: int
) -> None:
    resize(page, width, height)
    opponent = {"label": "The even level", "level": "even", "side": "black", "thinking": False}
    script.publish(
        state(
            match=match(title="marathon match", round=12, goal=15),
            touch_move=True,
            help="proven",
            opponent=opponent,
        )
    )
    expect(page.locator("#terms")).to_be_visible()
    assert cut_words(page, ".brand") == []
    named = HELLO | {"game": "hasami:line_capture=yes,limit=30,first=white"}
    script.publish(named, state(touch_move=True), hand())
    expect(page.locator("#terms")).to_contain_text("limit 30")
    assert cut_words(page, ".brand") == []
