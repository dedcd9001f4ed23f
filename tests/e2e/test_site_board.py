"""A real board at the static site: Web Serial in Chromium, joined to a simulated board."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from host.link.usb_ids import CIRCUITPYTHON_VENDORS
from host.maintenance.operator import SimulatedOperator
from tests.e2e import web_usb
from tests.e2e.page_sizes import EXTREMES, at_size
from tests.e2e.page_support import choose, opened, wait_for_name, wait_for_prompt
from tests.e2e.site_support import LINK_MS, Site, wait_for_board
from tests.e2e.web_serial import Relay
from tests.support.simulated_board import SimulatedBoard

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.starts_sites]

CALIBRATION_RATE = 4.0
"""Of simulated time; the simulated hand takes half a minute."""
NO_USB = "delete Navigator.prototype.serial; delete Navigator.prototype.usb"


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """The site on one server for the tests of this file."""
    served = Site(site_folder)
    yield served
    served.stop()


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    """A board with two rows of towers, in real time."""
    options = ("--listen", "socket://127.0.0.1:0", "--seed", "5", "--motion", "10")
    with SimulatedBoard(*options, running=True) as made:
        yield made


def number(board: SimulatedBoard) -> int:
    """The number of its TCP port."""
    return int(board.port.rpartition(":")[2])


@pytest.fixture
def relay(board: SimulatedBoard) -> Iterator[Relay]:
    """The cable between the page and the board."""
    made = Relay(number(board), seed=26)
    yield made
    made.close()


def carry(board: SimulatedBoard, start: str, end: str) -> None:
    """Move a tower with the hand of the simulator."""
    board.ask("move", **{"from": start, "to": end})


def calibrate(page: Page, board: SimulatedBoard, operator: SimulatedOperator) -> str:
    """Calibrate the empty board on the doctor's page, as that asks for; return its id."""
    told = page.locator("#calibration-told")
    board.ask("run", rate=CALIBRATION_RATE)
    page.get_by_role("button", name="Calibrate the board").click()
    expect(told).to_contain_text("Move one tower over all squares")
    operator.start_sweep()
    expect(told).to_contain_text("Put all towers on their home rows", timeout=LINK_MS)
    operator.start_home_rows()
    expect(told).to_contain_text("The board is calibrated", timeout=LINK_MS)
    board.ask("run", rate=1.0)
    expect(page.get_by_role("button", name="Calibrate the board")).to_be_visible()
    made = page.locator("#facts dt:text-is('calibration') + dd")
    expect(made).not_to_have_text("none")
    return made.inner_text()


def choose_port(page: Page, port: str | None, button: str = "Choose the board") -> Locator:
    """Press the button, choose a port in the browser's list, and return what the page says."""
    page.evaluate("port => { fakeSerial.choice = port; }", port)
    page.get_by_role("button", name=button).click()
    return page.locator("#board-told")


def assert_fits(page: Page) -> None:
    """All of the start screen is in view in windows of several sizes."""
    size = page.viewport_size
    for width, height in EXTREMES:
        with at_size(page, width, height):
            for part in page.locator("#start :is(button, select):visible").all():
                expect(part).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert size is not None
    page.set_viewport_size(size)


