"""Lines that die without a word, as after a sleep or a change of the network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from host.ui.web import heartbeat
from tests.e2e.page_messages import state
from tests.e2e.page_support import Script, opened, set_help, wait_for_name, wait_for_prompt
from tests.support.relay import Relay

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SILENCE_MS, ANSWER_MS, CONNECT_MS = 12_000, 3_000, 8_000
"""After these the page gives a line up (docs/protocols/page.md)."""


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_S", 0.1)


COUNT_BEATS = """
window.beats = 0;
window.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", ({data}) => {
      if (data === '{"t":"beat"}') window.beats += 1;
    });
  }
};
"""


@pytest.fixture
def relay(script: Script) -> Iterator[Relay]:
    """A relay before the script's page."""
    with Relay(int(urlsplit(script.public_url).port or 0)) as made:
        yield made


@contextmanager
def behind(relay: Relay, browser: Browser, url: str) -> Iterator[Page]:
    """A page at the other end of a relay, whose time the test moves; it has heard a beat."""
    here = urlsplit(url)._replace(netloc=f"127.0.0.1:{relay.port}").geturl()
    with opened(browser, here) as page:
        page.clock.install(time=0)
        page.add_init_script(COUNT_BEATS)
        page.reload()
        page.wait_for_function("() => window.beats > 0")
        yield page


@pytest.fixture
def far_page(relay: Relay, browser: Browser, script: Script) -> Iterator[Page]:
    """The page of a match behind the relay."""
    with behind(relay, browser, script.url) as page:
        wait_for_name(page, "d8", "tower")
        yield page


LOST, THERE = re.compile(r"\blost\b"), re.compile(r"^(?!.*\blost\b)")
NEW = "White to move: the pink tower on e1."


def test_a_line_on_which_nothing_comes_is_renewed_and_shows_today(
    far_page: Page, relay: Relay, script: Script
) -> None:
    stage = far_page.locator("#stage")
    far_page.clock.fast_forward(2 * SILENCE_MS)
    expect(stage).to_have_class(THERE)  # it was heard meanwhile
    far_page.wait_for_function("() => window.beats > 3")
    relay.is_dead = True
    script.publish(state(prompt=NEW))
    far_page.clock.fast_forward(SILENCE_MS)
    expect(stage).to_have_class(LOST)
    relay.is_dead = False
    far_page.clock.fast_forward(CONNECT_MS)
    far_page.clock.fast_forward(CONNECT_MS)
    expect(stage).to_have_class(THERE)
    wait_for_prompt(far_page, NEW)
    expect(far_page.locator("#alert")).not_to_contain_text("may not have arrived")


def test_a_request_without_an_answer_is_told(far_page: Page, relay: Relay, script: Script) -> None:
    set_help(far_page, "Nothing")
    script.wait_for(lambda asked: bool(asked))
    far_page.wait_for_function("() => window.beats > 3")
    relay.is_dead = True
    set_help(far_page, "Nothing")  # again: it is shown only once the program says so
    far_page.clock.fast_forward(ANSWER_MS)
    expect(far_page.locator("#alert")).to_contain_text("may not have arrived")
    relay.is_dead = False
    far_page.clock.fast_forward(CONNECT_MS)
    far_page.clock.fast_forward(CONNECT_MS)
    expect(far_page.locator("#stage")).to_have_class(THERE)


def test_another_network_is_asked_at_once(far_page: Page, relay: Relay) -> None:
    relay.is_dead = True
    far_page.evaluate("dispatchEvent(new Event('online'))")
    far_page.clock.fast_forward(ANSWER_MS)
    expect(far_page.locator("#stage")).to_have_class(LOST)
