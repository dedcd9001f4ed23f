"""Fixtures: browsers, the page told by a script what is the case, and a simulator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from soak.remote.brokers import KINDS, RealBroker
from tests.e2e.kept_browser import KeptBrowser
from tests.e2e.page_messages import HELLO, clock, hand, state
from tests.e2e.page_support import (
    DESKTOP,
    Program,
    Script,
    opened,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.simulator_support import greeted
from tests.e2e.site_support import Build, ServedByProgram, Site, built_site
from tests.support.brokers import running_broker
from tests.support.made_once import run_folder
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

KEPT_BROWSER = KeptBrowser()


@pytest.hookimpl(tryfirst=True)  # or a test's name would depend on what else is collected
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests in Chromium, and those marked `every_browser` in Firefox as well.

    What plays on a build of the page plays on the program's, and on the static site's where it is
    marked `each_build` or all are asked for; on that one in Chromium only.
    """
    if "browser" not in metafunc.fixturenames:
        return
    test = metafunc.definition
    quick = test.get_closest_marker("starts_sites")
    chromium = "quick start" if quick else "chromium"
    firefox = ["firefox"] if test.get_closest_marker("every_browser") else []
    if "build" not in metafunc.fixturenames:
        browsers = [pytest.param(chromium, id=pytest.HIDDEN_PARAM), *firefox]
        metafunc.parametrize("browser", browsers, indirect=True, scope="module")
        return
    runs = [pytest.param(chromium, "program", id=pytest.HIDDEN_PARAM)]
    runs += [pytest.param(each, "program", id=each) for each in firefox]
    if test.get_closest_marker("each_build") or metafunc.config.getoption("--each-build"):
        runs.append(pytest.param(chromium, "site", id="site", marks=pytest.mark.slow))
    metafunc.parametrize(("browser", "build"), runs, indirect=True, scope="module")


@pytest.hookimpl(trylast=True)  # after the fixtures of the test
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that needs none."""
    if "browser" not in getattr(nextitem, "fixturenames", ()):
        KEPT_BROWSER.close_unless_lent()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site as it is built, for all tests; nobody changes it."""
    return built_site(run_folder(tmp_path_factory))


@pytest.fixture(scope="module")
def build(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Build]:
    """A build of the page, for `played`: the program's, or the static site.

    The browser outlives it, in which it has its tab.
    """
    if request.param == "program":
        made: Build = ServedByProgram()
    else:
        made = Site(request.getfixturevalue("site_folder"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def kept_browser() -> Iterator[KeptBrowser]:
    """The browser of this process."""
    yield KEPT_BROWSER
    KEPT_BROWSER.close()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, kept_browser: KeptBrowser) -> Iterator[Browser]:
    """A headless browser."""
    with kept_browser.lent(request.param) as running:
        yield running


@pytest.fixture(scope="module")
def served() -> Iterator[Script]:
    """A script that serves the page; one for all tests of a file."""
    with Script() as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser: Browser, served: Script | Program) -> Iterator[Page]:
    """A tab of the browser at what serves the page; one for all tests of a file."""
    with opened(browser, served.url, in_motion=True) as shown:
        yield shown


@pytest.fixture
def script(served: Script) -> Script:
    """The script at its beginning, with all lights dark and no clock."""
    served.asked.clear()
    served.publish(HELLO, state(), clock(None, None, None, ""), hand(), bytes(3 * 64))
    return served


@pytest.fixture
def page(tab: Page, script: Script) -> Iterator[Page]:
    """The page, loaded anew by a browser that remembers nothing."""
    tab.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    tab.emulate_media(color_scheme="dark")
    tab.evaluate("localStorage.removeItem('kamisado-board')")
    tab.reload()
    wait_for_prompt(tab, "any tower")
    wait_for_name(tab, "d8", "tower")
    yield tab
    # Or the script's beginning would be drawn for the next test before the page is loaded anew.
    tab.evaluate("document.documentElement.style.display = 'none'")


@pytest.fixture
def timed(browser: Browser, script: Script) -> Iterator[Page]:
    """A page whose time stands until the test moves it; what changes is drawn all the same."""
    with opened(browser, script.url, in_motion=True) as page:
        page.evaluate("window.frames_of_browser = [requestAnimationFrame, cancelAnimationFrame]")
        page.clock.install(time=0)
        page.evaluate(
            "[requestAnimationFrame, cancelAnimationFrame] ="
            " window.frames_of_browser.map((each) => each.bind(window))"
        )
        wait_for_name(page, "d8", "tower")
        # Later than a page can take to load; until then its time goes on.
        page.clock.pause_at(60_000)
        expect(page.locator("#live")).to_contain_text("any tower")
        yield page


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RealBroker]:
    """A running Mosquitto."""
    with running_broker("mosquitto", tmp_path) as running:
        yield running


@pytest.fixture(params=KINDS)
def each_broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RealBroker]:
    """A running broker of each kind."""
    with running_broker(request.param, tmp_path) as running:
        yield running


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    """Start a stopped simulator."""
    with SimulatedBoard("--seed", "3") as made:
        yield made


@pytest.fixture
def cable(board: SimulatedBoard) -> Iterator[SerialCable]:
    """Open the simulator's port and send hello."""
    with greeted(board) as made:
        yield made
