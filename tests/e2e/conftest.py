"""Fixtures of the browser tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.page_support import CHROMIUM, chromium
from tests.support.require import require


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; one for all tests of a file."""
    require(CHROMIUM is not None, "Chromium is missing: apt-get install chromium")
    with chromium() as running:
        yield running
