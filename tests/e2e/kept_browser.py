"""A browser that is kept from one file of tests to the next: starting one takes a second."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Browser

from tests.e2e.chromium import CHROMIUM, QUICK_START, chromium
from tests.e2e.firefox import FIREFOX, firefox
from tests.support.require import require


class KeptBrowser:
    """The browser of a process that runs tests: one at a time, as Playwright has one event loop."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._kind = ""
        self._browser: Browser | None = None
        self._is_lent = False

    @contextlib.contextmanager
    def lent(self, kind: str) -> Iterator[Browser]:
        """Lend a browser, without contexts that failed tests have left.

        Args:
            kind: chromium, "quick start" for one with that flag, or firefox.
        """
        if self._browser is None or kind != self._kind or not self._browser.is_connected():
            self.close()
            self._browser = self._stack.enter_context(_started(kind))
            self._kind = kind
        self._is_lent = True
        yield self._browser
        self._is_lent = False
        for context in self._browser.contexts:
            context.close()

    def close_unless_lent(self) -> None:
        """Close it before a test that needs none: that may have an event loop of its own."""
        if not self._is_lent:
            self.close()

    def close(self) -> None:
        """Close it if it is open."""
        self._browser = None
        self._stack.close()


def _started(kind: str) -> contextlib.AbstractContextManager[Browser]:
    """Return a browser that starts when it is entered."""
    if kind == "firefox":
        require(FIREFOX is not None, "Firefox is missing: apt-get install firefox-esr")
        return firefox()
    require(CHROMIUM is not None, "Chromium is missing: apt-get install chromium")
    return chromium(*((QUICK_START,) if kind == "quick start" else ()))
