"""Places of things on the page: near what they belong to, and no larger than they need."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_messages import HELLO, plies, state
from tests.e2e.page_support import PHONE, Message, Script, choose, cut_words, opened

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

FRIEND: Message = {
    "t": "far",
    "stage": "playing",
    "connected": True,
    "presence": "thinking",
    "since": None,
    "ahead_ms": None,
    "waiting": None,
    "can_withdraw": False,
    "said": None,
    "said_count": 0,
}


def box(element: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element that is shown."""
    found = element.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("far", ["white", "black"])
def test_the_sentences_open_at_the_balloon(
    page: Page, script: Script, size: dict[str, int], far: str
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    friend = {"label": "Your friend", "level": "", "side": far, "thinking": False}
    script.publish(state(moves=plies(2), opponent=friend), FRIEND)
    balloon = page.locator("#chat-button")
    balloon.click()
    _, top, _, bottom = box(balloon)
    left, first, right, last = box(page.locator("#chat"))
    assert first - bottom == pytest.approx(4, abs=1) or top - last == pytest.approx(4, abs=1)
    assert min(left, first) >= 0
    assert right <= size["width"]
    assert last <= size["height"]
    assert cut_words(page, "#chat") == []
    own = "black" if far == "white" else "white"
    expect(page.locator(f"#{own}-name")).to_have_text("You")
    expect(page.locator(f"#{own}-side")).to_be_visible()
    assert cut_words(page, f"#{own}-player") == []


def test_the_button_that_deletes_is_modest(page: Page, script: Script) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    saved = {
        "id": 7,
        "title": "standard match",
        "rounds": 1,
        "moves": 7,
        "changed": "2026-11-21T05:31:00Z",
        "clock": "",
        "result": None,
        "names": {"white": "", "black": ""},
        "far": False,
        "current": False,
    }
    script.publish(HELLO | {"saves": True}, state())
    choose(page, "Saved games")
    script.publish({"t": "matches", "matches": [saved]})
    buttons = page.locator("#match-list button:visible")
    expect(buttons).to_have_count(4)
    lefts, _, rights, _ = zip(*(box(each) for each in buttons.all()), strict=True)
    widths = [right - left for left, right in zip(lefts, rights, strict=True)]
    assert widths[-1] <= min(widths[1:3])


def test_of_the_bar_only_the_menu_is_offered_before_the_board_is_there(browser: Browser) -> None:
    with Script() as loading, opened(browser, loading.url) as page:
        expect(page.locator("#prompt-text")).to_have_text("Connecting…")
        buttons = page.locator("#bar button:visible:not([id^=analysis], #menu-button)")
        for button in buttons.all():
            expect(button).to_be_disabled()
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("#menu :is(button, a):visible")).to_have_text(["Settings"])
        page.keyboard.press("Escape")
        loading.publish(HELLO, state())
        for name in ("Hint", "Flip", "Menu"):
            expect(page.get_by_role("button", name=name)).to_be_enabled()
