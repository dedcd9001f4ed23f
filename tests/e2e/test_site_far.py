"""A match of the static site with a program at another board, over a broker's WebSocket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from host.app.remote.known_match import new_invitation
from soak.remote.brokers import RealBroker
from tests.e2e.page_support import drag, opened, program
from tests.e2e.site_support import Site, kill, wait_for_board
from tests.e2e.test_page_remote import has_moves, invite, join, link_of, told

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.starts_sites, pytest.mark.slow]


@pytest.fixture
def site(site_folder: Path) -> Iterator[Site]:
    """The site on a server."""
    served = Site(site_folder)
    yield served
    served.stop()


def test_the_site_joins_a_program_outlasts_all_and_invites_it(
    browser: Browser, site: Site, broker: RealBroker
) -> None:
    with (
        program() as one,
        opened(browser, one.url, start=True) as black,
        opened(browser, site.url, start=True) as killed,
    ):
        invite(black, str(broker.websocket))
        link = link_of(black)
        wait_for_board(killed)
        join(killed, new_invitation(broker.address).link)
        expect(killed.locator("#join-told")).to_contain_text("only by WebSocket")
        killed.locator("#join-link").fill(link)
        killed.locator("#join-form").get_by_role("button", name="Join").click()
        told(killed, "black", "is thinking")
        drag(black, "e8", "g6")
        has_moves(1, black, killed)
        broker.kill()
        told(killed, "black", "no connection")
        drag(killed, "d1", "h5")
        has_moves(2, killed)
        has_moves(1, black)
        kill(browser, killed)
        broker.start()
        white = killed.context.new_page()
        white.goto(site.url)
        wait_for_board(white)
        has_moves(2, white, black)
        told(white, "black", "is thinking")
        drag(black, "g6", "g3")
        has_moves(3, black, white)

        white.locator("#home").click()
        white.locator("#start-far").click()
        expect(white.locator("#far-broker")).to_have_value(str(broker.websocket))
        white.locator("#far-broker").fill("ws://127.0.0.1:9")
        white.locator("#new-game").get_by_role("button", name="Begin").click()
        expect(white.locator("#far-refused")).to_contain_text("No broker answers by WebSocket at")
        white.locator("#far-broker").fill(str(broker.websocket))
        white.locator("#new-game").get_by_role("button", name="Begin").click()
        link = link_of(white)
        black.locator("#home").click()
        join(black, link)
        told(white, "white", "is waiting for you")
        drag(white, "e8", "g6")
        has_moves(1, white, black)
        drag(black, "d1", "h5")
        has_moves(2, white, black)
