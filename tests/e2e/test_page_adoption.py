"""The dialog of the page to take the board as it stands."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.page_messages import plies, state
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    Script,
    asks,
    choose,
    violations,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


PROPOSED = "obp1yrgn/8/8/8/4k3/8/8/N+GRYKPBO w o"


PLAYING = state(moves=plies(3), turn="white", may=["resign"], adoption=PROPOSED)


def dialog_of(page: Page, script: Script, proposed: str = PROPOSED) -> Locator:
    """Open the dialog."""
    script.publish(PLAYING | {"adoption": proposed})
    choose(page, "Continue from this position")
    dialog = page.get_by_role("dialog", name="Continue from this position?")
    expect(dialog).to_be_visible()
    return dialog


def test_the_proposed_position_is_confirmed_deliberately(page: Page, script: Script) -> None:
    dialog = dialog_of(page, script)
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    expect(dialog.get_by_label("Position as text")).to_have_value(PROPOSED)
    expect(dialog.locator("#adopt-towers select")).to_have_count(16)
    expect(dialog.get_by_label("Black on e4")).to_have_value("k")
    expect(dialog.get_by_label("White on a1")).to_have_value("N")
    expect(dialog.get_by_label("Side to move")).to_have_value("w")
    expect(dialog.get_by_label("Tower that must move")).to_have_value("o")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    dialog_of(page, script)
    dialog.get_by_role("button", name="Cancel").click()
    dialog_of(page, script)
    dialog.get_by_role("button", name="Play on from here").click()
    script.wait_for(asks({"t": "adopt", "position": PROPOSED}))


def test_towers_and_the_side_to_move_are_corrected(page: Page, script: Script) -> None:
    dialog = dialog_of(page, script)
    dialog.get_by_label("White on b1").select_option("Brown")
    expect(dialog.get_by_label("White on a1")).to_have_value("G")
    expect(dialog.get_by_label("White on b1")).to_be_focused()
    dialog.get_by_label("Side to move").select_option("Black")
    dialog.get_by_label("Tower that must move").select_option("Pink")
    corrected = "obp1yrgn/8/8/8/4k3/8/8/GN+RYKPBO b k"
    expect(dialog.get_by_label("Position as text")).to_have_value(corrected)
    dialog.get_by_role("button", name="Play on from here").click()
    script.wait_for(asks({"t": "adopt", "position": corrected}))


def test_the_text_may_be_edited_and_the_choices_follow(page: Page, script: Script) -> None:
    dialog = dialog_of(page, script)
    edited = "obp1yrgn/8/8/8/8/4k3/8/N+GRYKPBO b n"
    dialog.get_by_label("Position as text").fill(edited)
    expect(dialog.get_by_label("Black on e3")).to_have_value("k")
    expect(dialog.get_by_label("Side to move")).to_have_value("b")
    dialog.get_by_role("button", name="Play on from here").click()
    script.wait_for(asks({"t": "adopt", "position": edited}))


def test_of_stones_the_text_and_the_side_to_move_are_corrected(page: Page, script: Script) -> None:
    dialog = dialog_of(page, script, "1ssssssss/9/9/9/Ss7/9/9/9/1SSSSSSSS w 1")
    expect(dialog.get_by_text("S is a light stone")).to_be_visible()
    expect(dialog.locator("#adopt-towers")).to_be_hidden()
    expect(dialog.get_by_label("Tower that must move")).to_be_hidden()
    dialog.get_by_label("Side to move").select_option("Black")
    corrected = "1ssssssss/9/9/9/Ss7/9/9/9/1SSSSSSSS b 1"
    expect(dialog.get_by_label("Position as text")).to_have_value(corrected)
    assert violations(page) == []
    dialog.get_by_role("button", name="Play on from here").click()
    script.wait_for(asks({"t": "adopt", "position": corrected}))


def test_it_is_offered_only_where_there_is_a_position_to_take(page: Page, script: Script) -> None:
    button = page.get_by_role("button", name="Continue from this position")
    expect(button).to_be_hidden()
    dialog = dialog_of(page, script)
    script.publish(state(phase="over", outcome={"winner": "white", "reason": "White wins."}))
    expect(dialog).to_be_hidden()
    expect(button).to_be_hidden()
    assert script.asked == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_dialog_is_accessible_and_fits(
    page: Page, script: Script, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    dialog_of(page, script)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
