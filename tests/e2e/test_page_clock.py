"""The clocks of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import (
    clock,
)
from tests.e2e.page_support import (
    Script,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_the_running_clock_counts_down_by_itself_to_nothing(timed: Page, script: Script) -> None:
    black, white = timed.locator("#black-clock"), timed.locator("#white-clock")
    expect(black).to_be_hidden()
    script.publish(clock(600_000, 72_300, "black", "10+5"))
    expect(black).to_have_text("01:12")
    expect(white).to_have_text("10:00")
    expect(black.locator(".running-sign")).to_be_visible()
    expect(white.locator(".running-sign")).to_be_hidden()
    timed.clock.run_for(300)
    expect(black).to_have_text("01:12")
    timed.clock.run_for(1)
    expect(black).to_have_text("01:11")
    timed.clock.run_for(62_000)
    expect(black).to_have_text("9.9")
    timed.clock.run_for(5_000)
    expect(black).to_have_text("4.9")
    timed.clock.run_for(60_000)
    expect(black).to_have_text("0.0")
    expect(white).to_have_text("10:00")
    script.publish(clock(600_000, 5_000, "white", "10+5"))
    expect(black).to_have_text("5.0")
    timed.clock.run_for(2_000)
    expect(white).to_have_text("09:58")
    script.publish(clock(598_000, 5_000, None, "10+5"))
    for face in (black, white):
        expect(face.locator(".running-sign")).to_be_hidden()
    timed.clock.run_for(9_000)
    expect(white).to_have_text("09:58")
    script.publish(clock(None, None, None, ""))
    expect(black).to_be_hidden()
    expect(timed.locator("#white-clock")).to_be_hidden()


def test_a_clock_is_not_read_out_every_second(timed: Page, script: Script) -> None:
    script.publish(clock(600_000, 600_000, "white", "10+5"))
    white = timed.get_by_role("timer", name="White's clock")
    expect(white).to_have_text("10:00")
    assert white.get_attribute("aria-live") == "off"
    before = timed.locator("#live").inner_text()
    timed.clock.run_for(3_000)
    expect(white).to_have_text("09:57")
    assert timed.locator("#live").inner_text() == before
