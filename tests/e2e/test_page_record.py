"""Records on the page: brought in, and stepped through.

The record of a link is in `test_page_shared.py`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import HELLO, plies, replay, state
from tests.e2e.page_support import (
    Message,
    Script,
    asks,
    choose,
    violations,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_a_record_is_stepped_through_by_its_buttons(page: Page, script: Script) -> None:
    script.publish(replay(12))
    place = page.get_by_role("group", name="Standard match")
    expect(place).to_contain_text("12 of 40")
    for name in ("First", "Back", "Forward", "Last"):
        page.get_by_role("button", name=name).click()
    wanted: list[Message] = [
        {"t": "go", "ply": 0},
        {"t": "step", "by": -1},
        {"t": "step", "by": 1},
        {"t": "go", "ply": 40},
    ]
    script.wait_for(asks(*wanted))
    for hidden in ("#takeback", "#new", "#help"):
        expect(page.locator(hidden)).to_be_hidden()
    script.publish(replay(40))
    expect(place).to_contain_text("40 of 40")
    for name in ("Forward", "Last"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        button.click(force=True)
    page.get_by_role("button", name="Back").click()
    script.wait_for(asks(*wanted, {"t": "step", "by": -1}))
    script.publish(state())
    expect(place).to_be_hidden()
    expect(page.locator("#takeback")).to_be_visible()


def test_a_record_is_stepped_through_by_slider_and_arrow_keys(page: Page, script: Script) -> None:
    script.publish(replay(12))
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("12")
    expect(slider).to_have_attribute("aria-valuetext", "12 of 40")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    wanted: list[Message] = [{"t": "go", "ply": 13}, {"t": "go", "ply": 40}]
    script.wait_for(asks(*wanted))
    slider.evaluate("slider => slider.blur()")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    wanted += [{"t": "step", "by": -1}, {"t": "step", "by": 1}]
    script.wait_for(asks(*wanted))
    # On the board they are the way to the next square.
    page.locator('[role=gridcell][tabindex="0"]').focus()
    before = page.evaluate("document.activeElement.dataset.square")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") != before
    choose(page, "Settings")
    page.get_by_role("radio", name="Shapes").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Flip").focus()
    page.keyboard.press("ArrowLeft")
    script.wait_for(asks(*wanted, {"t": "step", "by": -1}))


def test_a_record_runs_by_itself_until_it_is_stopped_or_at_its_end(
    timed: Page, script: Script
) -> None:
    forward: Message = {"t": "step", "by": 1}
    script.publish(replay(37))
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward))
    script.publish(replay(38))
    expect(timed.locator("#replay-count")).to_have_text("38 of 40")
    timed.clock.run_for(1_499)
    expect(timed.get_by_role("button", name="Pause")).to_be_visible()
    assert script.asked == [forward]
    timed.clock.run_for(1)
    script.wait_for(asks(forward, forward))
    timed.get_by_role("button", name="Pause").click()
    timed.clock.run_for(5_000)
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward, forward, forward))
    script.publish(replay(40))
    expect(timed.get_by_role("button", name="Play", exact=True)).to_be_visible()
    timed.clock.run_for(5_000)
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward, forward, forward, {"t": "go", "ply": 0}))


def test_a_record_is_looked_at_and_continued_over_a_game_under_way_only_when_that_was_confirmed(
    page: Page, script: Script
) -> None:
    script.publish(HELLO | {"saves": True}, state(moves=plies(2)))
    expect(page.locator("#moves li")).to_have_count(2)
    choose(page, "Saved games")
    page.get_by_text("Import a record").click()
    page.locator("#record-text").fill("game: hasami")
    warning = page.locator("#record-told")
    expect(warning).to_be_hidden()
    go_on = page.locator("#library").get_by_role("button", name="Continue")
    cancel = page.locator("#library").get_by_role("button", name="Cancel")
    for press in (cancel.click, lambda: page.locator("#record-text").fill("game: five")):
        go_on.click()
        check: Message = {"t": "import", "record": "game: hasami", "check": True}
        script.wait_for(lambda asked: asked[-1:] == [check])  # noqa: B023 - called at once
        script.asked.clear()
        script.publish({"t": "record_read", "opened": False})
        expect(warning).to_contain_text("will be set aside in Saved games")
        assert violations(page) == []
        press()
        expect(warning).to_be_hidden()
        expect(cancel).to_be_hidden()
    go_on.click()
    script.publish({"t": "record_read", "opened": False})
    page.get_by_role("button", name="Set the game aside and open").click()
    script.wait_for(lambda asked: {"t": "import", "record": "game: five"} in asked)
    script.publish({"t": "record_read", "opened": True})
    expect(page.get_by_role("dialog", name="Saved games")).to_be_hidden()
    choose(page, "Saved games")
    script.asked.clear()
    page.get_by_role("button", name="Open the record").click()
    script.publish({"t": "record_read", "opened": False})
    script.wait_for(
        lambda asked: (
            [(a["t"], a["record"]) for a in asked if "record" in a][1:] == [("show", "game: five")]
        )
    )
    expect(page.get_by_role("dialog", name="Saved games")).to_be_hidden()
