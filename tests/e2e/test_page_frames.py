"""The page is drawn once per frame, and by a timer where there are no frames."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import hand, mark, state
from tests.e2e.page_support import Script, tap, wait_for_name

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

HOLD_FRAMES = """() => {
  window.held = [];
  requestAnimationFrame = (draw) => window.held.push(draw);
  cancelAnimationFrame = () => {};
  window.prompts = [];
  const line = document.querySelector("#prompt");
  const note = () => window.prompts.push(document.querySelector("#prompt-text").textContent);
  new MutationObserver(note).observe(line.parentElement, { childList: true, subtree: true });
}"""
NEXT_FRAME = "() => window.held.splice(0).forEach((draw) => draw())"


def test_what_changes_between_two_frames_is_drawn_once(timed: Page, script: Script) -> None:
    timed.evaluate(HOLD_FRAMES)
    for number in range(5):
        script.publish(state(rev=number + 2, prompt=f"Prompt {number}."))
    script.publish(hand(busy=True))
    expect(timed.locator("#stage.busy")).to_have_count(1)
    # Screen readers are told at once, and the next frame shows what came last.
    timed.clock.run_for(99)
    assert timed.evaluate("window.held.length") == 1
    assert timed.evaluate("window.prompts") == []
    timed.evaluate(NEXT_FRAME)
    assert set(timed.evaluate("window.prompts")) == {"Prompt 4."}
    assert timed.evaluate("window.held") == []


def test_a_tab_without_frames_is_drawn_by_a_timer(timed: Page, script: Script) -> None:
    timed.evaluate(HOLD_FRAMES)
    script.publish(state(rev=2, prompt="In a hidden tab."))
    script.publish(hand(busy=True))
    expect(timed.locator("#stage.busy")).to_have_count(1)
    timed.clock.run_for(100)
    assert timed.locator("#prompt-text").inner_text() == "In a hidden tab."


def test_a_change_of_the_hand_alone_draws_the_board_alone(page: Page, script: Script) -> None:
    wait_for_name(page, "d8", "black pink tower")
    page.evaluate(HOLD_FRAMES)
    tap(page, "d8")
    page.evaluate(NEXT_FRAME)
    wait_for_name(page, "d8", "lifted")
    assert page.evaluate("window.prompts") == []


def test_marks_that_stay_are_not_drawn_anew(page: Page, script: Script) -> None:
    marks = [mark("d8", "any", "towers"), mark("e8", "any", "towers")]
    script.publish(state(rev=2, marks=marks))
    expect(page.locator("[data-mark]")).to_have_count(2)
    page.evaluate("document.querySelector(\"[data-mark='any e8']\").drawn = 'once'")
    script.publish(state(rev=3, marks=[mark("d4", "legal", "squares"), marks[1]]))
    expect(page.locator("[data-mark='legal d4']")).to_have_count(1)
    shown = page.evaluate(
        "[...document.querySelectorAll('[data-mark]')].map((at) => [at.dataset.mark, at.drawn])"
    )
    assert shown == [["legal d4", None], ["any e8", "once"]]
