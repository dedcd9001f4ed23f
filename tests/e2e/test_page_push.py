"""A sumo push in one gesture on the page, and what the hand does by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, piece, state
from tests.e2e.page_support import (
    Script,
    centre,
    choose,
    drag,
    name_of,
    opened,
    tap,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

FOUR_IN_A_ROW = "b++p+k+r+4/8/4g+3/4n+1y+1/4o+1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 19 14:10 b"
"""White's triple sumo on e3 may push orange, brown and green from e4 to e7."""
BEFORE = "White to move: the yellow triple sumo tower on e3."
AFTER = "White to move: the blue double sumo tower on g4."


@pytest.fixture(scope="module")
def tab(browser: Browser, build: Build) -> Iterator[Page]:
    """The page with the match."""
    with played(browser, build, "kamisado-marathon", FOUR_IN_A_ROW) as shown:
        yield shown


@pytest.fixture
def page(tab: Page) -> Page:
    """The page before the push."""
    if tab.get_by_role("button", name="Undo").is_enabled():
        tab.get_by_role("button", name="Undo").click()
    wait_for_prompt(tab, BEFORE)
    for square, side in (("e3", "white"), ("e4", "black"), ("e5", "black"), ("e6", "black")):
        wait_for_name(tab, square, f"square, {side}")  # and not empty, with a tower lifted from it
    return tab


def by_drag(page: Page) -> None:
    drag(page, "e3", "e4")


def by_tap(page: Page) -> None:
    tap(page, "e3")
    wait_for_name(page, "e4", "push")
    tap(page, "e4")


def by_keyboard(page: Page) -> None:
    # The next announcement may follow at once.
    page.evaluate("""() => {
      const live = document.getElementById("live");
      window.announced = [];
      new MutationObserver(() => window.announced.push(live.textContent))
        .observe(live, { childList: true, characterData: true, subtree: true });
    }""")
    page.locator("[data-square='e3']").focus()
    page.keyboard.press("Enter")
    wait_for_name(page, "e4", "push")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.announced.some(words => words.includes('Pushed e4.'))")


@pytest.mark.parametrize("gesture", [by_drag, by_tap, by_keyboard])
def test_a_push_is_one_gesture(page: Page, gesture: object) -> None:
    assert callable(gesture)
    gesture(page)
    wait_for_prompt(page, AFTER)
    wait_for_name(page, "e4", "white yellow tower")
    for square, tower in (("e5", "orange"), ("e6", "brown"), ("e7", "green")):
        assert f"black {tower} tower" in name_of(page, square)
    assert "empty" in name_of(page, "e3")


def test_a_push_that_is_not_legal_is_told_and_the_tower_is_back(page: Page) -> None:
    drag(page, "e3", "g5")
    expect(page.locator("#toast")).to_contain_text("can go 1 square at most")
    wait_for_name(page, "e3", "white yellow tower")
    assert "black yellow tower" in name_of(page, "g5")
    expect(page.locator("#tray button")).to_have_count(0)


def test_a_tower_that_is_dropped_beside_the_board_goes_back(page: Page) -> None:
    drag(page, "e3", "e3")
    box = page.locator("#board").bounding_box()
    assert box is not None
    start = page.locator("[data-square='e3']").bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 40, start["y"], steps=5)
    page.mouse.up()
    wait_for_name(page, "e3", "white yellow tower")
    expect(page.locator("#tray button")).to_have_count(0)


def test_a_row_goes_on_as_one_block_before_the_board_has_answered(browser: Browser) -> None:
    with Script(HELLO, state(turn="white"), hand()) as script, opened(browser, script.url) as page:
        wait_for_prompt(page, "any tower")
        row = [
            piece("yellow", "e3", "white", 3),
            piece("orange", "e4", teeth=1),
            piece("brown", "e5", teeth=1),
            piece("green", "e7"),
        ]
        script.publish({"t": "hand", "by_hand": False, "pieces": row})
        wait_for_name(page, "e5", "brown tower")
        page.mouse.move(*centre(page, "e3"))
        page.mouse.down()
        script.wait_for(lambda asked: {"t": "lift", "square": "e3"} in asked)
        lifted = [piece("yellow", None, "white", 3), *row[1:]]
        script.publish({"t": "hand", "by_hand": False, "pieces": lifted})
        page.mouse.move(*centre(page, "e4"), steps=3)
        page.mouse.up()
        script.wait_for(lambda asked: {"t": "play", "from": "e3", "to": "e4"} in asked)
        for square, name in (("e4", "yellow"), ("e5", "orange"), ("e6", "brown"), ("e7", "green")):
            assert f"{name} tower" in name_of(page, square)
        script.publish({"t": "notice", "level": "warn", "text": "No.", "refusal": True})
        wait_for_name(page, "e5", "brown tower")
        assert "yellow tower" not in name_of(page, "e4")


def test_the_players_may_choose_to_do_it_by_their_own_hand(browser: Browser) -> None:
    with Script(HELLO, state(), hand()) as script, opened(browser, script.url) as page:
        wait_for_prompt(page, "any tower")
        choice = page.locator("#by-hand")
        expect(choice).to_have_attribute("aria-pressed", "false")
        choose(page, "Settings")
        choice.click()
        script.wait_for(lambda asked: {"t": "by_hand", "on": True} in asked)
        script.publish({**hand(), "by_hand": True})
        expect(choice).to_have_attribute("aria-pressed", "true")
