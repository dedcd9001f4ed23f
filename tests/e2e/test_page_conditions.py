"""Every page in every field condition that can reach it: it shows what is, or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from host.ui.web import heartbeat
from tests.e2e.page_support import drag, opened, program, wait_for_name
from tests.e2e.test_dead_line import COUNT_BEATS
from tests.field.page_conditions import PAGE_CONDITIONS, PageCondition
from tests.field.pages import PAGES, PageSubject
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

EVERY = 4
"""One in so many pairs runs, unless `--every-condition` asks for all."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pair pages with conditions; each page and each condition occurs."""
    if "condition" not in metafunc.fixturenames:
        return
    whole = metafunc.config.getoption("--every-condition")
    pairs = [
        pytest.param(condition, subject, id=f"{page} - {name}")
        for place, (name, condition) in enumerate(PAGE_CONDITIONS.items())
        for turn, (page, subject) in enumerate(PAGES.items())
        if condition.reaches(subject) and (whole or (place + turn) % EVERY == 0)
    ]
    metafunc.parametrize(("condition", "subject"), pairs)


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_S", 0.1)


def test_it_shows_what_is_or_says_why_not(
    browser: Browser, condition: PageCondition, subject: PageSubject, tmp_path: Path
) -> None:
    with subject.serve() as running, condition.between(running, tmp_path / "nginx") as between:
        fresh = browser.new_context(reduced_motion="reduce", locale="en")
        try:
            fresh.add_init_script(COUNT_BEATS)
            page = fresh.new_page()
            page.clock.install()
            page.goto(between.url)
            condition.course(page, subject, running, between)
        finally:
            fresh.close()


def test_a_full_disk_is_told_while_play_goes_on(browser: Browser, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    require(hasattr(resource, "prlimit"), "limits of another process are of Linux")
    with program(data=tmp_path) as running, opened(browser, running.url) as page:
        wait_for_name(page, "d8", "tower")
        pid, kind = running._process.pid, resource.RLIMIT_FSIZE
        limits = resource.prlimit(pid, kind)
        resource.prlimit(pid, kind, (1, limits[1]))
        drag(page, "d8", "d4")
        expect(page.locator("#toast")).to_contain_text("Not saved: ")
        wait_for_name(page, "d4", "tower")
        resource.prlimit(pid, kind, limits)
        drag(page, "a1", "a5")
        expect(page.locator("#toast")).to_contain_text("Saved again.")