def test_a_board_is_connected_played_on_pulled_and_left(
    browser: Browser, site: Site, board: SimulatedBoard, relay: Relay
) -> None:
    operator = SimulatedOperator(board, 8, 8)
    board.ask("fault", name="weak_sensor", square="c3", percent=50)
    # The relay is another origin, as no port of a board is.
    with opened(browser, "about:blank", start=True, bypass_csp=True) as page:
        page.context.add_init_script(relay.script)
        page.goto(site.url)
        wait_for_board(page)
        expect(page.locator("#link")).to_have_text("Virtual board")
        assert_fits(page)
        page.locator("#start-board").click()
        # Nothing that is chosen wrong ends the game on the virtual board.
        expect(choose_port(page, None)).to_contain_text("No port was chosen")
        filters = page.evaluate("fakeSerial.filters.map(({usbVendorId}) => usbVendorId)")
        assert set(filters) == CIRCUITPYTHON_VENDORS
        expect(choose_port(page, "forbidden", "Show all ports")).to_contain_text("Allow it")
        assert page.evaluate("fakeSerial.filters") == []
        expect(choose_port(page, "console")).to_contain_text("choose that", timeout=LINK_MS)
        expect(page.locator("#link")).to_have_text("Virtual board")
        choose_port(page, "data")
        expect(page.locator("#board-dialog")).to_be_hidden(timeout=LINK_MS)
        expect(page.locator("#link")).to_have_text("Board on USB")
        wait_for_prompt(page, "any tower")

        carry(board, "d8", "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        board.ask("watch", what=["done"])
        # Pulled with a tower in the air, and plugged in again: nothing is pressed.
        board.ask("lift", square="h1")
        wait_for_name(page, "h1", "lifted")
        board.ask("unplug")
        expect(page.locator("#link")).to_have_attribute("data-state", "lost")
        expect(page.locator("#veil")).to_contain_text("Check the cable")
        board.ask("plug")
        while board.wait_for("board")["state"] != "plugged":
            pass  # the system has the port as soon as its program runs
        page.evaluate("fakeSerial.plug()")
        wait_for_board(page)
        board.ask("put", square="h2")
        expect(page.locator("#moves li")).to_have_count(2)
        wait_for_name(page, "h2", "white orange tower")

        relay.is_noisy = True
        carry(board, "f8", "d6")
        expect(page.locator("#moves li")).to_have_count(3)
        relay.is_noisy = False

        # Other pages of the site find it by themselves.
        page.goto(f"{site.url}doctor/")
        chip = page.locator("#facts dd", has_text=re.compile("8x8, chip "))
        expect(chip).to_be_visible(timeout=LINK_MS)
        expect(page.locator("#d6")).to_contain_text("south", timeout=LINK_MS)
        threshold = page.locator("#c3 meter")
        expect(threshold).to_have_attribute("aria-label", re.compile("of 6[.]0 millitesla"))
        expect(page.locator("#findings")).to_contain_text("The board was never calibrated")
        told = page.locator("#calibration-told")
        page.get_by_role("button", name="Calibrate the board").click()
        expect(told).to_contain_text("Take everything off the board")
        standing = [
            {name: piece[name] for name in ("id", "pole", "square")}
            for piece in board.ask("state")["pieces"]  # type: ignore[attr-defined]
        ]
        operator.start_clearing()
        expect(told).to_contain_text("Still to do: 64")
        page.get_by_role("button", name="Stop the calibration").click()
        expect(told).to_contain_text("Everything is as it was")
        made = calibrate(page, board, operator)
        # The board has it from its memory when it starts again, and what is wrong is told no more.
        board.ask("unplug")
        board.ask("setup", pieces=standing)
        board.ask("plug")
        while board.wait_for("board")["state"] != "plugged":
            pass
        page.evaluate("fakeSerial.plug()")
        expect(page.locator("#d6")).to_contain_text("south", timeout=LINK_MS)
        expect(page.locator("#facts dt:text-is('calibration') + dd")).to_have_text(made)
        expect(threshold).to_have_attribute("aria-label", re.compile("of 1[.][5-8] millitesla"))
        expect(page.locator("#verdict")).to_have_text(re.compile("The board (is fine|works)"))
        # Of lines that the pulled cable has cut off something may be told.
        findings = page.locator("#findings li:not(.fine)").filter(
            has_not_text="Lines were lost or damaged"
        )
        expect(findings).to_have_count(0)
        # The page that is left still has the port when the next one opens it.
        relay.refusals = 2
        page.get_by_role("link", name="Back to the game").click()
        expect(page.locator("#link")).to_have_text("Board on USB", timeout=LINK_MS)
        wait_for_board(page)
        expect(page.locator("#moves li")).to_have_count(3)

        choose(page, "Connect a board")
        page.get_by_role("button", name="Play on the virtual board").click()
        expect(page.locator("#link")).to_have_text("Virtual board", timeout=LINK_MS)
        wait_for_board(page)
        expect(page.locator("#moves li")).to_have_count(3)
        wait_for_name(page, "d6", "tower")


def test_a_browser_with_web_usb_alone_claims_the_data_port_and_has_it_again_when_plugged_in(
    browser: Browser, site: Site, board: SimulatedBoard
) -> None:
    with (
        contextlib.closing(Relay(number(board), seed=36, script=web_usb.SCRIPT)) as relay,
        opened(browser, "about:blank", bypass_csp=True) as page,
    ):
        page.context.add_init_script(relay.script)
        page.goto(site.url)
        wait_for_board(page)
        choose(page, "Connect a board")
        page.get_by_role("button", name="Choose the board").click()
        expect(page.locator("#board-dialog")).to_be_hidden(timeout=LINK_MS)
        expect(page.locator("#link")).to_have_text("Board on USB")
        filters = page.evaluate("fakeUsb.filters.map(({vendorId}) => vendorId)")
        assert set(filters) == CIRCUITPYTHON_VENDORS
        asked = page.evaluate("fakeUsb.requests.filter(([,,,, index]) => index === 2)")
        coding = [*(115200).to_bytes(4, "little"), 0, 0, 8]
        assert asked[0] == ["class", "interface", 0x20, 0, 2, coding]
        assert asked[1] == ["class", "interface", 0x22, 1, 2, []]
        carry(board, "d8", "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        board.ask("watch", what=["done"])
        board.ask("unplug")
        expect(page.locator("#link")).to_have_attribute("data-state", "lost")
        board.ask("plug")
        while board.wait_for("board")["state"] != "plugged":
            pass  # the system has the device as soon as its program runs
        page.evaluate("fakeUsb.plug()")
        wait_for_board(page)
        carry(board, "h1", "h2")
        expect(page.locator("#moves li")).to_have_count(2)
        choose(page, "Connect a board")
        page.get_by_role("button", name="Play on the virtual board").click()
        expect(page.locator("#link")).to_have_text("Virtual board", timeout=LINK_MS)
        page.wait_for_function("fakeUsb.requests.at(-1)[2] === 0x22 && !fakeUsb.requests.at(-1)[3]")


def test_a_browser_without_web_serial_says_what_is_missing(browser: Browser, site: Site) -> None:
    with opened(browser, "about:blank") as page:
        page.context.add_init_script(NO_USB)
        page.goto(site.url)
        wait_for_board(page)  # the first visit loads itself once more
        choose(page, "Connect a board")
        expect(page.locator("#board-told")).to_contain_text("it has no Web Serial")
        expect(page.locator("#board-choose")).to_be_hidden()
        page.get_by_role("button", name="Play on the virtual board").click()
        expect(page.locator("#board-dialog")).to_be_hidden()
        expect(page.locator("#start-board")).to_be_hidden()
