"""Toasts: above dialogs, for as long as they take to read, over nothing that is needed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import plies, state
from tests.e2e.page_support import DESKTOP, PHONE, Script, wait_for_prompt

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

LONG = "A tower moves forward only, straight or along a diagonal (M1). It goes back to d8."
COVERED = """() => {
  const toast = document.getElementById("toast").getBoundingClientRect();
  const shown = toast.width > 0 && toast.top >= 0 && toast.bottom <= innerHeight;
  const meets = box => box.width > 0 && box.left < toast.right && toast.left < box.right
    && box.top < toast.bottom && toast.top < box.bottom;
  const kept = document.querySelectorAll(".side button, .status, .newest, .board");
  return [shown, [...kept].filter(e => e.checkVisibility() && meets(e.getBoundingClientRect()))
    .map(e => e.id || e.className)];
}"""
"""Evaluates to whether the toast is seen, and what it covers that it must not."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 844, "height": 390}], ids=str)
@pytest.mark.parametrize("moves", [0, 3, 60])
def test_a_toast_covers_no_button_and_not_the_last_move(
    page: Page, script: Script, moves: int, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    script.publish(state(moves=plies(moves)))
    expect(page.locator("#moves li")).to_have_count(moves)
    script.publish({"t": "notice", "level": "warn", "text": LONG})
    expect(page.locator("#toast")).to_contain_text("A tower moves forward only")
    assert page.evaluate(COVERED) == [True, []]


def test_a_toast_stands_above_a_dialog_and_covers_nothing_in_it(page: Page, script: Script) -> None:
    page.evaluate("document.getElementById('settings').showModal()")
    script.publish({"t": "notice", "level": "info", "text": "The link is copied."})
    expect(page.locator("#toast")).to_have_text("The link is copied.")
    # Of the top layer, the popover that was opened last is uppermost.
    assert page.locator("#toast").evaluate("toast => toast.matches(':popover-open')")
    shown, covered = page.evaluate(
        COVERED.replace(".side button", "#settings button, #settings input")
    )
    assert shown
    assert set(covered) <= {"board"}, "the board is behind the dialog"


def test_a_toast_stays_for_as_long_as_it_takes_to_read(timed: Page, script: Script) -> None:
    toast = timed.locator("#toast")
    for text, short_ms, long_ms in (("Taken back.", 1900, 400), (LONG, 5000, 800)):
        script.publish({"t": "notice", "level": "warn", "text": text})
        for _ in range(400):  # sentences are gathered for a moment once they have arrived
            if toast.text_content() == text:
                break
            timed.clock.run_for(50)
        expect(toast).to_have_text(text)
        timed.clock.run_for(short_ms)
        expect(toast).to_be_visible()
        timed.clock.run_for(long_ms)
        expect(toast).to_be_hidden()


def test_what_the_prompt_says_or_just_said_is_no_toast(page: Page, script: Script) -> None:
    script.publish(state(prompt="Level 2 thinks."))
    wait_for_prompt(page, "Level 2 thinks.")
    script.publish(
        state(prompt="Level 2 moves."),
        {"t": "notice", "level": "info", "text": "Level 2 thinks."},
        {"t": "notice", "level": "info", "text": "Taken back."},
    )
    expect(page.locator("#toast")).to_have_text("Taken back.")
